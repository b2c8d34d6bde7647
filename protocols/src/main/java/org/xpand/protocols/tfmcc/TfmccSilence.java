package org.xpand.protocols.tfmcc;

/**
 * The reaction to missing reports (RFC 4654 §3.3): the rate is halved repeatedly, and the CLR is given up. Time
 * counts from the first unanswered packet: while nothing is sent nothing is due. Not thread-safe.
 */
final class TfmccSilence {
    /** Due actions. */
    enum Due { NOTHING, HALVE, GIVE_UP_CLR }

    private final TfmccSending config;
    private boolean armed;
    private long sinceNanos;
    private long rttNanos;
    private int halvings;

    TfmccSilence(TfmccSending config) {
        this.config = config;
    }

    /** A packet is sent, for which a report is expected. */
    void sent(long maxRttNanos, long nowNanos) {
        if (!armed) {
            armed = true;
            sinceNanos = nowNanos;
            rttNanos = Math.max(maxRttNanos, config.leastSilenceRtt());
            halvings = 0;
        }
    }

    /** The process slept for so long: that time does not count as silence. */
    void slept(long nanos) {
        sinceNanos += nanos;
    }

    /** The awaited report has arrived, or another one is awaited. */
    void received() {
        armed = false;
    }

    /** When something is due, {@link Long#MAX_VALUE} for never. */
    long deadlineNanos(boolean clr) {
        if (!armed) {
            return Long.MAX_VALUE;
        }
        double rtts = clr ? Math.min(nextHalving(config.clrHalvingRtts()), config.clrTimeoutRtts())
                : nextHalving(config.silenceRtts());
        return rtts == Double.POSITIVE_INFINITY ? Long.MAX_VALUE : sinceNanos + Math.round(rtts * rttNanos);
    }

    /** The action due now, returned once. */
    Due due(boolean clr, long nowNanos) {
        long deadline = deadlineNanos(clr);
        if (deadline == Long.MAX_VALUE || nowNanos - deadline < 0) {
            return Due.NOTHING;
        }
        halvings++;
        if (clr && nowNanos - sinceNanos >= Math.round(config.clrTimeoutRtts() * rttNanos)) {
            armed = false;
            return Due.GIVE_UP_CLR;
        }
        return Due.HALVE;
    }

    /** The rate was halved, which may have made R_max longer: the time for reports is extended accordingly. */
    void halved(boolean clr, long maxRttNanos, long nowNanos) {
        rttNanos = Math.max(maxRttNanos, config.leastSilenceRtt());
        if (!clr) {
            sinceNanos = nowNanos;
            halvings = 0;
        }
    }

    private double nextHalving(double rtts) {
        return rtts == 0 ? Double.POSITIVE_INFINITY : rtts * (halvings + 1);
    }
}
