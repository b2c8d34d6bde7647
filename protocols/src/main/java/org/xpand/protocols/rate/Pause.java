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
    private long ignored;

    /**
     * The process has slept until now; packets read until a time may have waited.
     *
     * @param staleUntil that time, nanoseconds of the same clock
     * @param nowNanos   time now, nanoseconds of the one monotonic clock of all calls
     */
    public void ended(long staleUntil, long nowNanos) {
        ever = true;
        endNanos = nowNanos;
        staleUntilNanos = staleUntil;
    }

    /**
     * Whether a packet that is read now may have waited.
     *
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     * @return whether its delay is no travel time
     */
    public boolean isStale(long nowNanos) {
        return ever && nowNanos - staleUntilNanos < 0;
    }

    /**
     * Whether a time measured now is to be used; called once for each.
     *
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     * @return true if the packet cannot have waited, or if none was used in the last second
     */
    public boolean believes(long nowNanos) {
        if (isStale(nowNanos) && believed && nowNanos - believedNanos < PATIENCE_NANOS) {
            doubted++;
            return false;
        }
        believed = true;
        believedNanos = nowNanos;
        return true;
    }

    /**
     * Whether the delay of a packet that is read now is not to be used; called once for each packet.
     *
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     * @return as {@link #isStale}
     */
    public boolean ignores(long nowNanos) {
        boolean stale = isStale(nowNanos);
        ignored += stale ? 1 : 0;
        return stale;
    }

    /**
     * Whether the last pause ended at a time or later.
     *
     * @param nanos the time, nanoseconds of the same clock
     * @return false, too, if there was no pause
     */
    public boolean endedSince(long nanos) {
        return ever && endNanos - nanos >= 0;
    }

    /**
     * The later of a time and the time until which packets may have waited.
     *
     * @param nanos the time, nanoseconds of the same clock
     * @return nanoseconds of the same clock; {@code nanos} if there was no pause
     */
    public long after(long nanos) {
        return ever && staleUntilNanos - nanos > 0 ? staleUntilNanos : nanos;
    }

    /**
     * Measured times that were not used.
     *
     * @return how many {@link #believes} has refused
     */
    public long doubted() {
        return doubted;
    }

    /**
     * Packets whose delay was not used.
     *
     * @return how many {@link #ignores} has refused
     */
    public long ignored() {
        return ignored;
    }
}
