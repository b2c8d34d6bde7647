package org.xpand.protocols.mca;

import org.xpand.protocols.rate.MovingAverage;

/**
 * Measures how fast a receiver's clock gains on the source's. A report's round-trip time, taken on one clock, minus the
 * one-way delay of the packet it is about, taken on two, is the delay of the way back minus the receiver's clock's lead:
 * queues towards the receiver and longer routes there cancel. Its least value in a window is nearly free of queues on
 * the way back; from window to window it falls by what the clock has gained. A step that no clock can make is a queue or
 * another route on the way back and is left out.
 */
final class McaDrift {
    /** Weight of the past in the average over windows. */
    private static final double QUOTIENT = 0.75;
    /** Smallest change worth telling, nanoseconds per second. */
    private static final int STEP = 500;

    private final double maxDrift;
    private final long windowNanos;
    private final MovingAverage drift = new MovingAverage(QUOTIENT);
    private boolean running;
    private long startNanos;
    private long leastNanos;
    private long leastAtNanos;
    private boolean measured;
    private long previousNanos;
    private long previousAtNanos;
    private int told;

    McaDrift(McaConfig config) {
        maxDrift = config.maxDrift();
        windowNanos = config.driftWindow();
    }

    /**
     * Takes a report in.
     *
     * @param wayBackNanos round-trip time minus one-way delay
     */
    void sample(long wayBackNanos, long nowNanos) {
        if (!running) {
            running = true;
            startNanos = nowNanos;
            leastNanos = wayBackNanos;
            leastAtNanos = nowNanos;
        } else if (wayBackNanos - leastNanos < 0) {
            leastNanos = wayBackNanos;
            leastAtNanos = nowNanos;
        }
        if (nowNanos - startNanos >= windowNanos) {
            endWindow();
        }
    }

    private void endWindow() {
        if (measured) {
            double gained = (double) (previousNanos - leastNanos) / Math.max(1, leastAtNanos - previousAtNanos);
            if (Math.abs(gained) <= maxDrift) {
                drift.add(gained);
            }
        }
        measured = true;
        previousNanos = leastNanos;
        previousAtNanos = leastAtNanos;
        running = false;
    }

    /** How fast the receiver's clock gains, nanoseconds per second, negative if it loses. */
    int driftNanos() {
        return (int) Math.round(drift.value(0) * 1e9);
    }

    /** Whether the receiver has not been told yet. */
    boolean news() {
        return Math.abs(driftNanos() - told) >= STEP;
    }

    void told() {
        told = driftNanos();
    }
}
