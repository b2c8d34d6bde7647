package org.xpand.simulator.tcp;

import org.xpand.simulator.EventQueue;

/** The retransmission timer and its time-out (RFC 6298). */
final class RtoTimer {
    /** RTO before the first sample (§2.1). */
    private static final long INITIAL_NANOS = 1_000_000_000L;

    private final long minNanos;
    private final long maxNanos;
    private final EventQueue queue;
    private final EventQueue.Event event;
    private final Runnable expired;
    private boolean sampled;
    private double smoothed;
    private double variation;
    private long rtoNanos;
    private boolean armed;
    private long deadlineNanos;

    RtoTimer(TcpSettings settings, EventQueue queue, Runnable expired) {
        this.minNanos = settings.minRtoNanos();
        this.maxNanos = settings.maxRtoNanos();
        this.queue = queue;
        this.expired = expired;
        this.event = queue.timer(this::due);
        this.rtoNanos = Math.min(maxNanos, Math.max(minNanos, INITIAL_NANOS));
    }

    /** §2.2 and §2.3; ends the back-off (§5.7). */
    void sample(long rttNanos) {
        if (sampled) {
            variation = 0.75 * variation + 0.25 * Math.abs(smoothed - rttNanos);
            smoothed = 0.875 * smoothed + 0.125 * rttNanos;
        } else {
            smoothed = rttNanos;
            variation = rttNanos / 2.0;
            sampled = true;
        }
        rtoNanos = (long) Math.min(maxNanos, Math.max(minNanos, smoothed + 4 * variation));
    }

    /** §5.5. */
    void backOff() {
        rtoNanos = Math.min(maxNanos, rtoNanos * 2);
    }

    long rtoNanos() {
        return rtoNanos;
    }

    /** 0 before the first sample. */
    long smoothedRttNanos() {
        return (long) smoothed;
    }

    boolean isArmed() {
        return armed;
    }

    /** Starts the timer; an earlier pending event is kept and rescheduled when it runs. */
    void arm() {
        armed = true;
        deadlineNanos = queue.now() + rtoNanos;
        if (!event.isPending() || event.atNanos() - deadlineNanos > 0) {
            event.schedule(deadlineNanos);
        }
    }

    void disarm() {
        armed = false;
    }

    private void due() {
        if (!armed) {
            return;
        }
        if (deadlineNanos - queue.now() > 0) {
            event.schedule(deadlineNanos);
            return;
        }
        armed = false;
        expired.run();
    }
}
