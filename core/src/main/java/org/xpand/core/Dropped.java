package org.xpand.core;

import org.xpand.protocols.api.SenderId;

/**
 * Messages of a layered group that will not be delivered here.
 *
 * @param group      the group
 * @param from       whose messages they are, with names for people as far as this node knows them
 * @param precedence their drop precedence
 * @param first      number of the first message that is missing
 * @param end        number after the last one
 */
public record Dropped(String group, GroupView.Member from, int precedence, long first, long end) {
    /** Whose messages they are: one membership of one process. */
    public SenderId sender() {
        return from.id();
    }

    /** How many messages are missing. */
    public long messages() {
        return end - first;
    }
}
