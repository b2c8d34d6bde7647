package org.xpand.core;

import java.util.OptionalLong;
import org.xpand.protocols.api.SenderId;

/**
 * Messages that will not be delivered here.
 *
 * @param group        the group
 * @param from         whose messages they are, with names for people; by its identity alone if this node has not seen it in a view yet, or
 *                     has forgotten it
 * @param first        number of the first segment that is lost
 * @param end          number after the last one; every message of which a segment is lost is lost as a whole
 * @param firstMessage {@linkplain Message#number() number} of the first message to the group that is lost; empty if it is not
 *                     known, since nothing of the sender had come before
 * @param lastMessage  number of the last one; empty if it is not known, since nothing has come after them yet. If it is less
 *                     than {@code firstMessage} only messages to single members are lost
 */
public record Gap(String group, GroupView.Member from, long first, long end, OptionalLong firstMessage, OptionalLong lastMessage) {
    /** Whose messages they are: one membership of one process. */
    public SenderId sender() {
        return from.id();
    }

    /** How many segments are lost; a message is one, or several where it is long or shares packets with others. */
    public long segments() {
        return end - first;
    }

    static Gap of(String group, GroupView.Member from, long first, long end, long firstMessage, long lastMessage) {
        return new Gap(group, from, first, end, known(firstMessage), known(lastMessage));
    }

    /** The same of a sender whose names are known now. */
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
        return messages + " of sender " + from.label() + " are lost to this node (segments " + first + " to " + (end - 1) + ")";
    }
}
