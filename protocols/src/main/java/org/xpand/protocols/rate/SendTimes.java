package org.xpand.protocols.rate;

/**
 * When the last packets of a stream left, by number: what a source needs to measure a round-trip time from the number
 * a report echoes (Xpand §4.1). Bounded: the oldest numbers are forgotten. Not thread-safe.
 */
public final class SendTimes {
    private final long[] times;
    private long next;
    private int known;

    /**
     * @param capacity packets to remember, 1 to 2^20, rounded up to a power of two
     */
    public SendTimes(int capacity) {
        if (capacity < 1 || capacity > 1 << 20) {
            throw new IllegalArgumentException("capacity " + capacity + ": accepted are 1 to 1048576");
        }
        times = new long[capacity == 1 ? 1 : Integer.highestOneBit(capacity - 1) << 1];
    }

    /** A packet left. Its number is one more than the previous one's; with any other the memory begins anew. */
    public void sent(long number, long nowNanos) {
        known = number == next || known == 0 ? Math.min(known + 1, times.length) : 1;
        times[slot(number)] = nowNanos;
        next = number + 1;
    }

    /** Whether the number was sent and is remembered. */
    public boolean knows(long number) {
        long age = next - 1 - number;
        return age >= 0 && age < known;
    }

    /** Whether the number is above every number sent. */
    public boolean beyond(long number) {
        return known == 0 || number - next >= 0;
    }

    /**
     * When a packet left.
     *
     * @throws IllegalArgumentException if the number is not known
     */
    public long sentNanos(long number) {
        if (!knows(number)) {
            throw new IllegalArgumentException("packet " + number + " is not remembered");
        }
        return times[slot(number)];
    }

    private int slot(long number) {
        return (int) (number & (times.length - 1));
    }
}
