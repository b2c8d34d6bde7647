package org.xpand.protocols.tfmcc;

import org.xpand.protocols.rate.Damping;
import org.xpand.protocols.rate.LongRunLoss;
import org.xpand.protocols.rate.RttEstimator;
import org.xpand.protocols.rate.ThroughputEquation;
import org.xpand.protocols.strategy.RateSourceStats;

/** One receiver that has recently reported, as its source knows it. Not thread-safe. */
final class TfmccRecord {
    private final long key;
    private final long pathRttNanos;
    private final Damping damping = new Damping(RttEstimator.DEFAULT_QUOTIENT, 1);
    private RttEstimator rtt = new RttEstimator(RttEstimator.DEFAULT_QUOTIENT);
    private long reports;
    private long echoNumber;
    private long stampNanos;
    private long reportNanos;
    /** The newest stamp whose arrival time is known, and that time. */
    private long echoStampNanos;
    private long echoedFromNanos;
    private boolean haveRtt;
    private boolean haveLoss;
    private double rate;
    private double lossEventRate;
    private double receiveRate;
    private double receivedPerMeasured = 1;
    private int lossEvents;
    /** Null if the least rate is used uncorrected. */
    private final LongRunLoss longRun;

    /**
     * @param longIntervals intervals of {@link LongRunLoss}, or 0 for none
     */
    TfmccRecord(long key, long pathRttNanos, double longIntervals) {
        this.longRun = longIntervals == 0 ? null : new LongRunLoss(longIntervals);
        this.key = key;
        this.pathRttNanos = pathRttNanos;
    }

    long key() {
        return key;
    }

    /** Whether a report is not newer than one already used. */
    boolean isStale(TfmccReport report) {
        return reports > 0 && (report.echoNumber() < echoNumber || report.stampNanos() - stampNanos <= 0);
    }

    /**
     * Takes a report.
     *
     * @param sampleNanos the RTT it measured at the source
     * @param prompt      whether it did not wait to be read
     * @param corrected   the rate it stands for, corrected for a guessed RTT
     * @param perMeasured bytes sent for each byte that it has measured: repairs are not
     */
    void report(TfmccReport report, long sampleNanos, boolean prompt, double corrected, double perMeasured, long nowNanos) {
        if (sampleNanos < TfmccRtt.MUCH_SHORTER * rtt.rttNanos()) {
            rtt = new RttEstimator(RttEstimator.DEFAULT_QUOTIENT);
        }
        rtt.sample(sampleNanos);
        damping.sample(sampleNanos);
        if (longRun != null) {
            longRun.add(report.lossEvents() - lossEvents, reports == 0 ? 0 : report.echoNumber() - echoNumber);
        }
        lossEvents = report.lossEvents();
        reports++;
        echoNumber = report.echoNumber();
        stampNanos = report.stampNanos();
        reportNanos = nowNanos;
        if (prompt || reports == 1) {
            echoStampNanos = stampNanos;
            echoedFromNanos = nowNanos;
        }
        haveRtt = report.haveRtt();
        haveLoss = report.haveLoss();
        rate = corrected;
        lossEventRate = report.lossEventRate();
        receiveRate = report.receiveRate();
        receivedPerMeasured = perMeasured;
    }

    /** What it has received of late, with repairs, bytes per second; infinite before its first report. */
    double receivedRate() {
        return reports == 0 ? Double.POSITIVE_INFINITY : receivedPerMeasured * receiveRate;
    }

    /** The newest packet it has reported on, or a negative number. */
    long echoNumber() {
        return reports == 0 ? -1 : echoNumber;
    }

    /** Whether this receiver may be, or may have been treated as, as slow as one with a rate. */
    boolean contends(double otherRate, long sinceNanos) {
        return reports > 0 && haveLoss && rate <= LongRunLoss.CONTENDING * otherRate && reportNanos - sinceNanos >= 0;
    }

    /** The last reported rate to be used beside others with about this rate or less; {@code contenders} includes this one. */
    double rateAmong(int contenders, ThroughputEquation equation) {
        if (longRun == null || !haveLoss) {
            return rate;
        }
        double judged = longRun.judged(lossEventRate, contenders);
        return judged == lossEventRate ? rate : rate * equation.rate(1, 1, judged) / equation.rate(1, 1, lossEventRate);
    }

    /** The factor on the rate as the RTT rises above its average, 0 to 1. */
    double damping() {
        return damping.factor();
    }

    boolean reported() {
        return reports > 0;
    }

    boolean haveRtt() {
        return haveRtt;
    }

    /** tr' for an echo that is sent now. */
    long echoNanos(long nowNanos) {
        return echoStampNanos + (nowNanos - echoedFromNanos);
    }

    /** When the last report arrived; meaningless before the first. */
    long reportNanos() {
        return reportNanos;
    }

    /** The RTT as this source measured it, that of the path before the first report, {@code otherwise} if neither is known. */
    long rttNanos(long otherwise) {
        return rtt.sampled() ? rtt.rttNanos() : pathRttNanos > 0 ? pathRttNanos : otherwise;
    }

    RateSourceStats.Receiver stats() {
        return new RateSourceStats.Receiver(key, haveLoss ? rate : Double.POSITIVE_INFINITY, rtt.rttNanos(), lossEventRate,
                receiveRate, reports);
    }
}
