package org.xpand.simulator.tcp;

/**
 * The window of Cubic in congestion avoidance (RFC 9438 §4), in segments: a cubic function of the time since the last reduction, or
 * what Reno would have with the same reductions, whichever is more. Fast convergence is on. Not thread-safe.
 */
final class Cubic {
    /** β: part of the window that a reduction leaves (§4.6). */
    static final double KEPT = 0.7;
    /** C, segments per cubic second (§5). */
    private static final double SCALE = 0.4;
    /** α of the window that Reno would have (§4.3). */
    private static final double RENO_GAIN = 3 * (1 - KEPT) / (1 + KEPT);
    /** Most by which the window may grow in a round-trip time (§4.2). */
    private static final double MOST_GROWTH = 1.5;
    private static final double NANOS = 1e9;

    /** W_max. */
    private double plateau;
    /** cwnd_prior. */
    private double prior;
    /** W_est; 0 before the present stage of congestion avoidance began. */
    private double reno;
    private boolean timedOut;
    private long beganNanos;
    /** K, seconds. */
    private double untilPlateau;

    /**
     * A loss or a time-out reduces the window (§4.6, §4.7, §4.8).
     *
     * @param window   the window before, segments
     * @param byTimeout whether a time-out is the cause: the next stage then begins at its plateau
     * @return the window's new threshold
     */
    double reduced(double window, boolean byTimeout) {
        plateau = window < plateau ? window * (1 + KEPT) / 2 : window;
        prior = window;
        reno = 0;
        timedOut = byTimeout;
        return window * KEPT;
    }

    /**
     * Segments were acknowledged in congestion avoidance.
     *
     * @param window   the window now, segments
     * @param acked    how many were acknowledged, 1 or more
     * @param rttNanos smoothed round-trip time, nanoseconds
     * @param nowNanos time now, nanoseconds of the one clock of all calls
     * @return the window from now on
     */
    double grown(double window, long acked, long rttNanos, long nowNanos) {
        if (reno == 0) {
            begin(window, nowNanos);
        }
        reno += (reno < prior ? RENO_GAIN : 1) * acked / window;
        double seconds = (nowNanos - beganNanos) / NANOS;
        if (at(seconds) < reno) {
            return Math.max(window, reno);
        }
        double target = Math.max(window, Math.min(at(seconds + rttNanos / NANOS), MOST_GROWTH * window));
        return window + (target - window) * acked / window;
    }

    private void begin(double window, long nowNanos) {
        if (timedOut || plateau < window) {
            plateau = window;
        }
        timedOut = false;
        beganNanos = nowNanos;
        reno = window;
        untilPlateau = StrictMath.cbrt((plateau - window) / SCALE);
    }

    private double at(double seconds) {
        double distance = seconds - untilPlateau;
        return SCALE * distance * distance * distance + plateau;
    }
}
