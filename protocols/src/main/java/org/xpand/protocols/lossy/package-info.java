/**
 * Layered groups: messages have a drop precedence and may be lost between sites, where links drop the less important ones
 * first (TUF §3.1.2); inside a site they are not. Every sender numbers the messages of each precedence, members hand them
 * over in the order of their numbers and tell exactly which are missing.
 *
 * <p>No delegate holds state that a stream needs: numbers are the sender's, and members find gaps by themselves, from
 * numbers that are passed over and from <em>words</em>, by which a delegate tells now and then up to where a stream has
 * been sent. So whatever is lost, be it on the way, by a filter, in a full queue or because a delegate is replaced, shows
 * as a gap.
 *
 * <ul>
 * <li>{@link org.xpand.protocols.lossy.LossyMember}: one process's membership, with its
 *     {@link org.xpand.protocols.lossy.LossySender} and {@link org.xpand.protocols.lossy.LossyReceiver};
 * <li>{@link org.xpand.protocols.lossy.LossyRelay}: the group at the site's delegate, between the LAN and the stack;
 * <li>{@link org.xpand.protocols.lossy.LossyLayer}: the top of the stack.
 * </ul>
 */
package org.xpand.protocols.lossy;
