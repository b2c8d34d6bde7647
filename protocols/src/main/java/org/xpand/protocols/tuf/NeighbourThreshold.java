package org.xpand.protocols.tuf;

/**
 * Remembers K of the hop at the other end of a link, as its probes tell it, for the hop that takes its place: another
 * delegate of that site, which would have to find out again what the link carries. Not thread-safe.
 */
final class NeighbourThreshold {
    private static final int MAX_HALVINGS = 32;

    private final long silenceNanos;
    private long incarnation;
    private long heardNanos;
    private FoundThreshold newest = FoundThreshold.UNKNOWN;
    private FoundThreshold predecessor = FoundThreshold.UNKNOWN;

    /**
     * @param silenceNanos after each so long a time without a probe K counts for half, as K without answers does
     */
    NeighbourThreshold(long silenceNanos) {
        this.silenceNanos = silenceNanos;
    }

    /** A probe of the hop with this incarnation tells its K. */
    void told(long proberIncarnation, FoundThreshold threshold, long nowNanos) {
        if (proberIncarnation != incarnation) {
            long halvings = Math.min(MAX_HALVINGS, (nowNanos - heardNanos) / silenceNanos);
            predecessor = newest.known() ? new FoundThreshold(newest.threshold() >> halvings, newest.searching())
                    : FoundThreshold.UNKNOWN;
        }
        incarnation = proberIncarnation;
        heardNanos = nowNanos;
        newest = threshold;
    }

    /** K of the hop before the one that was heard last. */
    FoundThreshold predecessor() {
        return predecessor;
    }
}
