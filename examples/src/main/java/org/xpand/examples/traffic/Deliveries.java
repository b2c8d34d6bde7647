package org.xpand.examples.traffic;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.xpand.core.Gap;
import org.xpand.protocols.api.SenderId;

/** What one member has received: counts and order by source, and latencies. Thread-safe. */
final class Deliveries {
    /** Maximum number of sources that are distinguished; messages of others count as foreign. */
    static final int MAX_SOURCES = 4096;

    private final Latencies sinceIntended = new Latencies();
    private final Latencies sinceSent = new Latencies();
    private final Map<SenderId, SequenceChecker> sources = new TreeMap<>();
    private long messages;
    private long bytes;
    private long foreign;

    /**
     * What was delivered from one source.
     *
     * @param id         the sender
     * @param delivered  distinct messages
     * @param duplicates repeated deliveries
     * @param reordered  messages after a later one
     * @param gaps       numbers missing between the first and the last
     * @param reported       missing numbers that were reported to the member
     * @param first      lowest number, starting at 0
     * @param last       highest number
     */
    record Source(SenderId id, long delivered, long duplicates, long reordered, long gaps, long reported, long first, long last) {
    }

    /** Records a message that arrived at this time of day; returns its fields, or null if it is from another program. */
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

    /** Records messages of a load that are reported as lost. The first message of a load to its group has the number 1. */
    synchronized void reported(Gap gap) {
        SequenceChecker source = sources.get(gap.sender());
        if (source != null) {
            source.reported(gap.firstMessage().orElse(0) - 1, gap.lastMessage().orElse(0) - 1);
        }
    }

    /** Returns all sources so far, ordered by id. */
    synchronized List<Source> sources() {
        List<Source> all = new ArrayList<>();
        sources.forEach((id, checker) -> all.add(new Source(id, checker.delivered(), checker.duplicates(),
                checker.reordered(), checker.missing(), checker.reportedMissing(), checker.first(), checker.last())));
        return all;
    }

    /** Returns the delivered messages, including those of other programs. */
    synchronized long messages() {
        return messages;
    }

    /** Returns their payload, bytes. */
    synchronized long bytes() {
        return bytes;
    }

    /** Returns the messages that are not of a load. */
    synchronized long foreign() {
        return foreign;
    }

    /** Returns latencies from the time when a message was due. */
    Latencies sinceIntended() {
        return sinceIntended;
    }

    /** Returns latencies from the time when a message was passed to the group. */
    Latencies sinceSent() {
        return sinceSent;
    }
}
