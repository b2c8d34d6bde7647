package org.xpand.protocols.rate;

/**
 * How much later than in order packets of one path arrive, by their delay and that of the packets that have overtaken them. Paths over
 * several links or radio cells reorder: a missing packet may then still arrive long after three later ones, which counts as a loss
 * elsewhere (RFC 5348 §5.1, RFC 5681 §3.2). Waiting for a time learned from the path is RACK's reordering window (RFC 8985 §6.2); a receiver
 * sees the lateness itself, and need not guess it from parts of the round-trip time. Not thread-safe.
 */
public final class Reordering {
    /** The longest lateness counts for one to two such times. */
    static final long SPAN_NANOS = 10_000_000_000L;
    /** How much longer than the longest lateness seen the window is. */
    static final double MARGIN = 1.25;

    private boolean started;
    private long newestNumber;
    private long newestDelayNanos;
    private long longestNanos;
    private long formerNanos;
    private long spanEndNanos;

    /**
     * A packet arrived; each number is passed in at most once.
     *
     * @param number     the packet's number in its stream
     * @param delayNanos when it arrived less when it was sent, nanoseconds; the clocks' difference does not matter
     * @param nowNanos   time now, nanoseconds of the one monotonic clock of all calls
     */
    public void arrived(long number, long delayNanos, long nowNanos) {
        if (!started || number > newestNumber) {
            started = true;
            newestNumber = number;
            newestDelayNanos = delayNanos;
        } else {
            late(delayNanos - newestDelayNanos, nowNanos);
        }
        if ((longestNanos | formerNanos) != 0 && nowNanos - spanEndNanos >= 0) {
            formerNanos = longestNanos;
            longestNanos = 0;
            spanEndNanos = nowNanos + SPAN_NANOS;
        }
    }

    private void late(long nanos, long nowNanos) {
        if (nanos > 0) {
            if ((longestNanos | formerNanos) == 0) {
                spanEndNanos = nowNanos + SPAN_NANOS;
            }
            longestNanos = Math.max(longestNanos, nanos);
        }
    }

    /** The next packet is the first of other numbers; what was learned is kept. */
    public void restart() {
        started = false;
    }

    /**
     * For how long a missing packet may still arrive after a later one has.
     *
     * @return nanoseconds; 0 if no packet came out of order in the last ten seconds, or twenty
     */
    public long windowNanos() {
        return (long) (MARGIN * Math.max(longestNanos, formerNanos));
    }
}
