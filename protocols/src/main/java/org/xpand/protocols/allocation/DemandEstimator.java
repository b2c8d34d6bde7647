package org.xpand.protocols.allocation;

import org.xpand.protocols.rate.MovingAverage;

/**
 * Estimates how fast one local sender's application wants to send (Xpand §4.3.1), from how its send window fills and drains.
 *
 * <ul>
 * <li>While the window is open, the demand follows the rate at which it fills, raised so that the bytes in it drain too,
 *     with a weighted history that favours recent samples.
 * <li>While the window is full, the application is blocked and cannot be measured. The demand is at least the rate at
 *     which the window drains; once the last request has been reported and granted, it doubles. If the request was not
 *     granted, no more is requested: under max-min fairness it would have no effect.
 * <li>While retention is full, the sender waits for its receivers and not for its share: the rate at which the window
 *     drains is the demand.
 * <li>A sender that has something to send demands at least the floor; one that has been idle demands nothing.
 * </ul>
 *
 * <p>After every event and deadline the owner checks {@link #reportDue}, and sends {@link #report} to the delegate if so.
 * Not thread-safe.
 */
public final class DemandEstimator {
    private final DemandConfig config;
    private final MovingAverage drainRate;
    private double demand;
    private double granted;
    /** The demand last reported; not a number if none was reported to the delegate. */
    private double reported = Double.NaN;
    private long reportedNanos;

    private boolean sampling = true;
    private long sampleStart;
    /** When to report again while there is nothing to sample. */
    private long wakeNanos;
    private long filledBytes;
    private long drainedBytes;
    private long fullNanos;
    private boolean heldInSample;

    private long standingBytes;
    private boolean full;
    private long fullSince;
    private boolean held;
    private long activeNanos;

    /**
     * A new sender, which demands the initial rate.
     *
     * @param config   settings
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public DemandEstimator(DemandConfig config, long nowNanos) {
        this.config = config;
        drainRate = new MovingAverage(config.historyWeight());
        demand = Math.max(config.initialRate(), config.floorRate());
        sampleStart = nowNanos;
        activeNanos = nowNanos;
    }

    /**
     * The application put bytes into the send window, or segments returned to it to be sent again.
     *
     * @param bytes    bytes of segments, 0 or more
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public void filled(int bytes, long nowNanos) {
        wake(nowNanos);
        filledBytes += bytes;
        standingBytes += bytes;
        activeNanos = nowNanos;
    }

    /**
     * Bytes left the send window: the token bucket took them.
     *
     * @param bytes    bytes of segments, 0 or more
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public void drained(int bytes, long nowNanos) {
        wake(nowNanos);
        drainedBytes += bytes;
        standingBytes = Math.max(0, standingBytes - bytes);
        held = false;
    }

    /**
     * Sets whether the window is full, so that the application is blocked. May be called on every change, or more often.
     *
     * @param isFull   whether the send window has no room
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public void window(boolean isFull, long nowNanos) {
        if (isFull == full) {
            return;
        }
        wake(nowNanos);
        if (full) {
            fullNanos += nowNanos - fullSince;
        }
        full = isFull;
        fullSince = nowNanos;
    }

    /**
     * Retention is full: nothing may leave the window until a segment becomes stable; {@link #drained} ends it.
     *
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public void held(long nowNanos) {
        wake(nowNanos);
        held = true;
        heldInSample = true;
    }

    /**
     * The delegate's allocation for this sender.
     *
     * @param rate     bytes per second, 0 or more
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     * @throws IllegalArgumentException if it is negative or no number
     */
    public void granted(double rate, long nowNanos) {
        if (!(rate >= 0)) {
            throw new IllegalArgumentException("grant of " + rate + " B/s: accepted are 0 and more");
        }
        granted = rate;
    }

    /** There is a new delegate, which has received no demand and granted nothing. */
    public void delegateChanged() {
        reported = Double.NaN;
        granted = 0;
    }

    /**
     * {@return the demand, bytes per second}
     *
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public double demand(long nowNanos) {
        advance(nowNanos);
        return demand;
    }

    /**
     * {@return whether a report to the delegate is due: the first, on a change by δ, and after the refresh interval}
     *
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public boolean reportDue(long nowNanos) {
        advance(nowNanos);
        long sinceReport = nowNanos - reportedNanos;
        return Double.isNaN(reported)
                || sinceReport >= config.sampleNanos() && changed()
                || sinceReport >= config.refreshNanos();
    }

    /**
     * {@return the demand, bytes per second, which counts as reported now}
     *
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public double report(long nowNanos) {
        advance(nowNanos);
        reported = demand;
        reportedNanos = nowNanos;
        wakeNanos = nowNanos + config.refreshNanos();
        return demand;
    }

    /** {@return when {@link #deadlineReached} is to be called} */
    public long nextDeadlineNanos() {
        return sampling ? sampleStart + config.sampleNanos() : wakeNanos;
    }

    /**
     * The time of {@link #nextDeadlineNanos} has passed.
     *
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public void deadlineReached(long nowNanos) {
        advance(nowNanos);
        if (nowNanos - wakeNanos >= 0) {
            wakeNanos = nowNanos + config.sampleNanos();
        }
    }

    private boolean changed() {
        return demand != reported && Math.abs(demand - reported) >= config.delta() * reported;
    }

    private void wake(long nowNanos) {
        if (!sampling) {
            sampling = true;
            begin(nowNanos);
        }
    }

    private void advance(long nowNanos) {
        if (sampling && nowNanos - sampleStart >= config.sampleNanos()) {
            sample(nowNanos);
            begin(nowNanos);
        }
    }

    private void begin(long nowNanos) {
        sampleStart = nowNanos;
        filledBytes = 0;
        drainedBytes = 0;
        fullNanos = 0;
        fullSince = nowNanos;
        heldInSample = held;
    }

    private void sample(long nowNanos) {
        double elapsed = nowNanos - sampleStart;
        double blocked = fullNanos + (full ? nowNanos - fullSince : 0);
        drainRate.add(drainedBytes * 1e9 / elapsed);
        if (standingBytes > 0 || full) {
            activeNanos = nowNanos;
        }
        if (heldInSample) {
            demand = drainRate.value(0);
        } else if (blocked >= config.fullShare() * elapsed) {
            ask();
        } else {
            double wanted = filledBytes * 1e9 / elapsed + standingBytes * 1e9 / config.drainNanos();
            demand = config.historyWeight() * demand + (1 - config.historyWeight()) * wanted;
        }
        boolean idle = nowNanos - activeNanos >= config.idleNanos();
        demand = idle ? 0 : Math.max(demand, config.floorRate());
        sampling = demand > 0 || reported != 0;
    }

    /** Requests more if the last request was granted. */
    private void ask() {
        boolean complied = granted >= reported * (1 - config.grantTolerance());
        if (complied && !changed()) {
            demand = 2 * Math.max(demand, Math.min(drainRate.value(0), granted));
        }
    }
}
