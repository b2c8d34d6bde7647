package org.xpand.protocols.mca;

import org.xpand.protocols.rate.SendTimes;
import org.xpand.protocols.strategy.RateSourceStats;

/** One receiver as its source knows it. */
final class McaPeer {
    private final McaConfig config;
    private final long key;
    private final long pathRttNanos;
    private final McaDeviation rtt;
    private final McaDrift drift;

    private long reports;
    private long echoNumber;
    private double average = Double.POSITIVE_INFINITY;
    private double lossEventRate;
    private double receiveRate;

    private long announcedRttNanos;
    private boolean changed = true;
    private boolean armed;
    private boolean silent;
    private long deadlineNanos;
    private double rateWhenArmed;

    McaPeer(McaConfig config, long key, long pathRttNanos) {
        this.config = config;
        this.key = key;
        this.pathRttNanos = pathRttNanos;
        this.rtt = new McaDeviation(config.rttQuotient());
        this.drift = new McaDrift(config);
    }

    long key() {
        return key;
    }

    /** SRTT; before the first sample the measured round-trip time of the path, or the initial one. */
    long srttNanos() {
        return rtt.sampled() ? Math.max(1, Math.round(rtt.average()))
                : pathRttNanos > 0 ? pathRttNanos : config.initialRtt();
    }

    /** Whether a round-trip time was measured. */
    boolean sampled() {
        return rtt.sampled();
    }

    /** SRTT + 4σ, nanoseconds. */
    long periodNanos() {
        return srttNanos() + Math.round(config.rttDeviations() * rtt.deviation());
    }

    /** Whether a report with this echo is older than one already used. */
    boolean isStale(long echo) {
        return reports > 0 && echo < echoNumber;
    }

    /**
     * Processes a report.
     *
     * @param sampleNanos the round-trip time that it measured, {@link SendTimes#UNKNOWN} if that is not credible
     */
    void report(McaReport report, long sampleNanos, long nowNanos) {
        if (sampleNanos != SendTimes.UNKNOWN) {
            rtt.add(sampleNanos);
            drift.sample(sampleNanos - report.delayNanos(), nowNanos);
        }
        changed |= drift.changed() || Math.abs(srttNanos() - announcedRttNanos) > announcedRttNanos / 8;
        echoNumber = report.echoNumber();
        average = report.indication() ? report.average() : average;
        lossEventRate = report.lossEventRate();
        receiveRate = report.receiveRate();
        armed = false;
        silent = false;
        reports++;
    }

    /** Whether there is new data to send to it. */
    boolean changed() {
        return changed;
    }

    void announced() {
        changed = false;
        announcedRttNanos = srttNanos();
        drift.announced();
    }

    /** How fast its clock gains on this one, nanoseconds per second. */
    int driftNanos() {
        return drift.driftNanos();
    }

    boolean armed() {
        return armed;
    }

    /** When it counts as silent, if it is armed. */
    long deadlineNanos() {
        return deadlineNanos;
    }

    /** Whether no report arrived in time. */
    boolean silent() {
        return silent;
    }

    /** A packet leaves that it has to report about. */
    void arm(double rate, double packetSize, long nowNanos) {
        double packets = Math.min(2 * packetSize / rate * 1e9, 1L << 60);
        deadlineNanos = nowNanos + srttNanos()
                + (long) Math.max(config.silenceIntervals() * config.statusInterval(), packets);
        rateWhenArmed = rate;
        armed = true;
    }

    /** No report arrived in time: returns half of the rate at its last report, bytes per second. */
    double fallsSilent() {
        armed = false;
        silent = true;
        return rateWhenArmed / 2;
    }

    RateSourceStats.Receiver stats() {
        return new RateSourceStats.Receiver(key, average, rtt.sampled() ? srttNanos() : 0, lossEventRate, receiveRate,
                reports);
    }
}
