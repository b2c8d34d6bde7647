package org.xpand.protocols.rate;

/**
 * The receive rate in a slow start that doubles the rate as fast as TCP does, and when a receiver reports it. Over a whole round-trip time
 * the rate would be the one before the source's last step, or before its first packet; so what the newest part of it brought counts, and a
 * receiver reports several times in a round-trip time while the rate rises. Rates are bytes per second, times nanoseconds of the one
 * monotonic clock of all calls. Not thread-safe.
 */
public final class SlowStartRate {
    /** Most reports in a round-trip time. */
    public static final int MOST_REPORTS = 8;
    /** The rate of the first packets is their number over this part of the first round-trip time at least. */
    private static final int LEAST_OF_FIRST = 4;
    /** The rate has risen if it is so many times the highest one reported; packets arrive unevenly. */
    private static final double RISEN = 1.05;
    /** How often in a round-trip time the rate is compared with the highest reported one; for each packet would cost too much. */
    private static final int COMPARISONS = 32;
    /**
     * By how much a source in slow start may exceed twice the rate that a receiver reports. That rate is the mean of an eighth of a round-trip
     * time, and the source keeps to it until the next report, which comes as much later; so it is a quarter of a round-trip time
     * old when it counts for the last time, and in that time TCP's rate grows so much.
     */
    public static final double GROWN_SINCE = StrictMath.pow(2, 2.0 / MOST_REPORTS);
    /** A rate that doubles in a round-trip time is 1 / ln 2 times its mean at the end. More is a burst, which is no sign of what the path takes. */
    private static final double MOST_ABOVE_MEAN = 1 / StrictMath.log(2);

    private boolean hasReceived;
    private long firstNanos;
    private long bytesAfterFirst;
    private double highestReported;
    /** When the rate is compared with the highest reported one again. */
    private long compareNanos;

    /** The source's numbers restart: the next packet is the first. */
    public void restart() {
        hasReceived = false;
        highestReported = 0;
    }

    /**
     * A packet arrived.
     *
     * @param bytes    its length in bytes
     * @param nowNanos time now
     */
    public void received(int bytes, long nowNanos) {
        if (hasReceived) {
            bytesAfterFirst += bytes;
        } else {
            hasReceived = true;
            firstNanos = nowNanos;
            bytesAfterFirst = 0;
        }
    }

    /**
     * @param meter    has received the same packets
     * @param rttNanos the round-trip time, positive
     * @param nowNanos time now
     * @return X_recv
     */
    public double rate(ReceiveRateMeter meter, long rttNanos, long nowNanos) {
        long nanos = nowNanos - firstNanos;
        double mean = meter.rate(rttNanos, nowNanos);
        if (nanos < rttNanos) {
            // What came before the numbers restarted counts as well: the source goes on with its rate.
            mean = Math.max(mean, bytesAfterFirst * 1e9 / Math.max(nanos, rttNanos / LEAST_OF_FIRST));
        }
        return Math.max(mean, Math.min(MOST_ABOVE_MEAN * mean, meter.rate(rttNanos / MOST_REPORTS, nowNanos)));
    }

    /**
     * Whether to report at once because the rate has risen. To be asked after each packet.
     *
     * @param meter    has received the same packets
     * @param rttNanos the round-trip time, positive
     * @param nowNanos time now
     * @return whether it has
     */
    public boolean hasRisen(ReceiveRateMeter meter, long rttNanos, long nowNanos) {
        if (nowNanos - compareNanos < 0) {
            return false;
        }
        compareNanos = nowNanos + rttNanos / COMPARISONS;
        return rate(meter, rttNanos, nowNanos) > RISEN * highestReported;
    }

    /**
     * The receiver reported.
     *
     * @param rate     the receive rate that it reported
     * @param rttNanos the round-trip time, positive
     * @param nowNanos time now
     */
    public void reported(double rate, long rttNanos, long nowNanos) {
        highestReported = Math.max(highestReported, rate);
        compareNanos = nowNanos + rttNanos / MOST_REPORTS;
    }

    /**
     * The mean since the first packet.
     *
     * @param rttNanos the round-trip time
     * @param nowNanos time now
     * @return it, 0 if the first packet came now or a round-trip time ago or more
     */
    public double rateSinceFirst(long rttNanos, long nowNanos) {
        long nanos = nowNanos - firstNanos;
        return nanos <= 0 || nanos >= rttNanos ? 0 : bytesAfterFirst * 1e9 / nanos;
    }
}
