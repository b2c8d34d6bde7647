package org.xpand.protocols.allocation;

import org.xpand.protocols.rate.MovingAverage;

/** A smoothed measure of the part of a rate that headers and repairs use. Not thread-safe. */
final class Overhead {
    private final AllocatorConfig config;
    private final MovingAverage overheadRate;
    private final MovingAverage chargedRate;
    private long newBytes = Long.MAX_VALUE;
    private long chargedBytes = Long.MAX_VALUE;
    private long sinceNanos;

    Overhead(AllocatorConfig config) {
        this.config = config;
        overheadRate = new MovingAverage(config.overheadWeight());
        chargedRate = new MovingAverage(config.overheadWeight());
    }

    /** Updates the cumulative counters; smaller ones than before begin a new sample. */
    void update(long newSegmentBytes, long allChargedBytes, long rttNanos, long nowNanos) {
        boolean restarted = newSegmentBytes < newBytes || allChargedBytes < chargedBytes;
        long elapsed = nowNanos - sinceNanos;
        if (!restarted && elapsed < Math.max(rttNanos, config.measureNanos())) {
            return;
        }
        if (!restarted) {
            long charged = allChargedBytes - chargedBytes;
            overheadRate.add(Math.max(0, charged - (newSegmentBytes - newBytes)) * 1e9 / elapsed);
            chargedRate.add(charged * 1e9 / elapsed);
        }
        newBytes = newSegmentBytes;
        chargedBytes = allChargedBytes;
        sinceNanos = nowNanos;
    }

    /**
     * Bytes per second that are not new segments. When the rate has fallen below what was charged, headers and repairs
     * fall with it, long before the average does; so the average is scaled.
     */
    double rate(double aggregateRate) {
        double charged = chargedRate.value(0);
        return overheadRate.value(0) * (charged > aggregateRate ? aggregateRate / charged : 1);
    }
}
