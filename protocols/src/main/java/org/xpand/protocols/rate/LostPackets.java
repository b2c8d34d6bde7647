package org.xpand.protocols.rate;

import java.util.Arrays;

/**
 * The recently lost packets, as runs of consecutive ones, so that loss events can be recomputed with another RTT or
 * without a late packet (TFMCC App. A, RFC 4654 §5.1). Positions count packets of the stream, received or lost.
 * Bounded: the oldest runs are dropped. Not thread-safe.
 */
final class LostPackets {
    /** Runs kept: with one loss in a hundred packets they cover some six thousand packets. */
    static final int MAX_RUNS = 64;

    private final long[] first = new long[MAX_RUNS + 1];
    private final long[] count = new long[MAX_RUNS + 1];
    private final long[] firstNanos = new long[MAX_RUNS + 1];
    private final long[] lastNanos = new long[MAX_RUNS + 1];
    private final long[] rttNanos = new long[MAX_RUNS + 1];
    private int runs;
    private long completeFrom = Long.MIN_VALUE;

    /** The position from which on every lost packet is known. */
    long completeFrom() {
        return completeFrom;
    }

    int runs() {
        return runs;
    }

    /** Position of the first packet of a run. */
    long first(int run) {
        return first[run];
    }

    /** Packets in a run. */
    long count(int run) {
        return count[run];
    }

    /** When a packet of a run would have arrived; {@code index} counts from 0. */
    long nanos(int run, long index) {
        long steps = count[run] - 1;
        if (steps == 0) {
            return firstNanos[run];
        }
        long span = lastNanos[run] - firstNanos[run];
        return firstNanos[run] + span / steps * index + span % steps * index / steps;
    }

    /** The RTT when the run was lost. */
    long rttNanos(int run) {
        return rttNanos[run];
    }

    /** All known runs were lost at another RTT than was believed. */
    void correctRtt(long nanos) {
        Arrays.fill(rttNanos, nanos);
    }

    /** A run of packets was lost after all others, at an RTT. */
    void add(long position, long packets, long nanosOfFirst, long nanosOfLast, long rtt) {
        if (runs == MAX_RUNS) {
            forgetOldest();
        }
        rttNanos[runs] = rtt;
        set(runs++, position, packets, nanosOfFirst, nanosOfLast);
    }

    /** A packet has arrived after all; returns whether it was known as lost. */
    boolean found(long position) {
        int run = runs - 1;
        while (run >= 0 && first[run] > position) {
            run--;
        }
        long index = run < 0 ? 0 : position - first[run];
        if (run < 0 || index >= count[run]) {
            return false;
        }
        split(run, index);
        return true;
    }

    private void split(int run, long index) {
        long before = index;
        long after = count[run] - index - 1;
        long nextNanos = nanos(run, index + 1);
        long previousNanos = nanos(run, index - 1);
        long last = lastNanos[run];
        long next = first[run] + index + 1;
        if (before > 0) {
            set(run, first[run], before, firstNanos[run], previousNanos);
            if (after > 0) {
                insert(run + 1, next, after, nextNanos, last);
            }
        } else if (after > 0) {
            set(run, next, after, nextNanos, last);
        } else {
            remove(run);
        }
    }

    private void insert(int run, long position, long packets, long nanosOfFirst, long nanosOfLast) {
        move(run, run + 1);
        rttNanos[run] = rttNanos[run - 1];
        set(run, position, packets, nanosOfFirst, nanosOfLast);
        runs++;
        if (runs > MAX_RUNS) {
            forgetOldest();
        }
    }

    private void forgetOldest() {
        completeFrom = first[0] + count[0];
        remove(0);
    }

    private void remove(int run) {
        move(run + 1, run);
        runs--;
    }

    private void move(int from, int to) {
        int length = runs - from;
        System.arraycopy(first, from, first, to, length);
        System.arraycopy(count, from, count, to, length);
        System.arraycopy(firstNanos, from, firstNanos, to, length);
        System.arraycopy(lastNanos, from, lastNanos, to, length);
        System.arraycopy(rttNanos, from, rttNanos, to, length);
    }

    private void set(int run, long position, long packets, long nanosOfFirst, long nanosOfLast) {
        first[run] = position;
        count[run] = packets;
        firstNanos[run] = nanosOfFirst;
        lastNanos[run] = nanosOfLast;
    }
}
