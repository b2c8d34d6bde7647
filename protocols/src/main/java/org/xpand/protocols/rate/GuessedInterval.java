package org.xpand.protocols.rate;

/**
 * Keeps a first loss interval in agreement with the rate from which it was derived. Not thread-safe.
 *
 * <ul>
 * <li>With longer packets it would be another rate. In slow start packets are often short, since their messages do not wait for each other yet.
 * <li>It is derived with an average of the round-trip time from before the queue was full. When the average rises to what it was at the overflow,
 *     the rate would fall as its square; TCP's window is a number of packets, which the full queue has room for. It follows for some round-trip
 *     times only: a source that is alone would keep the queue full for good, and a flow that comes later would find no room there.
 * <li>It is derived from what came out of the full queue, and that had entered it while the rate was still lower. Half of what was sent in the
 *     round-trip time after the first lost packet is TCP's rate after slow start (RFC 5681 §3.1). If it is higher it replaces the other, but not
 *     by more than came out: a source that is alone would fill the queue again.
 * </ul>
 */
public final class GuessedInterval {
    /** It follows in steps of this part of the size. */
    private static final double STEP = 0.01;
    /**
     * The rate is kept up to this part of the round-trip time at the overflow: with all of it, a source that is alone would fill the queue again
     * at once. With a long queue TCP's window fills it to a half.
     */
    private static final double KEPT = 0.9;
    /** So many round-trip times after the overflow the average knows it. */
    private static final int FOLLOWED_RTTS = 16;

    private final LossHistory history;
    /** The size with which it agrees; 0 while there is no guess. */
    private double bytes;
    /** The round-trip time with which it agrees. */
    private double rttNanos;
    /** The one at the overflow. */
    private double fullNanos;
    /** The rate from which it was derived, bytes per second; 0 once it has been compared with what was in flight. */
    private double bytesPerSecond;
    private long madeNanos;
    private long receivedBefore;
    private long lostBefore;

    /** @param history the history whose first interval it is */
    public GuessedInterval(LossHistory history) {
        this.history = history;
    }

    /**
     * The interval is derived from a rate now.
     *
     * @param meanBytes mean size of packets, bytes, positive
     * @param rttNanos  the round-trip time with which it is derived, nanoseconds, positive
     * @param fullNanos the one of the newest packet, which found the queue full, nanoseconds, positive
     * @param rate      the rate, bytes per second, positive
     * @param nowNanos  time now, nanoseconds of the one monotonic clock of all calls
     */
    public void made(double meanBytes, long rttNanos, long fullNanos, double rate, long nowNanos) {
        bytes = meanBytes;
        this.rttNanos = rttNanos;
        this.fullNanos = fullNanos;
        bytesPerSecond = rate;
        madeNanos = nowNanos;
        receivedBefore = history.received();
        lostBefore = history.lost();
    }

    /**
     * The round-trip time was measured for the first time, and the loss history has corrected the interval for it.
     *
     * @param nanos nanoseconds, positive
     */
    public void corrected(long nanos) {
        fullNanos += nanos - rttNanos;
        rttNanos = nanos;
    }

    /**
     * The round-trip time with which rates are computed has changed.
     *
     * @param nanos    nanoseconds, positive
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     */
    public void followRtt(long nanos, long nowNanos) {
        double longer = Math.min(nanos, KEPT * fullNanos);
        if (bytes > 0 && longer > (1 + STEP) * rttNanos && nowNanos - madeNanos <= FOLLOWED_RTTS * fullNanos) {
            history.scaleGuess(longer * longer / (rttNanos * rttNanos));
            rttNanos = longer;
        }
    }

    /**
     * A packet has arrived.
     *
     * @param meanBytes mean size of packets now, bytes, positive
     * @param nowNanos  time now, nanoseconds of the one monotonic clock of all calls
     */
    public void follow(double meanBytes, long nowNanos) {
        followSize(meanBytes);
        double longest = Math.max(rttNanos, fullNanos);
        if (bytesPerSecond > 0 && nowNanos - madeNanos >= longest) {
            double sent = history.received() - receivedBefore + history.lost() - lostBefore;
            double rate = Math.min(sent / 2, history.received() - receivedBefore) * bytes * 1e9 / (nowNanos - madeNanos);
            if (rate > bytesPerSecond) {
                history.scaleGuess(rate * rate / (bytesPerSecond * bytesPerSecond));
            }
            bytesPerSecond = 0;
        }
    }

    private void followSize(double meanBytes) {
        if (bytes > 0 && Math.abs(meanBytes - bytes) > STEP * bytes) {
            history.scaleGuess(bytes * bytes / (meanBytes * meanBytes));
            bytes = meanBytes;
        }
    }
}
