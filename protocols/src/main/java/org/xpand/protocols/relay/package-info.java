/**
 * The way of segments inside a site: from the sending process over the LAN to the delegate's WAN stack, and from there
 * over the LAN to the members. Pure state machines; the LAN's messages are described in {@link
 * org.xpand.protocols.relay.LanMessage}.
 *
 * <p>State at a sender ({@link org.xpand.protocols.relay.LocalSender}): segments accepted and not stable, how far it may
 * go. At a member ({@link org.xpand.protocols.relay.MemberReceiver}): next segment per sender, the message being put
 * together, what the application has not taken yet. At the delegate ({@link org.xpand.protocols.relay.GroupRelay}): how
 * far each member of the site is, per sender.
 */
package org.xpand.protocols.relay;
