package org.xpand.protocols.rate;

/**
 * What a strategy remembers of its process's pauses: what is read after one may have waited during it, and tells nothing of how
 * long it travelled. On a machine that pauses again and again some of that is believed all the same. Not thread-safe.
 */
public final class Pause {
    /** So long nothing is believed at most. */
    private static final long PATIENCE_NANOS = 1_000_000_000L;

    private boolean ever;
    private long endNanos;
    private long staleUntilNanos;
    private boolean believed;
    private long believedNanos;
    private long doubted;

    /** The process has slept until now; what is read until a time may have waited. */
    public void ended(long staleUntil, long nowNanos) {
        ever = true;
        endNanos = nowNanos;
        staleUntilNanos = staleUntil;
    }

    /** Whether what is read now may have waited. */
    public boolean isStale(long nowNanos) {
        return ever && nowNanos - staleUntilNanos < 0;
    }

    /** Whether a time measured now is to be believed; asked once for each. */
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

    /** The later one of a time and the end of what may have waited. */
    public long after(long nanos) {
        return ever && staleUntilNanos - nanos > 0 ? staleUntilNanos : nanos;
    }

    /** Times not believed. */
    public long doubted() {
        return doubted;
    }
}
