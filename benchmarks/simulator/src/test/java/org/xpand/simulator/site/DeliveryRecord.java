package org.xpand.simulator.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.xpand.alm.site.GroupLimit;
import org.xpand.protocols.api.SenderId;

/**
 * What every process receives: of each sender, how much, what is missing and how long it was silent, and the gaps and limits that are reported.
 * Messages begin with their number at their sender, 8 bytes, from 0 on; a number that is repeated or comes too late fails the test.
 */
final class DeliveryRecord implements SimulatedProcess.Observer {
    private final Map<SimulatedProcess, Map<SenderId, Stream>> received = new HashMap<>();
    private final Map<SimulatedProcess, List<GroupLimit>> limits = new HashMap<>();
    private final Map<SimulatedProcess, Long> gaps = new HashMap<>();
    private long silenceFromNanos = Long.MAX_VALUE;

    /** What one process receives of one sender. */
    static final class Stream {
        private long first = -1;
        /** The number that is expected next. */
        long next;
        /** How many numbers were skipped since the first message. */
        long lost;
        /** When the last message arrived. */
        long lastNanos;
        long count;
        private long silenceNanos;
    }

    @Override
    public void delivered(SimulatedProcess at, SenderId sender, byte[] payload, long nowNanos) {
        long number = ByteBuffer.wrap(payload).getLong();
        Stream of = received.computeIfAbsent(at, key -> new TreeMap<>()).computeIfAbsent(sender, key -> new Stream());
        if (of.first < 0) {
            of.first = number;
        } else {
            assertThat(number).as("at %s of %s", at.id(), sender).isGreaterThanOrEqualTo(of.next);
            of.lost += number - of.next;
        }
        if (of.count > 0) {
            of.silenceNanos = Math.max(of.silenceNanos, nowNanos - Math.max(of.lastNanos, Math.min(silenceFromNanos, nowNanos)));
        }
        of.lastNanos = nowNanos;
        of.next = number + 1;
        of.count++;
    }

    @Override
    public void gap(SimulatedProcess at, SenderId sender, long first, long end) {
        gaps.merge(at, end - first, Long::sum);
    }

    @Override
    public void limited(SimulatedProcess at, List<GroupLimit> now) {
        limits.put(at, now);
    }

    /** Forgets earlier silences; those that last count from now on. */
    void countSilenceFrom(long nowNanos) {
        silenceFromNanos = nowNanos;
        received.values().forEach(of -> of.values().forEach(each -> each.silenceNanos = 0));
    }

    /** Returns a sender's longest silence at a process since {@link #countSilenceFrom}, including one that lasts. */
    long silenceNanos(SimulatedProcess at, SenderId sender, long nowNanos) {
        Stream of = of(at, sender);
        return Math.max(of.silenceNanos, nowNanos - Math.max(of.lastNanos, silenceFromNanos));
    }

    /** Whether a process has received anything. */
    boolean has(SimulatedProcess at) {
        return received.containsKey(at);
    }

    /** Returns what a process, which has received something, has of each sender. */
    Map<SenderId, Stream> of(SimulatedProcess at) {
        return received.get(at);
    }

    /** Returns what a process has of a sender; null if nothing. */
    Stream of(SimulatedProcess at, SenderId sender) {
        return of(at).get(sender);
    }

    /** Returns the number after the highest one that any process has received of a sender. */
    long end(SenderId sender) {
        return received.values().stream().map(of -> of.get(sender)).filter(of -> of != null).mapToLong(of -> of.next).max().orElseThrow();
    }

    /** Returns the limits that were reported last at each process. */
    Map<SimulatedProcess, List<GroupLimit>> limits() {
        return limits;
    }

    /** Returns how many segments were reported as lost at each process. */
    Map<SimulatedProcess, Long> gaps() {
        return gaps;
    }
}
