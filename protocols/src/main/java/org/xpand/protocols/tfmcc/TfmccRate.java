package org.xpand.protocols.tfmcc;

import org.xpand.protocols.rate.RateLimits;

/**
 * The sending rate X: falls at once, rises along a line up to a target (RFC 4654 §3.3, §3.6). Rates are bytes per second.
 * Not thread-safe.
 */
final class TfmccRate {
    private double from;
    private long fromNanos;
    private double target;
    private double perNano;

    /** Sets X until further notice. */
    void hold(double rate, long nowNanos) {
        from = RateLimits.rate(rate);
        fromNanos = nowNanos;
        target = from;
        perNano = 0;
    }

    /**
     * Sets another rate: at once if it is lower.
     *
     * @param rate      the target
     * @param perSecond how much X may rise in a second, infinite for at once
     */
    void approach(double rate, double perSecond, long nowNanos) {
        double next = RateLimits.rate(rate);
        double current = current(nowNanos);
        if (next <= current || perSecond == Double.POSITIVE_INFINITY) {
            hold(next, nowNanos);
        } else {
            from = current;
            fromNanos = nowNanos;
            target = next;
            perNano = perSecond / 1e9;
        }
    }

    /** X now. */
    double current(long nowNanos) {
        return Math.min(target, from + perNano * Math.max(0, nowNanos - fromNanos));
    }

    /** The rate to which X rises. */
    double target() {
        return target;
    }
}
