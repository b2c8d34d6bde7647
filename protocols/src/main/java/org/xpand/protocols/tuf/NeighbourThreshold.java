package org.xpand.protocols.tuf;

/**
 * Remembers K of the hop at the other end of a link, as announced in its probes, for the hop that replaces it: that of the
 * site's next delegate, which would otherwise have to search for the link's capacity again. Not thread-safe.
 */
final class NeighbourThreshold {
    private static final int MAX_HALVINGS = 32;

    private final long silenceNanos;
    private long incarnation;
    private long receivedNanos;
    private FoundThreshold newest = FoundThreshold.UNKNOWN;
    private FoundThreshold predecessor = FoundThreshold.UNKNOWN;

    /**
     * @param silenceNanos time without a probe after which K is halved, again and again, as K without answers is
     */
    NeighbourThreshold(long silenceNanos) {
        this.silenceNanos = silenceNanos;
    }

    /** A probe of the hop with this incarnation announces its K. */
    void announced(long proberIncarnation, FoundThreshold threshold, long nowNanos) {
        if (proberIncarnation != incarnation) {
            long halvings = Math.min(MAX_HALVINGS, (nowNanos - receivedNanos) / silenceNanos);
            predecessor = newest.known() ? new FoundThreshold(newest.threshold() >> halvings, newest.searching())
                    : FoundThreshold.UNKNOWN;
        }
        incarnation = proberIncarnation;
        receivedNanos = nowNanos;
        newest = threshold;
    }

    /** K of the hop before the present one. */
    FoundThreshold predecessor() {
        return predecessor;
    }
}
