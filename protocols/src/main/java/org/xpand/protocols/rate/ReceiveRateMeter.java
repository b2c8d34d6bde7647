package org.xpand.protocols.rate;

/**
 * The rate at which bytes arrived over about the last round-trip time (RFC 5348 §6.2 step 2).
 *
 * <p>Instead of every packet it remembers a mark about every sixteenth of a round-trip time, so that memory is bounded
 * and a packet costs the same at any rate. The window reaches back to the newest mark that is at least a round-trip
 * time old; it is at most an eighth longer than requested. Before the first round-trip time is over, what has arrived
 * is divided by the whole round-trip time. Not thread-safe.
 */
public final class ReceiveRateMeter {
    private static final int MARKS_PER_RTT = 16;
    /** Marks kept: four round-trip times, so that a window still fits after the round-trip time has grown. */
    private static final int MARKS = 64;

    private final long[] times = new long[MARKS];
    private final long[] totalsBefore = new long[MARKS];
    private final long[] totalsAfter = new long[MARKS];
    private long marks;
    private long total;

    /**
     * A packet arrived.
     *
     * @param bytes    its length in bytes, positive
     * @param rttNanos round-trip time over which the rate will be requested, nanoseconds, positive
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     */
    public void received(int bytes, long rttNanos, long nowNanos) {
        total += bytes;
        if (marks == 0 || nowNanos - times[slot(marks - 1)] >= rttNanos / MARKS_PER_RTT) {
            int slot = slot(marks++);
            times[slot] = nowNanos;
            totalsBefore[slot] = total - bytes;
            totalsAfter[slot] = total;
        }
    }

    /**
     * The rate over the last round-trip time.
     *
     * @param rttNanos how far to look back, nanoseconds, positive
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     * @return bytes per second, 0 or more: X_recv of RFC 5348 §6.2
     */
    public double rate(long rttNanos, long nowNanos) {
        long oldest = Math.max(0, marks - MARKS);
        for (long mark = marks - 1; mark >= oldest; mark--) {
            long age = nowNanos - times[slot(mark)];
            if (age >= rttNanos) {
                return age - rttNanos <= rttNanos / 8
                        ? perSecond(totalsAfter[slot(mark)], age)
                        : perSecond(mark + 1 < marks ? totalsBefore[slot(mark + 1)] : total, rttNanos);
            }
        }
        return oldest == 0
                ? perSecond(0, rttNanos)
                : perSecond(totalsAfter[slot(oldest)], Math.max(1, nowNanos - times[slot(oldest)]));
    }

    private double perSecond(long totalAtStart, long nanos) {
        return (total - totalAtStart) * 1e9 / nanos;
    }

    private static int slot(long mark) {
        return (int) (mark & (MARKS - 1));
    }
}
