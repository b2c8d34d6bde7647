/**
 * Reliable FIFO multicast from one site to the others, end to end by the segment numbers of each sender.
 *
 * <p>State at the source: per sender the segments accepted and not yet stable, how far each receiving site is, and the
 * repairs wanted. State at the receiver: per sender what has arrived out of order, what is missing and when to ask for
 * it, and how far the site's members are. Events: segment from the LAN, packet from the WAN, report, progress on the
 * LAN, site joined or left. Timers: repeat a start, digest after the last segment, ask again for a missing segment,
 * acknowledge.
 *
 * <p>Frames of packets: <em>run</em> (segments), <em>digest</em> (how far each sender is, against loss of the last
 * packets), <em>start</em> (from which number on a new receiving site gets each sender). Frames of reports:
 * <em>acknowledgement</em> (what every member of the site has, and how far the source may go), <em>request</em> (what
 * is missing), <em>start acknowledgement</em>. Every frame has a type (1) and a length (2), so unknown ones are skipped.
 */
package org.xpand.protocols.reliability;
