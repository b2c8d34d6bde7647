package org.xpand.core;

import org.xpand.protocols.api.SenderId;

/**
 * Messages of a layered group that will not be delivered here.
 *
 * @param group      the group
 * @param sender     whose messages they are
 * @param precedence their drop precedence
 * @param first      number of the first message that is missing
 * @param end        number after the last one
 */
public record Dropped(String group, SenderId sender, int precedence, long first, long end) {
    /** How many messages are missing. */
    public long messages() {
        return end - first;
    }
}
