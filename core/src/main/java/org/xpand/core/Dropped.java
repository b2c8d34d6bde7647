package org.xpand.core;

import org.xpand.protocols.api.SenderId;

/**
 * Messages of a layered group that will not be delivered to this node.
 *
 * @param group      the group
 * @param from       the sender, with its names as far as this node knows them
 * @param precedence the drop precedence of the messages
 * @param first      number of the first missing message
 * @param end        number after that of the last missing message
 */
public record Dropped(String group, GroupView.Member from, int precedence, long first, long end) {
    /** {@return the sender: one membership of one process} */
    public SenderId sender() {
        return from.id();
    }

    /** {@return how many messages are missing} */
    public long messages() {
        return end - first;
    }
}
