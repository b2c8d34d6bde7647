package org.xpand.protocols.mca;

/**
 * Arrival times and sizes of the last packets: computes how many bytes left the network in a span of
 * time before the newest packet. Between two arrivals bytes are assumed to flow evenly, as in the paper's fluid model.
 * Bounded: longer spans than remembered are extrapolated.
 */
final class McaArrivals {
    private static final int CAPACITY = 64;

    private final long[] times = new long[CAPACITY];
    private final long[] totals = new long[CAPACITY];
    private long count;
    private long total;

    void received(int bytes, long nowNanos) {
        total += bytes;
        times[slot(count)] = nowNanos;
        totals[slot(count)] = total;
        count++;
    }

    /**
     * Bytes that arrived in the last span before the newest arrival.
     *
     * @param spanNanos not negative
     */
    double bytesWithin(long spanNanos) {
        if (count < 2 || spanNanos == 0) {
            return 0;
        }
        long newest = times[slot(count - 1)];
        long oldest = Math.max(0, count - CAPACITY);
        for (long i = count - 2; i >= oldest; i--) {
            long age = newest - times[slot(i)];
            if (age >= spanNanos) {
                long step = times[slot(i + 1)] - times[slot(i)];
                double before = (double) (age - spanNanos) / Math.max(1, step);
                return total - totals[slot(i)] - before * (totals[slot(i + 1)] - totals[slot(i)]);
            }
        }
        double remembered = total - totals[slot(oldest)];
        long span = newest - times[slot(oldest)];
        return span == 0 ? remembered : remembered * spanNanos / span;
    }

    private static int slot(long index) {
        return (int) (index & (CAPACITY - 1));
    }
}
