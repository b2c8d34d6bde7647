package org.xpand.protocols.allocation;

/**
 * Shapes one sender's traffic to its allocation (Xpand §4.2). Tokens are bytes; they arrive at the rate and accumulate up to
 * the burst. A segment may leave while there is no debt, whatever its length, so that one longer than the burst passes too;
 * what it takes beyond the tokens becomes a debt. In any interval t at most rate · t + burst and one
 * segment leave. The bucket begins full. Not thread-safe.
 */
public final class TokenBucket {
    /** The longest wait, about 73 years: keeps times comparable by subtraction. */
    private static final double MAX_WAIT_NANOS = 1L << 61;

    private double rate;
    private double burst;
    /** Debt at {@link #settledNanos}, bytes; negative for available tokens. */
    private double debt;
    private long settledNanos;
    private long readyNanos;

    /**
     * @param rate       bytes per second, 0 or more and finite
     * @param burstBytes tokens the bucket holds, 0 or more and finite
     * @param nowNanos   the time, nanoseconds of the stack's monotonic clock
     * @throws IllegalArgumentException if one is not
     */
    public TokenBucket(double rate, double burstBytes, long nowNanos) {
        check(rate, burstBytes);
        this.rate = rate;
        burst = burstBytes;
        debt = -burstBytes;
        settledNanos = nowNanos;
        readyNanos = nowNanos;
    }

    /**
     * {@return whether a segment may leave now}
     *
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     */
    public boolean mayTake(long nowNanos) {
        return nowNanos - readyNanos >= 0;
    }

    /**
     * A segment leaves, whether or not {@link #mayTake} allows it.
     *
     * @param bytes    its length, 0 or more
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     * @throws IllegalArgumentException if the length is negative
     */
    public void take(int bytes, long nowNanos) {
        if (bytes < 0) {
            throw new IllegalArgumentException("segment of " + bytes + " bytes: accepted are 0 and more");
        }
        settle(nowNanos);
        debt += bytes;
        schedule();
    }

    /**
     * {@return when {@link #mayTake} becomes true if nothing changes: now if it is, about 73 years ahead if the rate is 0}
     *
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     */
    public long readyNanos(long nowNanos) {
        return mayTake(nowNanos) ? nowNanos : readyNanos;
    }

    /**
     * Changes the allocation. A debt is paid at the new rate from now on; tokens beyond the new burst are lost.
     *
     * @param newRate       bytes per second, 0 or more and finite
     * @param newBurstBytes tokens the bucket holds, 0 or more and finite
     * @param nowNanos      the time, nanoseconds of the stack's monotonic clock
     * @throws IllegalArgumentException if one is not; the bucket is then unchanged
     */
    public void rate(double newRate, double newBurstBytes, long nowNanos) {
        check(newRate, newBurstBytes);
        settle(nowNanos);
        rate = newRate;
        burst = newBurstBytes;
        debt = Math.max(debt, -burst);
        schedule();
    }

    /** {@return the rate, bytes per second} */
    public double rate() {
        return rate;
    }

    private void settle(long nowNanos) {
        long elapsed = nowNanos - settledNanos;
        if (elapsed > 0) {
            debt = Math.max(debt - rate * elapsed / 1e9, -burst);
            settledNanos = nowNanos;
        }
    }

    private void schedule() {
        double wait = debt <= 0 ? 0 : Math.min(Math.ceil(debt / rate * 1e9), MAX_WAIT_NANOS);
        readyNanos = settledNanos + (long) wait;
    }

    private static void check(double rate, double burstBytes) {
        if (!(rate >= 0 && rate < Double.POSITIVE_INFINITY && burstBytes >= 0 && burstBytes < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("rate " + rate + " B/s, burst " + burstBytes
                    + " bytes: accepted are finite values from 0 on");
        }
    }
}
