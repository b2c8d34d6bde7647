package org.xpand.core;

import org.xpand.protocols.api.SenderId;

/**
 * A received message of a layered group. It has no time stamp, which would cost bytes in each message; an application that needs
 * one puts it into the payload.
 *
 * @param group      name of the group it was sent to
 * @param from       the sender, with its names; only its identity if this node has not yet seen it in a view, or has forgotten it
 * @param own        whether this node sent it
 * @param precedence its drop precedence, 0 for the most important, up to {@link LayeredGroup#precedences} − 1
 * @param number     its number among the sender's messages of this precedence, starting at 0
 * @param payload    the bytes, 0 or more; the receiver may keep and change them
 */
public record LayeredMessage(String group, GroupView.Member from, boolean own, int precedence, long number, byte[] payload) {
    public LayeredMessage {
        Accepted.texts("group", group);
        Accepted.present("from", from, "a GroupView.Member");
        Accepted.present("payload", payload, "0 bytes or more");
    }

    /** {@return the sender: one membership of one process} */
    public SenderId sender() {
        return from.id();
    }
}
