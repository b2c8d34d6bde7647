package org.xpand.protocols.mca;

import org.xpand.protocols.rate.MovingAverage;

/**
 * Measures how fast a receiver's clock gains on the source's. A report's round-trip time, measured on one clock, minus the
 * one-way delay of its packet, measured on two, is the delay of the reverse path minus the offset of the receiver's clock:
 * queues and longer routes towards the receiver cancel. Its least value in a window is nearly free of queues on
 * the reverse path; from window to window it decreases by what the clock has gained. A greater change than any clock can cause
 * is a queue or another route on the reverse path and is ignored.
 */
final class McaDrift {
    /** Weight of the past in the average over windows. */
    private static final double QUOTIENT = 0.75;
    /** Smallest change that is sent to the receiver, nanoseconds per second. */
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
    private int announced;

    McaDrift(McaConfig config) {
        maxDrift = config.maxDrift();
        windowNanos = config.driftWindow();
    }

    /**
     * Adds the measurement of a report.
     *
     * @param returnPathNanos round-trip time minus one-way delay
     */
    void sample(long returnPathNanos, long nowNanos) {
        if (!running) {
            running = true;
            startNanos = nowNanos;
            leastNanos = returnPathNanos;
            leastAtNanos = nowNanos;
        } else if (returnPathNanos - leastNanos < 0) {
            leastNanos = returnPathNanos;
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

    /** Whether the value has not been sent to the receiver yet. */
    boolean changed() {
        return Math.abs(driftNanos() - announced) >= STEP;
    }

    void announced() {
        announced = driftNanos();
    }
}
