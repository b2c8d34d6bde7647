package org.xpand.core;

import org.xpand.protocols.api.SenderId;

/**
 * Messages of a layered group, of one sender and precedence, that will not be delivered to this node. Immutable.
 *
 * @param group      name of the group
 * @param from       the sender, with its names as far as this node knows them
 * @param precedence the drop precedence of the messages, 0 for the most important, up to {@link LayeredGroup#precedences} − 1
 * @param first      number of the first missing message among the sender's of this precedence, 0 or more
 * @param end        number after that of the last missing message
 */
public record Dropped(String group, GroupView.Member from, int precedence, long first, long end) {
    public Dropped {
        Accepted.texts("group", group);
        Accepted.present("from", from, "a GroupView.Member");
    }

    /** {@return the sender: one membership of one process} */
    public SenderId sender() {
        return from.id();
    }

    /** {@return how many messages are missing, 1 or more} */
    public long messages() {
        return end - first;
    }
}
