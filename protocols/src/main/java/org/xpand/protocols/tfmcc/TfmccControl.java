package org.xpand.protocols.tfmcc;

import org.xpand.protocols.api.RateReason;
import org.xpand.protocols.rate.GrowthLimit;

/**
 * Chooses the current limiting receiver and the sending rate (TFMCC §2.2, §2.6, App. C; RFC 4654 §3.3, §3.6). Rates are bytes
 * per second. Not thread-safe.
 */
final class TfmccControl {
    /** A rate of at least this part of the CLR's counts as reached: it rises towards it all the time. */
    private static final double REACHED = 0.95;

    private final TfmccSending config;
    private final TfmccRate rate = new TfmccRate();
    /** In slow start. */
    private final GrowthLimit growth = new GrowthLimit(2);
    private boolean slowStart = true;
    private boolean quick;
    private TfmccRecord clr;
    private double clrRate;
    private long clrSinceNanos;
    /** Whether the CLR is new and the rate has not reached the CLR's rate yet. */
    private boolean approaching;
    private boolean holding;
    private long heldSinceNanos;
    private long heldMaximum;

    /** Whether the rate was reduced, or the CLR given up, for missing reports, and no report has determined the rate since. */
    private boolean silent;

    private TfmccRecord previousClr;
    private double previousRate;
    private long previousUntilNanos;

    private boolean targetKnown;
    private int targetRound;

    TfmccControl(TfmccSending config) {
        this.config = config;
    }

    /** The stream begins, or restarts, at a rate. */
    void begin(double initialRate, long nowNanos) {
        slowStart = true;
        silent = false;
        clr = null;
        previousClr = null;
        holding = false;
        targetKnown = false;
        rate.hold(initialRate, nowNanos);
        growth.restart(initialRate, nowNanos);
    }

    /** Whether slow start doubles the rate as fast as TCP does, at once after each report, and not along a line within an RTT. */
    void doublesPerRtt(boolean value) {
        quick = value;
    }

    /** A higher initial rate has become known. */
    void beginFaster(double initialRate, long nowNanos) {
        if (slowStart && rate.current(nowNanos) < initialRate) {
            rate.hold(initialRate, nowNanos);
            growth.restart(initialRate, nowNanos);
        }
    }

    /** X now. */
    double rate(long nowNanos) {
        return rate.current(nowNanos);
    }

    /** The current limiting receiver, or null. */
    TfmccRecord clr() {
        return clr;
    }

    /**
     * What determines the rate.
     *
     * @param size average packet size s
     */
    RateReason reason(double size, long nowNanos) {
        if (silent) {
            return RateReason.SILENCE;
        }
        if (slowStart) {
            return RateReason.SLOW_START;
        }
        if (clr != null && clrRate < leastRate(size)) {
            return RateReason.BOUND;
        }
        return clr != null && rate.current(nowNanos) >= REACHED * clrRate ? RateReason.PATH : RateReason.GROWTH;
    }

    /** Whether this receiver is, or may again become, the CLR without another report. */
    boolean needs(TfmccRecord record) {
        return record == clr || record == previousClr;
    }

    /** Whether no receiver has reported a loss yet. */
    boolean slowStart() {
        return slowStart;
    }

    /**
     * A receiver reported.
     *
     * @param wanted  X_r, corrected for a guessed RTT
     * @param loss    have_loss
     * @param round   the round of the report
     * @param maximum R_max in nanoseconds
     * @param size    average packet size s
     */
    void report(TfmccRecord record, double wanted, boolean loss, int round, long maximum, double size, long nowNanos) {
        if (loss && slowStart) {
            slowStart = false;
            rate.hold(rate.current(nowNanos), nowNanos);
        }
        if (record == previousClr) {
            previousRate = wanted;
        }
        if (clr == null) {
            choose(record, nowNanos);
        } else if (record != clr) {
            if (wanted >= clrRate) {
                return;
            }
            remember(maximum, nowNanos);
            choose(record, nowNanos);
        }
        silent = false;
        clrRate = wanted;
        if (previousClr != null && nowNanos - previousUntilNanos < 0 && clrRate > previousRate) {
            returnToPrevious(nowNanos);
        }
        follow(loss, round, maximum, size, nowNanos);
    }

    /** A receiver left; returns whether it was the CLR. */
    boolean left(long receiver, long maximum, long nowNanos) {
        if (previousClr != null && previousClr.key() == receiver) {
            previousClr = null;
        }
        if (clr == null || clr.key() != receiver) {
            return false;
        }
        dropClr(maximum, nowNanos);
        return true;
    }

    /** The CLR is treated as dead: the sender of the next report replaces it. */
    void giveUpClr(long maximum, long nowNanos) {
        silent = true;
        dropClr(maximum, nowNanos);
    }

    private void dropClr(long maximum, long nowNanos) {
        clr = null;
        holding = true;
        heldSinceNanos = nowNanos;
        heldMaximum = maximum;
        rate.hold(rate.current(nowNanos), nowNanos);
    }

    /** Reports do not arrive: halves the rate, unless the CLR is new. */
    void halve(long maximum, double size, long nowNanos) {
        if (clr != null && nowNanos - clrSinceNanos < Math.round(config.clrHalvingGrace() * maximum)) {
            return;
        }
        silent = true;
        rate.hold(Math.max(rate.current(nowNanos) / 2, leastRate(size)), nowNanos);
    }

    private void choose(TfmccRecord record, long nowNanos) {
        clr = record;
        clrSinceNanos = nowNanos;
        approaching = true;
    }

    private void remember(long maximum, long nowNanos) {
        previousClr = config.previousClrRtts() > 0 ? clr : null;
        previousRate = clrRate;
        previousUntilNanos = nowNanos + Math.round(config.previousClrRtts() * maximum);
    }

    private void returnToPrevious(long nowNanos) {
        choose(previousClr, nowNanos);
        clrRate = previousRate;
        previousClr = null;
    }

    /** Moves X to the CLR's rate. */
    private void follow(boolean loss, int round, long maximum, double size, long nowNanos) {
        double wanted = Math.max(clrRate, leastRate(size));
        double current = rate.current(nowNanos);
        // An R_max of seconds, measured while processes were starting, does not count for longer than it is believed.
        holding &= nowNanos - heldSinceNanos < Math.round(config.leaveHoldRtts() * Math.min(heldMaximum, maximum));
        if (wanted <= current) {
            approaching = false;
            rate.hold(wanted, nowNanos);
        } else if (!holding) {
            rise(Math.min(wanted, Math.max(current, receiveLimit())), current, loss, round, maximum, size, nowNanos);
        }
        if (slowStart) {
            growth.set(rate.current(nowNanos), Math.round(riseRttNanos(maximum, size, current)), nowNanos);
        }
    }

    private void rise(double wanted, double current, boolean loss, int round, long maximum, double size, long nowNanos) {
        double rtt = riseRttNanos(maximum, size, current);
        if (slowStart && quick) {
            rate.hold(Math.min(wanted, Math.max(current, growth.highest(Math.round(rtt), nowNanos))), nowNanos);
        } else if (slowStart) {
            double target = slowStartTarget(wanted, round);
            rate.approach(target, (target - current) * 1e9 / rtt, nowNanos);
        } else {
            // The rate of a receiver without a loss is slow start's: twice its receive rate.
            boolean limited = approaching || config.alwaysLimited() || !loss;
            double perRtt = size * 1e9 / rtt;
            rate.approach(wanted, limited ? perRtt * 1e9 / rtt : Double.POSITIVE_INFINITY, nowNanos);
        }
    }

    /** How far the rate may rise: while the application sends little, the path is not tested, and the lack of losses says little. */
    private double receiveLimit() {
        return config.receiveCapFactor() == 0 ? Double.POSITIVE_INFINITY : config.receiveCapFactor() * clr.receivedRate();
    }

    /** The RTT within which X rises: of the CLR at least the time between two packets, like R_max (RFC 4654 §3.2). */
    private double riseRttNanos(long maximum, double size, double current) {
        return config.riseByClrRtt() ? Math.max(clr.rttNanos(maximum), size / current * 1e9 + config.granularity()) : maximum;
    }

    private double slowStartTarget(double wanted, int round) {
        if (!config.slowStartByRounds() || !targetKnown || round != targetRound) {
            targetKnown = true;
            targetRound = round;
            return wanted;
        }
        return Math.min(wanted, rate.target());
    }

    private double leastRate(double size) {
        return size * 1e9 / config.maxInterval();
    }
}
