package org.xpand.core;

import org.xpand.protocols.api.SenderId;

/**
 * A message of a layered group as it was sent. It carries no time: what may be dropped is worth its bytes to few, and an application
 * that wants one puts it into the payload.
 *
 * @param group      the group it was sent to
 * @param from       who sent it, with names for people; by its identity alone if this node has not seen it in a view yet, or has forgotten it
 * @param own        whether this node sent it
 * @param precedence its drop precedence, 0 for the most important
 * @param number     its number among the sender's messages of this precedence, from 0 on
 * @param payload    the bytes; the receiver's to keep
 */
public record LayeredMessage(String group, GroupView.Member from, boolean own, int precedence, long number, byte[] payload) {
    /** Who sent it: one membership of one process. */
    public SenderId sender() {
        return from.id();
    }
}
