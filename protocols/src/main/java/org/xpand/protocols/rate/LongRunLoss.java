package org.xpand.protocols.rate;

/**
 * The loss event rate of one receiver over many more intervals than its rate follows, used to correct an estimate that is
 * the worst of several receivers'.
 *
 * <p>The mean of eight loss intervals varies by a third. A source that follows the least of the rates of n such receivers follows
 * the unluckiest: the least of n normal deviates is expected d(n) deviations below their mean. So an estimate p is reduced to
 * as little as p e^(−d σ_p) if the long run shows that it was bad luck, and for the long run itself, which varies too, half of
 * its d σ is subtracted: a compromise between all receivers being equal and this one being worse (order statistics: Blom, 1958;
 * corrections bounded by the deviation: Efron and Morris, 1971). A receiver that is really worse is followed at once as far as luck
 * cannot explain it, and completely when the long run shows it. Not thread-safe.
 */
public final class LongRunLoss {
    /** Receivers whose rate is more than so many times the least one are not considered the worst by bad luck. */
    public static final double CONTENDING = 2.2;

    /** Events before which the long run is not used: as many as in an estimate. */
    private static final double LEAST_EVENTS = 8;
    /** σ_p: standard deviation of the logarithm of a mean of eight weighted intervals. */
    private static final double DEVIATION = 0.35;

    private final double keep;
    private final double deviation;
    private double events;
    private double packets;
    private boolean begun;
    private long seen;

    /**
     * A long run without an event.
     *
     * @param intervals 1 / (1 − f), where f is the factor of each loss event on the weight of earlier data, 2 or more
     */
    public LongRunLoss(double intervals) {
        this.keep = 1 - 1 / intervals;
        // The variance of an exponentially weighted mean of independent intervals, each with a deviation equal to its mean.
        this.deviation = Math.sqrt((1 - keep) / (1 + keep));
    }

    /**
     * Adds the events since the last call. Packets before the first event do not count: they depend on the start.
     *
     * @param newEvents  loss events; negative if some were cancelled
     * @param newPackets packets sent, lost or not
     */
    public void add(long newEvents, long newPackets) {
        if (newEvents > 0) {
            double left = StrictMath.pow(keep, newEvents);
            events = events * left + newEvents;
            packets *= left;
        } else {
            events = Math.max(0, events + newEvents);
        }
        seen += newEvents;
        packets += begun ? Math.max(0, newPackets) : 0;
        begun |= newEvents > 0;
    }

    /**
     * The value of p to be used beside other receivers that are about as bad.
     *
     * @param p          the receiver's loss event rate, 0 to 1
     * @param contenders receivers with about this rate or a lower one, itself included, 1 or more
     * @return 0 to p: p itself if there is one contender, or fewer than 8 events were seen
     */
    public double judged(double p, int contenders) {
        if (contenders < 2 || seen < LEAST_EVENTS || packets <= 0) {
            return p;
        }
        double depth = depth(contenders);
        double longRun = events / packets;
        return Math.min(p, Math.max(longRun * StrictMath.exp(-depth * deviation / 2), p * StrictMath.exp(-depth * DEVIATION)));
    }

    /** d(n): 0.56, 0.85, 1.16, 1.54, 2.04 for n = 2, 3, 5, 10, 30; within 0.05 of it. */
    static double depth(int receivers) {
        return receivers < 2 ? 0 : 0.81 * StrictMath.pow(StrictMath.log(receivers), 0.76);
    }
}
