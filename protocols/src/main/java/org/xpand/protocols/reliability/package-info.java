/**
 * Reliable FIFO multicast from one site to the others, end to end by the segment numbers of each sender.
 *
 * <p>State at the source: per sender the segments accepted and not yet stable, the progress of each receiving site, and the
 * pending repairs. State at the receiver: per sender the segments that arrived out of order, the missing ones and when to request
 * them, and the progress of the site's members. Events: segment from the LAN, packet from the WAN, report, progress on the
 * LAN, site joined or left. Timers: repeat a start, digest after the last segment, request a missing segment again,
 * acknowledge.
 *
 * <p>Frames of packets: <em>run</em> (segments), <em>digest</em> (the last number of each sender, against loss of the last
 * packets), <em>start</em> (the number from which on a new receiving site gets each sender). Frames of reports:
 * <em>acknowledgement</em> (what every member of the site has, and the source's limit), <em>request</em> (missing
 * segments), <em>start acknowledgement</em>. Every frame has a type (1) and a length (2), so unknown ones are skipped.
 */
package org.xpand.protocols.reliability;
