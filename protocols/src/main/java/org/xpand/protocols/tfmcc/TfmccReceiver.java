package org.xpand.protocols.tfmcc;

import java.util.random.RandomGenerator;
import org.xpand.protocols.rate.GuessedInterval;
import org.xpand.protocols.rate.LossDetector;
import org.xpand.protocols.rate.LossHistory;
import org.xpand.protocols.rate.PacketSizeAverage;
import org.xpand.protocols.rate.Pause;
import org.xpand.protocols.rate.RateLimits;
import org.xpand.protocols.rate.QueueRoom;
import org.xpand.protocols.rate.ReceiveRateMeter;
import org.xpand.protocols.rate.SlowStartRate;
import org.xpand.protocols.rate.ThroughputEquation;
import org.xpand.protocols.rate.WeightedLossHistory;
import org.xpand.protocols.strategy.RateReceiver;
import org.xpand.protocols.strategy.RateReceiverStats;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * The receiver role (RFC 4654 §4): measures loss event rate and RTT, computes its desired rate, and reports it once per
 * RTT if it is the CLR, on a LAN less often, otherwise when its timer in the feedback round expires and nothing has made the report unnecessary.
 */
final class TfmccReceiver implements RateReceiver {
    /** c in Eq. 4, T = c s / (R sqrt(p)) (TFMCC App. B, RFC 4654 §5.6). */
    private static final double SIMPLE_CONSTANT = Math.sqrt(1.5);

    /** Reports that may follow as soon as the one before is answered. */
    private static final int FIRST_REPORTS = 3;

    private final TfmccConfig config;
    private final ThroughputEquation equation;
    private final TfmccRtt rtt;
    private final TfmccRoundTimer timer;
    private final LossHistory history;
    private final GuessedInterval guess;
    private final LossDetector detector;
    private final ReceiveRateMeter meter = new ReceiveRateMeter();
    private QueueRoom queue = new QueueRoom();
    private final SlowStartRate search = new SlowStartRate();
    private final PacketSizeAverage size;
    private TfmccDataHeader arrived = new TfmccDataHeader();
    private TfmccDataHeader newest = new TfmccDataHeader();
    private final TfmccReport report = new TfmccReport();

    private final Pause pause = new Pause();
    private long key;
    private boolean hasReceived;
    private boolean everReceived;
    private long firstNanos;
    private long newestNumber;
    private long newestNanos;

    private boolean limiting;
    private boolean nextIsMarked;
    private boolean receivedSinceReport;
    private boolean due;
    /** Whether a rising rate or the first loss is reported at once in slow start, or a round-trip time is to be measured again. */
    private boolean urgent;
    /** Whether a report was sent to this incarnation of the source. */
    private boolean introduced;
    private long reportedNanos;
    /** Whether the source has echoed the last report. */
    private boolean answered;
    private long reports;
    private long suppressed;

    TfmccReceiver(TfmccConfig config, RandomGenerator random) {
        TfmccMeasuring measuring = config.measuring();
        this.config = config;
        this.equation = ThroughputEquation.unbounded(measuring.b(), measuring.rtoFactor());
        this.rtt = new TfmccRtt(measuring);
        this.timer = new TfmccRoundTimer(config.feedback(), random);
        this.history = new WeightedLossHistory(measuring.history(), this::firstInterval, this::heavyInterval);
        this.guess = new GuessedInterval(history);
        this.detector = new LossDetector(measuring.ndupack(), history);
        this.size = new PacketSizeAverage(config.sending().sizeQuotient(), config.sending().lengthSpread());
    }

    @Override
    public void identity(long receiver) {
        key = receiver;
    }

    @Override
    public void packetReceived(long number, int packetSize, long sentNanos, WireReader header, long nowNanos) {
        arrived.read(header);
        size.add(packetSize);
        guess.follow(meanSize(), nowNanos);
        boolean newer = !hasReceived || number > newestNumber;
        if (newer) {
            TfmccDataHeader older = newest;
            newest = arrived;
            arrived = older;
            newestNumber = number;
            newestNanos = nowNanos;
            if (!rtt.measured() || pause.believes(nowNanos)) {
                learnRtt(nowNanos - sentNanos, nowNanos);
            }
        }
        firstNanos = hasReceived ? firstNanos : nowNanos;
        hasReceived = true;
        receivedSinceReport = true;
        meter.received(packetSize, isSearching() ? rtt.nanos() : windowNanos(), nowNanos);
        search.received(packetSize, nowNanos);
        boolean before = lossSeen();
        if (!pause.ignores(nowNanos)) {
            queue.arrived(nowNanos - sentNanos, before);
        }
        history.queueHasRoom(history.guessGrows() && queue.hasRoom() && receiveRate() >= QueueRoom.USED * desiredRate());
        detector.received(number, nextIsMarked, nowNanos);
        nextIsMarked = false;
        if (newer) {
            followRound(nowNanos);
        }
        urgent |= limiting && isSearching() ? search.hasRisen(meter, rtt.nanos(), nowNanos)
                : newest.doublesPerRtt() && lossSeen() && !before;
    }

    @Override
    public void nextIsMarked() {
        nextIsMarked = true;
    }

    @Override
    public void reorderingWindow(long nanos) {
        detector.reorderingWindow(Math.min(nanos, (long) (config.measuring().reorderingRtts() * rtt.nanos())));
    }

    @Override
    public void paused(long lateNanos, long staleUntilNanos, long nowNanos) {
        pause.ended(staleUntilNanos, nowNanos);
    }

    @Override
    public long staleSamples() {
        return pause.ignored();
    }

    @Override
    public void numbersRestarted(long nowNanos) {
        detector.restart();
        timer.restart();
        rtt.forgetClock();
        hasReceived = false;
        receivedSinceReport = false;
        due = false;
        urgent = false;
        queue = new QueueRoom();
        search.restart();
        introduced = false;
    }

    @Override
    public boolean reportDue(long nowNanos) {
        return due || urgent || reportsAsClr() && nowNanos - clrDueNanos() >= 0;
    }

    @Override
    public void writeReport(WireWriter out, long nowNanos) {
        if (!hasReceived) {
            throw new IllegalStateException("a report without a packet to report about");
        }
        report.setSender(rtt.measured(), limiting, timer.round(), nowNanos, rtt.nanos());
        double received = receiveRate();
        search.reported(received, rtt.nanos(), nowNanos);
        report.setPath(newestNumber, nowNanos - newestNanos, desiredRate(), received,
                history.lossEventRate(), (int) history.lossEvents());
        report.write(out);
        timer.cancel();
        due = false;
        urgent = false;
        introduced = true;
        receivedSinceReport = false;
        reportedNanos = nowNanos;
        answered = false;
        reports++;
    }

    @Override
    public long nextDeadlineNanos() {
        if (due || urgent) {
            return newestNanos;
        }
        return reportsAsClr() ? clrDueNanos() : timer.dueNanos();
    }

    @Override
    public void deadlineReached(long nowNanos) {
        long expiry = timer.dueNanos();
        if (expiry == Long.MAX_VALUE || nowNanos - expiry < 0 || suppressed()) {
            return;
        }
        timer.cancel();
        due = mayReport();
    }

    @Override
    public long rttNanos() {
        return rtt.nanos();
    }

    @Override
    public RateReceiverStats stats(long nowNanos) {
        return new RateReceiverStats(history.lossEventRate(), rtt.measured() ? rtt.nanos() : 0,
                hasReceived ? meter.rate(windowNanos(), nowNanos) : 0, history.received(), history.lost(),
                history.lossEvents(), reports, suppressed, 0);
    }

    private void learnRtt(long forwardNanos, long nowNanos) {
        if (!everReceived) {
            everReceived = true;
            guessRtt(forwardNanos);
        }
        long sample = nowNanos - newest.echoNanos();
        if (reports > 0 && newest.echoes(key) && sample >= 0 && sample <= RateLimits.MAX_RTT_MICROS * 1000L) {
            boolean first = !rtt.measured();
            boolean replaced = rtt.measure(sample, forwardNanos, newest.isClr(key));
            measureAgain(replaced);
            if (first) {
                history.firstRtt(rtt.nanos());
                guess.corrected(rtt.nanos());
            }
        } else {
            rtt.oneWay(forwardNanos);
        }
        rtt.average(nowNanos);
        guess.followRtt(rtt.averagedNanos(), nowNanos);
        history.rttNanos(rtt.measured() ? Math.round(config.measuring().eventRtts() * rtt.nanos()) : rtt.nanos());
    }

    /**
     * The first round-trip times may be seconds long, because processes were just starting. One report in such a time would keep them for many
     * seconds; the first answers to a report, and much shorter round-trip times, are followed by another report at once.
     */
    private void measureAgain(boolean replaced) {
        boolean answers = !answered && newest.echoNanos() - reportedNanos >= 0;
        answered |= answers;
        urgent |= answers && config.measuring().averagedRtts() > 0 && (replaced || reports <= FIRST_REPORTS)
                && (newest.isClr(key) || newest.quickReports());
    }

    private void guessRtt(long forwardNanos) {
        TfmccMeasuring measuring = config.measuring();
        if (measuring.synchronisedClocks() && forwardNanos >= 0) {
            rtt.guess(2 * (forwardNanos + measuring.clockError()));
        } else if (measuring.rttFromMaximum()) {
            rtt.guess(newest.maxRttNanos());
        }
    }

    private void followRound(long nowNanos) {
        limiting = newest.isClr(key);
        if (timer.isNew(newest)) {
            due = false;
            double rate = desiredRate();
            double ratio = (lossSeen() ? rate : receiveRate()) / newest.rate();
            timer.start(newest, rate, ratio, meanSize(), nowNanos);
        } else {
            timer.follow(newest, nowNanos);
            suppressed();
        }
        if (limiting) {
            timer.cancel();
            due = false;
        }
        due |= newest.quickReports() && !introduced;
    }

    private boolean suppressed() {
        boolean isSuperfluous = timer.pending() && timer.suppressed(newest, desiredRate(), lossSeen(), rtt.nanos());
        suppressed += isSuperfluous ? 1 : 0;
        return isSuperfluous;
    }

    /** Whether the source needs a report of this receiver (TFMCC §2.2). */
    private boolean mayReport() {
        if (!config.feedback().onlyBelowRate() || newest.slowStart() || !newest.hasClr()) {
            return true;
        }
        return lossSeen() && desiredRate() < newest.rate();
    }

    private boolean reportsAsClr() {
        return limiting && receivedSinceReport;
    }

    private long clrDueNanos() {
        // The first packets read after a pause have waited longest; the newest one hardly at all.
        return pause.after(reports == 0 ? newestNanos : reportedNanos + Math.max(rtt.nanos(), config.feedback().minReportInterval()));
    }

    private boolean lossSeen() {
        return history.lossEventRate() > 0;
    }

    /** Whether the source is in slow start as far as is known here, and doubles its rate as fast as TCP does. */
    private boolean isSearching() {
        return newest.doublesPerRtt() && rtt.measured() && !lossSeen();
    }

    /** X_r, bytes per second. */
    private double desiredRate() {
        double p = history.lossEventRate();
        double rate = p > 0 ? equation.rate(meanSize(), rtt.averagedNanos(), p)
                : config.sending().slowStartFactor() * (isSearching() ? SlowStartRate.GROWN_SINCE : 1) * receiveRate();
        return Math.max(rate, meanSize() * 1e9 / config.sending().maxInterval());
    }

    /** As of the newest packet: a report describes the path up to it, and says nothing about the time since. */
    private double receiveRate() {
        long window = windowNanos();
        double measured = isSearching() ? search.rate(meter, rtt.nanos(), newestNanos) : meter.rate(window, newestNanos);
        // A stream received for less than a whole window must not look slow.
        return newestNanos - firstNanos < window ? Math.max(measured, newest.rate()) : measured;
    }

    private long windowNanos() {
        double interval = Math.min(config.sending().maxInterval(), meanSize() / newest.rate() * 1e9);
        return config.measuring().windowNanos(rtt.nanos(), interval);
    }

    /** l_0: the loss interval that Eq. 4 gives for the rate at which the first loss was seen. */
    private double firstInterval() {
        TfmccMeasuring measuring = config.measuring();
        double rate = measuring.seedFromSendRate() ? newest.rate() / 2 : meter.rate(rtt.nanos(), newestNanos);
        long nanos = measuring.seedByLeastRtt() ? rtt.leastNanos() : rtt.nanos();
        if (!measuring.seedFromSendRate()) {
            // As in the papers, one that follows from the sending rate stays as it is.
            guess.made(meanSize(), nanos, rtt.nanos(), rate, newestNanos);
        }
        return interval(rate, nanos);
    }

    private double heavyInterval() {
        return interval(meter.rate(rtt.nanos(), newestNanos) / 2, rtt.averagedNanos());
    }

    /** The loss interval that Eq. 4 gives for a rate. */
    private double interval(double rate, double nanos) {
        double root = rate * nanos / 1e9 / (SIMPLE_CONSTANT * meanSize());
        return root * root;
    }

    private double meanSize() {
        return size.value(config.sending().packetSize());
    }
}
