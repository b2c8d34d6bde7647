package org.xpand.protocols.reliability;

import org.xpand.protocols.wire.WireWriter;

/**
 * How long stable segments are kept because processes that lack them may return: processes that have vanished from this site, for which
 * other sites are asked to keep them too, and those of other sites. Not thread-safe.
 */
final class KeptForReturn {
    private static final long NANOS_PER_MILLI = 1_000_000;
    /** The longest time that a request can name: 49 days. */
    private static final long MOST_MILLIS = 0xFFFF_FFFFL;

    private final long retentionNanos;
    private boolean keeps;
    private boolean asks;
    private long untilNanos;
    private long forOthersUntilNanos;

    /** @param retentionNanos the longest time that they are kept after a request */
    KeptForReturn(long retentionNanos) {
        this.retentionNanos = retentionNanos;
    }

    /** Whether stable segments are kept. */
    boolean keeps() {
        return keeps;
    }

    /**
     * Processes have vanished from this site.
     *
     * @return whether nothing was kept before
     */
    boolean keep(long nowNanos) {
        untilNanos = nowNanos + retentionNanos;
        asks = true;
        return begin();
    }

    /**
     * Another site asks to keep stable segments for so many milliseconds.
     *
     * @return whether nothing was kept before
     */
    boolean keepForOthers(long millis, long nowNanos) {
        forOthersUntilNanos = nowNanos + Math.min(millis * NANOS_PER_MILLI, retentionNanos);
        return begin();
    }

    private boolean begin() {
        boolean begins = !keeps;
        keeps = true;
        return begins;
    }

    /** Ends what has lasted for long enough; returns whether stable segments are no longer kept from now on. */
    boolean expire(long nowNanos) {
        asks &= nowNanos - untilNanos < 0;
        boolean ends = keeps && !asks && nowNanos - forOthersUntilNanos >= 0;
        keeps &= !ends;
        return ends;
    }

    /** Writes the request to keep stable segments, if there is one. */
    void writeRequest(WireWriter out, long nowNanos) {
        if (asks && untilNanos - nowNanos > 0) {
            int start = FrameType.begin(out, FrameType.KEEP);
            out.putInt((int) Math.min(MOST_MILLIS, (untilNanos - nowNanos) / NANOS_PER_MILLI));
            FrameType.end(out, start);
        }
    }
}
