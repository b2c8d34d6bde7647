/**
 * The path of segments inside a site: from the sending process over the LAN to the delegate's WAN stack, and from there
 * over the LAN to the members. Pure state machines; the LAN's messages are described in {@link
 * org.xpand.protocols.relay.LanMessage}.
 *
 * <p>State at a sender ({@link org.xpand.protocols.relay.LocalSender}): segments accepted and not stable, and its
 * limit. At a member ({@link org.xpand.protocols.relay.MemberReceiver}): next segment per sender, the message being
 * reassembled, messages not consumed yet. At the delegate ({@link org.xpand.protocols.relay.GroupRelay}): the position of
 * each member of the site, per sender.
 */
package org.xpand.protocols.relay;
