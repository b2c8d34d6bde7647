package org.xpand.protocols.tfrc;

import org.xpand.protocols.rate.Damping;
import org.xpand.protocols.rate.LongRunLoss;
import org.xpand.protocols.rate.ReceiveRateSet;
import org.xpand.protocols.rate.RttEstimator;
import org.xpand.protocols.rate.SendTimes;
import org.xpand.protocols.rate.SlowStartRate;
import org.xpand.protocols.rate.ThroughputEquation;
import org.xpand.protocols.strategy.RateSourceStats;

/** One receiver as its source knows it: what it reported, and the limits that follow (RFC 5348 §4.3, §4.4). */
final class TfrcPeer {
    private final TfrcConfig config;
    private final long key;
    private final RttEstimator rtt;
    private final long pathRttNanos;
    /** How often packets may go without a report by chance before that counts as silence. */
    private static final double UNANSWERED_BY_CHANCE = 0.01;
    /** Packets without a report after which a receiver is silent at least (RFC 5348 §4.3), and at most: a dead path is noticed nevertheless. */
    private static final int LEAST_IN_SILENCE = 2;
    private static final int MOST_IN_SILENCE = 16;
    /** Average loss intervals without a loss after which a new receiver's reports of no loss are trusted. */
    private static final double BELIEVED_INTERVALS = 8;
    /** Reports of a new receiver that may cover less than a whole round-trip time. */
    private static final int PARTIAL_REPORTS = 2;
    /** How far X_inst may be above X: as for a round-trip time that is half the average. */
    private static final double MOST_ABOVE = Math.sqrt(2);

    private final ThroughputEquation equation;
    /** Null if the least rate is used uncorrected. */
    private final LongRunLoss longRun;
    private final ReceiveRateSet receiveRates = new ReceiveRateSet();

    private final Damping damping;
    private long reports;
    private long echoNumber;
    private double acceptableRate = Double.POSITIVE_INFINITY;
    private double lossEventRate;
    private double receiveRate;
    private int lossEvents;
    private double receiveLimit = Double.POSITIVE_INFINITY;
    private double silenceLimit = Double.POSITIVE_INFINITY;

    /** Whether a known round-trip time has not been sent to the receiver yet. */
    private boolean changed;
    private boolean armed;
    private long deadlineNanos;
    private double rateWhenArmed;
    private double rateBeforeSilence;
    private double receivedBeforeSilence;
    private long heldUntilPacket;
    private boolean held;
    private int partialReports;

    TfrcPeer(TfrcConfig config, long key, long pathRttNanos) {
        this.config = config;
        this.key = key;
        this.pathRttNanos = pathRttNanos;
        this.rtt = new RttEstimator(config.rttQuotient(), config.evenStart());
        this.damping = new Damping(config.rttQuotient(), MOST_ABOVE);
        this.equation = new ThroughputEquation(config.b(), config.rtoFactor());
        this.longRun = config.longIntervals() == 0 ? null : new LongRunLoss(config.longIntervals());
        this.changed = pathRttNanos > 0;
    }

    long key() {
        return key;
    }

    /** Whether a round-trip time was measured, by a report or on the path. */
    boolean rttKnown() {
        return rtt.sampled() || pathRttNanos > 0;
    }

    /** The best round-trip time known. */
    long rttNanos() {
        return rtt.sampled() ? rtt.rttNanos() : pathRttNanos > 0 ? pathRttNanos : config.initialRtt();
    }

    /** Whether a report with this echo is older than one already used. */
    boolean isStale(long echo) {
        return reports > 0 && echo < echoNumber;
    }

    /**
     * Takes a report.
     *
     * @param received    its receive rate, including the repairs that it does not measure, bytes per second
     * @param sampleNanos the round-trip time it measured, or {@link SendTimes#UNKNOWN}
     * @param limited     whether the whole interval it covers was data-limited
     * @param packets     packets sent so far
     * @param restartRate the rate allowed at once to a receiver that reports again after silence, bytes per second
     */
    void report(TfrcReport report, double received, long sampleNanos, boolean limited, long packets, double restartRate,
                long nowNanos) {
        if (sampleNanos != SendTimes.UNKNOWN) {
            rtt.sample(sampleNanos);
            damping.sample(sampleNanos);
        }
        // A rate that only rises is no new loss: the first interval follows the packet size and the round-trip time.
        boolean newLoss = report.lossEvents() - lossEvents > 0 || lossEventRate == 0 && report.lossEventRate() > 0;
        boolean partial = partialReports > 0;
        partialReports -= partial ? 1 : 0;
        // The first report may be about one packet only; it never counts as data-limited (RFC 5348 §4.3).
        double factor = config.receiveCapFactor() * (config.quickStart() && report.lossEventRate() == 0 ? SlowStartRate.GROWN_SINCE : 1);
        limitByReceiveRate(received, (limited || partial) && reports > 0, newLoss, factor, nowNanos);
        if (longRun != null) {
            longRun.add(report.lossEvents() - lossEvents, reports == 0 ? 0 : report.echoNumber() - echoNumber);
        }
        echoNumber = report.echoNumber();
        held = held && report.lossEventRate() == 0 && packets < heldUntilPacket;
        if (!held) {
            acceptableRate = report.acceptableRate();
            lossEventRate = report.lossEventRate();
        }
        receiveRate = report.receiveRate();
        lossEvents = report.lossEvents();
        if (silent()) {
            receiveLimit = Math.max(receiveLimit, restartRate);
        }
        silenceLimit = Double.POSITIVE_INFINITY;
        armed = false;
        changed = true;
        reports++;
    }

    /**
     * The receiver is reachable again. If another one has replaced it, the rate of its predecessor holds until it
     * has a loss event of its own, or has had none for several of its predecessor's average intervals.
     *
     * @param packets packets sent so far
     */
    void resume(boolean restarted, long packets, long nowNanos) {
        if (silent()) {
            receiveRates.replace(receivedBeforeSilence / 2, nowNanos);
            receiveLimit = config.receiveCapFactor() * receiveRates.max();
            partialReports = PARTIAL_REPORTS;
        }
        silenceLimit = Double.POSITIVE_INFINITY;
        armed = false;
        if (restarted) {
            held = lossEventRate > 0;
            heldUntilPacket = packets + (held ? (long) (BELIEVED_INTERVALS / lossEventRate) : 0);
            lossEvents = 0;
            partialReports = PARTIAL_REPORTS;
        }
    }

    /** The receiver had slept: its silence does not count. */
    void wake(long nowNanos) {
        receiveRates.replace(receivedBeforeSilence, nowNanos);
        receiveLimit = config.receiveCapFactor() * receivedBeforeSilence;
        partialReports = PARTIAL_REPORTS;
        silenceLimit = Double.POSITIVE_INFINITY;
        armed = false;
    }

    private void limitByReceiveRate(double received, boolean limited, boolean newLoss, double factor, long nowNanos) {
        if (!limited) {
            receiveRates.update(received, 2 * rttNanos(), nowNanos);
            receiveLimit = factor * receiveRates.max();
        } else if (newLoss) {
            receiveRates.halve();
            receiveRates.maximize(config.limitedLossFactor() * received, nowNanos);
            receiveLimit = receiveRates.max();
        } else {
            receiveRates.maximize(received, nowNanos);
            receiveLimit = factor * receiveRates.max();
        }
    }

    /** X_calc, infinite while the receiver has seen no loss. */
    double acceptableRate() {
        return acceptableRate;
    }

    /** X_calc to be used beside other receivers with about this rate or less; {@code contenders} includes this one. */
    double acceptableAmong(int contenders) {
        if (longRun == null || contenders < 2 || !(lossEventRate > 0)) {
            return acceptableRate;
        }
        double judged = longRun.judged(lossEventRate, contenders);
        return judged == lossEventRate ? acceptableRate
                : acceptableRate * equation.rate(1, 1, judged) / equation.rate(1, 1, lossEventRate);
    }

    /** The factor from X to X_inst. */
    double damping() {
        return damping.factor();
    }

    /** recv_limit. */
    double receiveLimit() {
        return receiveLimit;
    }

    /** The rate reduced by silence; infinite while the receiver reports. */
    double silenceLimit() {
        return silenceLimit;
    }

    /** The rate before the receiver fell silent. */
    double rateBeforeSilence() {
        return rateBeforeSilence;
    }

    /** The process slept for so long: in that time the receiver was not silent, and its reports may wait to be read until a time. */
    void postpone(long lateNanos, long staleUntilNanos) {
        if (armed) {
            deadlineNanos = Math.max(deadlineNanos + lateNanos, staleUntilNanos);
        }
    }

    /** Whether a report has measured the round-trip time. */
    boolean measured() {
        return rtt.sampled();
    }

    /** Whether the no-feedback timer has expired since the last report. */
    boolean silent() {
        return silenceLimit < Double.POSITIVE_INFINITY;
    }

    /** Whether the no-feedback timer runs. */
    boolean armed() {
        return armed;
    }

    /** When the no-feedback timer expires, if it runs. */
    long deadlineNanos() {
        return deadlineNanos;
    }

    /**
     * Starts the no-feedback timer, because a packet is sent about which the receiver should report.
     *
     * @param rate the rate X now
     * @param size bytes sent for each packet that receivers answer: the average packet size s, with the repairs that they do not measure
     */
    void arm(double rate, double size, long nowNanos) {
        double packets = Math.min(packetsInSilence() * size / rate * 1e9, 1L << 60);
        deadlineNanos = nowNanos + (long) Math.max(Math.max(config.noFeedbackRtts() * rttNanos(),
                config.minNoFeedback()), packets);
        rateWhenArmed = rate;
        armed = true;
    }

    /**
     * The packets that no report answers before the receiver counts as silent: two (RFC 5348 §4.3), or as many as
     * go without a report in one case of a hundred if this share of packets is lost in both directions.
     */
    private double packetsInSilence() {
        double answered = (1 - lossEventRate) * (1 - lossEventRate);
        double packets = StrictMath.log(UNANSWERED_BY_CHANCE) / StrictMath.log1p(-answered);
        return Math.max(LEAST_IN_SILENCE, Math.min(packets, MOST_IN_SILENCE));
    }

    /** The no-feedback timer expired: the rate for this receiver is halved. */
    void silent(long nowNanos) {
        armed = false;
        if (!silent()) {
            rateBeforeSilence = rateWhenArmed;
            receivedBeforeSilence = receiveRates.max();
        }
        silenceLimit = rateWhenArmed / 2;
        receiveRates.replace(silenceLimit / config.receiveCapFactor(), nowNanos);
        receiveLimit = silenceLimit;
    }

    long reports() {
        return reports;
    }

    /** The packet echoed by the last report. */
    long echoNumber() {
        return echoNumber;
    }

    boolean changed() {
        return changed;
    }

    /** The round-trip time is sent to the receiver. */
    void announced() {
        changed = false;
    }

    RateSourceStats.Receiver stats() {
        return new RateSourceStats.Receiver(key, acceptableRate, rtt.rttNanos(), lossEventRate, receiveRate, reports);
    }
}
