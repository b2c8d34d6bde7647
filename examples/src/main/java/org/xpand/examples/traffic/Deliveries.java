package org.xpand.examples.traffic;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.xpand.core.Gap;
import org.xpand.protocols.api.SenderId;

/** What one member has been handed: counts and order by source, and latencies. Safe for several threads. */
final class Deliveries {
    /** Sources that are told apart; messages of more count as foreign. */
    static final int MAX_SOURCES = 4096;

    private final Latencies sinceIntended = new Latencies();
    private final Latencies sinceSent = new Latencies();
    private final Map<SenderId, SequenceChecker> sources = new TreeMap<>();
    private long messages;
    private long bytes;
    private long foreign;

    /**
     * What was delivered of one source.
     *
     * @param id         who sent it
     * @param delivered  different messages
     * @param duplicates messages handed over once more
     * @param reordered  messages behind a later one
     * @param gaps       numbers missing between the first and the last
     * @param told       those of them that the member was told of
     * @param first      least number, from 0
     * @param last       greatest number
     */
    record Source(SenderId id, long delivered, long duplicates, long reordered, long gaps, long told, long first, long last) {
    }

    /** Takes a message that arrived at this time of day; answers its fields, or null if another program sent it. */
    synchronized TrafficMessage take(SenderId sender, byte[] payload, long nowNanos) {
        messages++;
        bytes += payload.length;
        TrafficMessage message = TrafficMessage.decode(payload).orElse(null);
        if (message == null || !sources.containsKey(sender) && sources.size() >= MAX_SOURCES) {
            foreign++;
            return null;
        }
        sources.computeIfAbsent(sender, id -> new SequenceChecker()).take(message.sequence());
        sinceIntended.record(nowNanos - message.intendedNanos());
        sinceSent.record(nowNanos - message.sentNanos());
        return message;
    }

    /** The member is told that messages of a load will not come. The first message of a load to its group has the number 1. */
    synchronized void told(Gap gap) {
        SequenceChecker source = sources.get(gap.sender());
        if (source != null) {
            source.told(gap.firstMessage().orElse(0) - 1, gap.lastMessage().orElse(0) - 1);
        }
    }

    /** Every source so far, in the order of their ids. */
    synchronized List<Source> sources() {
        List<Source> all = new ArrayList<>();
        sources.forEach((id, checker) -> all.add(new Source(id, checker.delivered(), checker.duplicates(),
                checker.reordered(), checker.missing(), checker.toldMissing(), checker.first(), checker.last())));
        return all;
    }

    /** Messages handed over, those of other programs included. */
    synchronized long messages() {
        return messages;
    }

    /** Their payload. */
    synchronized long bytes() {
        return bytes;
    }

    /** Messages that no load sent. */
    synchronized long foreign() {
        return foreign;
    }

    /** From the moment a message was due. */
    Latencies sinceIntended() {
        return sinceIntended;
    }

    /** From the moment a message was handed to the group. */
    Latencies sinceSent() {
        return sinceSent;
    }
}
