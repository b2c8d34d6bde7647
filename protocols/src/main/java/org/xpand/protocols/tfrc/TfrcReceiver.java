package org.xpand.protocols.tfrc;

import org.xpand.protocols.rate.GuessedInterval;
import org.xpand.protocols.rate.LossDetector;
import org.xpand.protocols.rate.LossHistory;
import org.xpand.protocols.rate.MovingAverage;
import org.xpand.protocols.rate.PacketSizeAverage;
import org.xpand.protocols.rate.Pause;
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
 * The receiver role (Xpand §4.2): measures loss events, computes the acceptable rate by Eq. 1 from its loss event rate,
 * the round-trip time sent by its source and the average packet size, and reports it: once per round-trip time while
 * packets arrive, on a LAN less often, at once when a loss event lowers the rate or a late packet cancels one, up to eight times while the
 * receive rate rises in slow start, never while nothing arrives.
 */
final class TfrcReceiver implements RateReceiver {
    /** Least X_target, packets per RTT, from which the first loss interval is derived (RFC 5348 §6.3.1). */
    private static final double LEAST_TARGET = 0.5;

    /** A round-trip time this much shorter than the smoothed one is a change, not a varying queue. */
    private static final double EMPTIED = 0.6;

    private final TfrcConfig config;
    private final ThroughputEquation equation;
    private final LossHistory history;
    private final GuessedInterval guess;
    private final LossDetector detector;
    private final ReceiveRateMeter meter = new ReceiveRateMeter();
    private final SlowStartRate search = new SlowStartRate();
    private final PacketSizeAverage size;
    private final TfrcDataHeader dataHeader = new TfrcDataHeader();
    private final TfrcReport report = new TfrcReport();

    /** One-way delay by two clocks, smoothed like the round-trip time. */
    private MovingAverage delay;

    private final Pause pause = new Pause();
    private QueueRoom queue = new QueueRoom();
    private long key;
    private long rttNanos;
    private boolean rttAnnounced;
    /** The present value derived from the one-way delay, 0 if not known. */
    private long presentNanos;
    private long arrivalNanos;
    private boolean hasReceived;
    private long newestNumber;
    private long newestNanos;

    private boolean nextIsMarked;
    private boolean receivedSinceReport;
    private boolean urgent;
    private double reportedRate = Double.POSITIVE_INFINITY;
    private long reportedNanos;
    private long reports;

    TfrcReceiver(TfrcConfig config) {
        this.config = config;
        this.equation = new ThroughputEquation(config.b(), config.rtoFactor());
        this.history = config.intervals() == 0 ? new TfrcLossHistory(config, this::firstInterval)
                : new WeightedLossHistory(config.history(), this::firstInterval, this::heavyInterval);
        this.guess = new GuessedInterval(history);
        this.detector = new LossDetector(config.ndupack(), history);
        this.size = new PacketSizeAverage(config.sizeQuotient(), config.lengthSpread());
        this.delay = new MovingAverage(config.rttQuotient());
        this.rttNanos = config.initialRtt();
    }

    @Override
    public void identity(long receiver) {
        key = receiver;
    }

    @Override
    public void packetReceived(long number, int packetSize, long sentNanos, WireReader header, long nowNanos) {
        dataHeader.read(header);
        arrivalNanos = nowNanos;
        long delayNanos = nowNanos - sentNanos;
        boolean stale = pause.ignores(nowNanos);
        if (dataHeader.isFor(key)) {
            learn(dataHeader.rttNanos());
            if (!stale) {
                delay.add(delayNanos);
            }
        }
        if (config.followDelay()) {
            // The present value, not the average before the overflowing queue was filled.
            presentNanos = Math.max(rttNanos / SlowStartRate.MOST_REPORTS, rttNanos + (long) (delayNanos - delay.value(delayNanos)));
            long longest = Math.max(rttNanos, presentNanos);
            history.rttNanos(rttAnnounced ? (long) (config.eventRtts() * longest) : longest);
        }
        size.add(packetSize);
        guess.follow(meanSize(), nowNanos);
        meter.received(packetSize, rttNanos, nowNanos);
        search.received(packetSize, nowNanos);
        if (!hasReceived || number > newestNumber) {
            newestNumber = number;
            newestNanos = nowNanos;
        }
        hasReceived = true;
        receivedSinceReport = true;
        long events = history.lossEvents();
        if (!stale) {
            queue.arrived(delayNanos, events > 0);
        }
        history.queueHasRoom(history.guessGrows() && queue.hasRoom() && meter.rate(rttNanos, nowNanos) >= QueueRoom.USED * acceptableRate());
        detector.received(number, nextIsMarked, nowNanos);
        nextIsMarked = false;
        if (history.lossEvents() != events) {
            urgent |= history.lossEvents() < events || acceptableRate() < reportedRate;
        }
        urgent |= isSearching() && search.hasRisen(meter, rttNanos, nowNanos);
    }

    @Override
    public void nextIsMarked() {
        nextIsMarked = true;
    }

    @Override
    public void reorderingWindow(long nanos) {
        detector.reorderingWindow(Math.min(nanos, (long) (config.reorderingRtts() * rttNanos)));
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
        delay = new MovingAverage(config.rttQuotient());
        queue = new QueueRoom();
        presentNanos = 0;
        search.restart();
        hasReceived = false;
        receivedSinceReport = false;
        urgent = false;
    }

    @Override
    public boolean reportDue(long nowNanos) {
        return receivedSinceReport && nowNanos - dueNanos() >= 0;
    }

    @Override
    public void writeReport(WireWriter out, long nowNanos) {
        if (!hasReceived) {
            throw new IllegalStateException("a report without a packet to report about");
        }
        reportedRate = acceptableRate();
        double received = receiveRate(nowNanos);
        report.set(newestNumber, nowNanos - newestNanos, reportedRate, history.lossEventRate(), received, (int) history.lossEvents());
        report.write(out);
        search.reported(received, rttNanos, nowNanos);
        reportedNanos = nowNanos;
        receivedSinceReport = false;
        urgent = false;
        reports++;
    }

    @Override
    public long nextDeadlineNanos() {
        return receivedSinceReport ? dueNanos() : Long.MAX_VALUE;
    }

    @Override
    public long rttNanos() {
        return rttNanos;
    }

    @Override
    public RateReceiverStats stats(long nowNanos) {
        return new RateReceiverStats(history.lossEventRate(), rttAnnounced ? rttNanos : 0, meter.rate(rttNanos, nowNanos),
                history.received(), history.lost(), history.lossEvents(), reports);
    }

    private long dueNanos() {
        // The first packets read after a pause have waited longest; the newest one hardly at all.
        return pause.after(urgent || reports == 0 ? arrivalNanos : reportedNanos + intervalNanos());
    }

    /** A round-trip time, but not less than configured: the smoothed one, unless a queue has emptied since; the average would react late. */
    private long intervalNanos() {
        return Math.max(config.minReportInterval(), presentNanos > 0 && presentNanos < EMPTIED * rttNanos ? presentNanos : rttNanos);
    }

    private void learn(long announcedNanos) {
        if (!rttAnnounced) {
            history.firstRtt(announcedNanos);
            guess.corrected(announcedNanos);
        }
        guess.followRtt(announcedNanos, arrivalNanos);
        rttNanos = announcedNanos;
        rttAnnounced = true;
        history.rttNanos(announcedNanos);
    }

    /** X_calc, bytes per second, infinite until a loss was seen. */
    private double acceptableRate() {
        double p = history.lossEventRate();
        return p > 0 ? equation.rate(meanSize(), rttNanos, p) : Double.POSITIVE_INFINITY;
    }

    /**
     * X_recv: at least the one packet without which there would be no report (RFC 5348 §6.2), and the mean since the last report, where a busy
     * process reports later than after a round-trip time: what arrived may be older than that.
     */
    private double receiveRate(long nowNanos) {
        double newest = isSearching() ? search.rate(meter, rttNanos, nowNanos) : meter.rate(rttNanos, nowNanos);
        long passed = nowNanos - reportedNanos;
        double mean = reports > 0 && passed > rttNanos ? meter.rate(passed, nowNanos) : 0;
        return Math.max(Math.max(newest, mean), meanSize() * 1e9 / rttNanos);
    }

    /** Whether the source is in slow start as far as is known here, and doubles its rate as fast as TCP does. */
    private boolean isSearching() {
        return config.quickStart() && rttAnnounced && history.lossEvents() == 0;
    }

    private double firstInterval() {
        if (!config.seededHistory()) {
            return Double.NaN;
        }
        double target = atLeast(rateWhileReceiving());
        guess.made(meanSize(), rttNanos, presentNanos, target, arrivalNanos);
        return 1 / equation.inverse(meanSize(), rttNanos, target);
    }

    private double heavyInterval() {
        return 1 / equation.inverse(meanSize(), rttNanos, atLeast(meter.rate(rttNanos, arrivalNanos) / 2));
    }

    private double atLeast(double rate) {
        return Math.max(rate, LEAST_TARGET * meanSize() * 1e9 / rttNanos);
    }

    /**
     * X_recv for the first interval. A guessed RTT may be much longer than the time since the first packet, and packets that did
     * not arrive before are no sign of slowness: it would look so once the interval is corrected for the RTT.
     */
    private double rateWhileReceiving() {
        double measured = meter.rate(rttNanos, arrivalNanos);
        return rttAnnounced ? measured : Math.max(measured, search.rateSinceFirst(rttNanos, arrivalNanos));
    }

    private double meanSize() {
        return size.value(config.packetSize());
    }
}
