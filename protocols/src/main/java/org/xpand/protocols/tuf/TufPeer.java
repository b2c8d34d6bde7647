package org.xpand.protocols.tuf;

import org.xpand.protocols.rate.RttEstimator;
import org.xpand.protocols.strategy.RateSourceStats;

/** One receiver as its source knows it. */
final class TufPeer {
    private final TufConfig config;
    private final long key;
    private final long pathRttNanos;
    private final RttEstimator rtt;
    private long reports;
    private long echoNumber;
    private double receiveRate;
    private double missing;

    TufPeer(TufConfig config, long key, long pathRttNanos) {
        this.config = config;
        this.key = key;
        this.pathRttNanos = pathRttNanos;
        this.rtt = new RttEstimator(config.sourceQuotient());
    }

    long key() {
        return key;
    }

    /** The best round-trip time known. */
    long rttNanos() {
        return rtt.sampled() ? rtt.rttNanos() : pathRttNanos > 0 ? pathRttNanos : config.initialRtt();
    }

    /** Whether a report with this echo is older than one already used. */
    boolean isStale(long echo) {
        return reports > 0 && echo < echoNumber;
    }

    void report(TufReport report, long sampleNanos) {
        rtt.sample(sampleNanos);
        echoNumber = report.echoNumber();
        receiveRate = report.receiveRate();
        missing = report.missing();
        reports++;
    }

    /** Whether a report of the receiver has arrived. */
    boolean reported() {
        return reports > 0;
    }

    double receiveRate() {
        return receiveRate;
    }

    /**
     * @param acceptable rate that the path passes, bytes per second
     */
    RateSourceStats.Receiver stats(double acceptable) {
        return new RateSourceStats.Receiver(key, acceptable, rtt.rttNanos(), missing, receiveRate, reports);
    }
}
