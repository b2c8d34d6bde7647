package org.xpand.core;

import java.util.OptionalLong;
import org.xpand.protocols.api.SenderId;

/**
 * Messages of one sender that will not be delivered to this node. Immutable.
 *
 * @param group        name of the group
 * @param from         the sender, with its names; only its identity if this node has not yet seen it in a view, or has forgotten it
 * @param first        number of the first lost segment, 0 or more; 0, like {@code end}, for messages that no segment of is known, as between a
 *                     transferred state and the first message after it
 * @param end          number after that of the last lost segment; a message of which a segment is lost is lost as a whole
 * @param firstMessage {@linkplain Message#number() number} of the first lost message to the group; empty if unknown, because no
 *                     message of the sender was received before
 * @param lastMessage  number of the last lost message to the group; empty if unknown, because none has been received after it yet.
 *                     If it is less than {@code firstMessage}, only messages to single members are lost
 */
public record Gap(String group, GroupView.Member from, long first, long end, OptionalLong firstMessage, OptionalLong lastMessage) {
    public Gap {
        Accepted.texts("group", group);
        Accepted.present("from", from, "a GroupView.Member");
        Accepted.present("firstMessage", firstMessage, "an OptionalLong, which may be empty");
        Accepted.present("lastMessage", lastMessage, "an OptionalLong, which may be empty");
    }

    /** {@return the sender: one membership of one process} */
    public SenderId sender() {
        return from.id();
    }

    /** {@return how many segments are lost, 0 if unknown; a message has several if it is long or shares packets with others} */
    public long segments() {
        return end - first;
    }

    static Gap of(String group, GroupView.Member from, long first, long end, long firstMessage, long lastMessage) {
        return new Gap(group, from, first, end, known(firstMessage), known(lastMessage));
    }

    /** Returns this gap with the sender's names, once they are known. */
    Gap named(GroupView.Member named) {
        return new Gap(group, named, first, end, firstMessage, lastMessage);
    }

    private static OptionalLong known(long number) {
        return number < 0 ? OptionalLong.empty() : OptionalLong.of(number);
    }

    String text() {
        String messages = firstMessage.isEmpty() && lastMessage.isEmpty() ? "messages"
                : firstMessage.isEmpty() ? "messages up to " + lastMessage.getAsLong()
                : lastMessage.isEmpty() ? "messages from " + firstMessage.getAsLong() + " on"
                : lastMessage.getAsLong() < firstMessage.getAsLong() ? "messages to single members"
                : "messages " + firstMessage.getAsLong() + " to " + lastMessage.getAsLong();
        return messages + " of sender " + from.label() + " are lost to this node"
                + (end > first ? " (segments " + first + " to " + (end - 1) + ")" : "");
    }
}
