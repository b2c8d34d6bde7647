package org.xpand.protocols.tfmcc;

import org.xpand.protocols.rate.RateLimits;

/**
 * The suppression of reports as pure functions: when a report is due in a feedback round, and what makes it unnecessary
 * (TFMCC §2.5, RFC 4654 §4.5). Stateless and thread-safe.
 */
public final class TfmccTimer {
    private TfmccTimer() {
    }

    /**
     * T, the duration of a feedback round (TFMCC §2.5.3): b max(R_max, (c + 1) s/X).
     *
     * @param feedback    the constants b and c
     * @param maxRttNanos R_max, the longest round-trip time of the group, nanoseconds, positive
     * @param size        packet size s in bytes, positive
     * @param rate        sending rate X, bytes per second, positive
     * @return nanoseconds, at most b times {@link RateLimits#MAX_RTT_MICROS}
     */
    public static long roundNanos(TfmccFeedback feedback, long maxRttNanos, double size, double rate) {
        double packets = feedback.lowRatePackets() == 0 ? 0 : (feedback.lowRatePackets() + 1) * size / rate * 1e9;
        double longest = Math.min(Math.max(maxRttNanos, packets), RateLimits.MAX_RTT_MICROS * 1e3);
        return Math.round(feedback.roundFactor() * longest);
    }

    /**
     * r' (TFMCC §2.5.1), the part of γ T that a receiver waits: 0 for one that accepts at most half the sending rate, 1 for one
     * that accepts nine tenths of it or more.
     *
     * @param feedback the ends of the range in which the ratio counts
     * @param ratio    r, the receiver's rate over the sending rate, 0 or more
     * @return 0 to 1
     */
    public static double truncatedRatio(TfmccFeedback feedback, double ratio) {
        double low = feedback.biasLow();
        double high = feedback.biasHigh();
        return (Math.max(Math.min(ratio, high), low) - low) / (high - low);
    }

    /**
     * How long after the start of a round a report is due: γ r' T + (1 − γ) max(T (1 + log_N x), 0).
     *
     * @param feedback   the constants γ and the ends of r'
     * @param roundNanos T, nanoseconds, positive
     * @param groupSize  N, at least 2
     * @param uniform    x, uniformly distributed in (0, 1]
     * @param ratio      r, the receiver's rate over the sending rate
     * @return nanoseconds, 0 to T
     */
    public static long delayNanos(TfmccFeedback feedback, long roundNanos, int groupSize, double uniform,
            double ratio) {
        double random = Math.max(0, 1 + StrictMath.log(uniform) / StrictMath.log(groupSize));
        double gamma = feedback.gamma();
        return Math.round(roundNanos * (gamma * truncatedRatio(feedback, ratio) + (1 - gamma) * random));
    }

    /**
     * X_supp = (1 − θ) R_fb: the rate above which a report of R_fb makes others unnecessary (TFMCC §2.5.2).
     *
     * @param feedback     the constant θ
     * @param reportedRate R_fb, the rate in the report, bytes per second, not negative
     * @return bytes per second, not negative
     */
    public static double suppressionRate(TfmccFeedback feedback, double reportedRate) {
        return (1 - feedback.theta()) * reportedRate;
    }

    /**
     * Whether a receiver need not report: R_fb − R_calc &lt; θ R_fb (TFMCC §2.5.2), which is R_calc &gt; X_supp.
     *
     * @param suppressionRate X_supp, bytes per second
     * @param rate            R_calc, the receiver's rate, bytes per second
     * @return whether it is above X_supp
     */
    public static boolean cancels(double suppressionRate, double rate) {
        return suppressionRate < rate;
    }
}
