/**
 * Layered groups: messages have a drop precedence and may be lost between sites, where links drop the less important ones
 * first (TUF §3.1.2); inside a site they are not lost. Every sender numbers the messages of each precedence, members deliver
 * them in the order of their numbers and report exactly which are missing.
 *
 * <p>Streams need no state at delegates: numbers are the sender's, and members detect gaps from skipped numbers and from
 * <em>words</em>, in which a delegate announces the next number of a stream at intervals. So every loss, be it on the path, by a
 * filter, in a full queue or because a delegate is replaced, becomes a gap.
 *
 * <ul>
 * <li>{@link org.xpand.protocols.lossy.LossyMember}: one process's membership, with its
 *     {@link org.xpand.protocols.lossy.LossySender} and {@link org.xpand.protocols.lossy.LossyReceiver};
 * <li>{@link org.xpand.protocols.lossy.LossyRelay}: the group at the site's delegate, between the LAN and the stack;
 * <li>{@link org.xpand.protocols.lossy.LossyLayer}: the top of the stack.
 * </ul>
 */
package org.xpand.protocols.lossy;
