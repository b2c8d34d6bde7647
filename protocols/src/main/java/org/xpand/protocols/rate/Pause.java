package org.xpand.protocols.rate;

/**
 * A strategy's record of its process's pauses: packets read after one may have waited during it, and their delay is no travel
 * time. On a machine that pauses repeatedly some of them are still used. Not thread-safe.
 */
public final class Pause {
    /** Longest time without any used value. */
    private static final long PATIENCE_NANOS = 1_000_000_000L;

    private boolean ever;
    private long endNanos;
    private long staleUntilNanos;
    private boolean believed;
    private long believedNanos;
    private long doubted;

    /** The process has slept until now; packets read until a time may have waited. */
    public void ended(long staleUntil, long nowNanos) {
        ever = true;
        endNanos = nowNanos;
        staleUntilNanos = staleUntil;
    }

    /** Whether a packet that is read now may have waited. */
    public boolean isStale(long nowNanos) {
        return ever && nowNanos - staleUntilNanos < 0;
    }

    /** Whether a time measured now is to be used; called once for each. */
    public boolean believes(long nowNanos) {
        if (isStale(nowNanos) && believed && nowNanos - believedNanos < PATIENCE_NANOS) {
            doubted++;
            return false;
        }
        believed = true;
        believedNanos = nowNanos;
        return true;
    }

    /** Whether the last pause ended at a time or later. */
    public boolean endedSince(long nanos) {
        return ever && endNanos - nanos >= 0;
    }

    /** The later of a time and the time until which packets may have waited. */
    public long after(long nanos) {
        return ever && staleUntilNanos - nanos > 0 ? staleUntilNanos : nanos;
    }

    /** Times not used. */
    public long doubted() {
        return doubted;
    }
}
