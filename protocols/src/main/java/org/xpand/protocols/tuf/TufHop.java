package org.xpand.protocols.tuf;

import org.xpand.protocols.rate.Pause;
import org.xpand.protocols.rate.ThroughputEquation;
import org.xpand.protocols.strategy.RateHop;
import org.xpand.protocols.strategy.RateHopStats;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * The hop role: drops packets with tags above the link's threshold K, and finds K by probing the neighbour (TUF §3, §3.2).
 * Does not distinguish flows.
 *
 * <p>A probe leaves every interval; each answer, but no more than one in half an interval, gives the loss since the
 * previous answer and a new K. Without answers K is halved.
 */
final class TufHop implements RateHop {
    /** How much more often probes leave while an answer is overdue. */
    private static final int HURRY = 8;

    /** Halvings without answers after which the path has failed: its losses then show nothing about its capacity. */
    private static final int OUTAGE = 2;

    /** Packets that take longer to arrive than to leave, by this part of the time or more, may show that the link is full. */
    private static final int STRETCH = 4;

    /** With so many lost packets, and so large a share, in one interval less has arrived than the smoothed loss can express. */
    private static final int FLOOD = 4;
    private static final double FLOODED = 0.25;

    /** K counts as used if this part of it leaves. */
    private static final double USED = 0.7;

    /** With so many packets between two probes the link is measured every round-trip time. */
    private static final int BUSY = 8;

    private final TufConfig shared;
    private final TufHopConfig config;
    private final ThroughputEquation equation;
    private final LinkMeter meter;
    private final LossAverage average;
    private final TimeMean rates = new TimeMean();
    private final TufDataHeader header = new TufDataHeader();
    private final TufHopMessage message = new TufHopMessage();
    private final NeighbourThreshold neighbour;
    private final Pause pause = new Pause();
    private final long incarnation;

    /** B0 K in units per second. */
    private double rate;
    private long threshold;
    private boolean doubling;
    /** Whether K doubles and has risen at the last answer. */
    private boolean rising;
    /** Extra arrival time of the last packets, if it may be a queue, otherwise 0; their units, and the time in which they left. */
    private long suspectedNanos;
    private double suspectedUnits;
    private long suspectedSpanNanos;
    /** Whether the packets measured next left just after K was found: the queue that the search has filled may still overflow. */
    private boolean found;
    /** Whether no loss has limited K yet since the search has found it. */
    private boolean climbing;
    private long highestTag = -1;

    private long admitted;
    private long refused;
    private long received;
    private double loss;

    private boolean begun;
    private long probeNanos;
    private long probed;
    private boolean busy;
    /** Whether a probe has left since the last answer, and when the first one did. */
    private boolean waiting;
    private long waitingNanos;
    private long silentNanos;
    /** How often K was halved for silence since the last answer. */
    private int silences;
    private long evaluatedNanos;

    private boolean answerDue;
    private long answerIncarnation;
    private int answerNumber;
    private long answerReceived;
    private long answerNanos;

    /**
     * @param incarnation drawn at random: distinguishes this hop's counts from those of an earlier one
     */
    TufHop(TufConfig shared, long incarnation) {
        this.shared = shared;
        this.config = shared.hop();
        this.incarnation = incarnation;
        this.equation = new ThroughputEquation(config.b(), config.rtoFactor());
        this.meter = new LinkMeter(config.rttQuotient(), config.overtaken());
        this.average = new LossAverage(config, equation);
        this.neighbour = new NeighbourThreshold(config.silence() * config.interval());
        this.doubling = config.doubling();
        this.rising = doubling;
        apply(config.initialRate());
    }

    /** Begins at half of it and searches: the new link may carry as much as another one, or less. */
    @Override
    public void beside(double least) {
        if (config.inherited() && !begun) {
            apply(Math.max(rate, least / 2));
        }
    }

    @Override
    public void paused(long lateNanos, long staleUntilNanos, long nowNanos) {
        pause.ended(staleUntilNanos, nowNanos);
        silentNanos += begun ? lateNanos : 0;
    }

    @Override
    public boolean admit(WireReader in, int size, long nowNanos) {
        header.read(in);
        long tag = header.tag();
        if (tag != Tag.NONE) {
            highestTag = Math.max(highestTag, tag);
        }
        if (tag > threshold) {
            refused++;
            return false;
        }
        admitted++;
        return true;
    }

    @Override
    public void packetReceived(int size, long nowNanos) {
        received++;
    }

    @Override
    public boolean pullMessage(WireWriter out, long nowNanos) {
        if (answerDue) {
            answerDue = false;
            TufHopMessage.writeAnswer(out, answerIncarnation, answerNumber, neighbour.predecessor(), incarnation, answerReceived,
                    nowNanos - answerNanos);
            return true;
        }
        if (!begun) {
            begun = true;
            probeNanos = nowNanos;
            silentNanos = nowNanos + config.silence() * config.interval();
            evaluatedNanos = nowNanos;
        }
        if (nowNanos - silentNanos >= 0) {
            silent(nowNanos);
        }
        if (nowNanos - probeNanos < 0) {
            return false;
        }
        busy = config.eager() && admitted - probed >= BUSY;
        probed = admitted;
        long interval = config.hurry() && overdue(nowNanos) ? config.interval() / HURRY : interval();
        // A late call does not make up for missed probes.
        probeNanos = nowNanos - probeNanos < interval ? probeNanos + interval : nowNanos + interval;
        if (!waiting) {
            waiting = true;
            waitingNanos = nowNanos;
        }
        TufHopMessage.writeProbe(out, incarnation, meter.probe(admitted, nowNanos), new FoundThreshold(threshold, doubling));
        return true;
    }

    /** Time between two probes: while K doubles, or packets leave, a round-trip time, as for TCP. */
    private long interval() {
        long rtt = meter.rttNanos();
        return (rising || busy) && rtt > 0 ? Math.max(config.interval() / HURRY, Math.min(config.interval(), rtt))
                : config.interval();
    }

    /** Whether an answer is overdue. */
    private boolean overdue(long nowNanos) {
        return waiting && nowNanos - waitingNanos >= Math.max(interval(), 2 * meter.rttNanos());
    }

    @Override
    public void messageReceived(WireReader in, long nowNanos) {
        message.read(in);
        if (message.type() == TufHopMessage.PROBE) {
            neighbour.announced(message.proberIncarnation(), message.threshold(), nowNanos);
            answerDue = true;
            answerIncarnation = message.proberIncarnation();
            answerNumber = message.number();
            answerReceived = received;
            answerNanos = nowNanos;
        } else if (message.proberIncarnation() == incarnation && meter.awaits(message.number())) {
            answered(nowNanos);
        }
    }

    private void answered(long nowNanos) {
        long sample = meter.rttNanos(message.number(), message.holdNanos(), nowNanos);
        if (sample <= 0) {
            throw new MalformedPacketException("tuf hop message: held the probe for longer than the round trip took");
        }
        if (meter.rttNanos() > 0 && pause.isStale(nowNanos)) {
            // The answer has waited for this process: that is no queue.
            sample = Math.min(sample, meter.rttNanos());
        }
        if (config.inherited() && meter.rttNanos() == 0 && message.threshold().known()) {
            inherit(message.threshold(), sample, nowNanos);
        }
        silentNanos = nowNanos + silenceNanos(sample);
        waiting = false;
        silences = 0;
        if (meter.begun() && nowNanos - evaluatedNanos < interval() / 2) {
            return;
        }
        boolean first = !meter.begun();
        boolean measured = meter.answer(message.number(), message.answererIncarnation(), message.received(), sample);
        if (meter.waits()) {
            probeNanos = nowNanos;
            return;
        }
        double tried = first ? rate : rates.mean(nowNanos);
        rates.begin(rate, nowNanos);
        if (first && rising) {
            // Not before: only the first answer shows the round-trip time.
            probeNanos = nowNanos + Math.min(probeNanos - nowNanos, interval());
        }
        if (measured) {
            evaluatedNanos = nowNanos;
            // A higher rate than the one sent was not tried.
            evaluate(config.eager() ? Math.min(tried, sentRate()) : tried, nowNanos);
        }
    }

    /** Units per second that left in the interval, of all sources together; infinite if there were few packets. */
    private double sentRate() {
        return meter.spanNanos() > 0 && meter.sent() >= BUSY ? meter.sent() * 1e9 / meter.spanNanos() : Double.POSITIVE_INFINITY;
    }

    /** Takes over the capacity that the previous hop has found. */
    private void inherit(FoundThreshold found, long rttNanos, long nowNanos) {
        set(found.threshold() * shared.b0(), nowNanos);
        doubling = config.doubling() && found.searching();
        rising = doubling;
        if (!doubling) {
            average.begin(rate, rttNanos);
        }
    }

    /**
     * @param tried the mean of B0 K in the interval, which may have been halved for silence
     */
    private void evaluate(double tried, long nowNanos) {
        long sent = meter.sent();
        long lost = meter.lost();
        loss = sent == 0 ? 0 : (double) lost / sent;
        if (sent > 0 && lost == sent) {
            // The capacity of the link is unknown, as without answers.
            halve(nowNanos);
            return;
        }
        long rtt = Math.max(1, meter.rttNanos());
        average.add(sent, found ? 0 : lost, meter.lossNanos(), rtt, tried);
        climbing &= lost == 0 || found;
        if (climbing && !doubling && lost == 0 && sent >= BUSY && sentRate() >= USED * rate) {
            average.climb(meter.spanNanos(), rtt);
        }
        found = false;
        if (!doubling && lost == 0 && average.isOutlived()) {
            average.forget();
            doubling = config.doubling();
        }
        boolean full = doubling && lost == 0 && sent > 0 && isFull(tried);
        double next = next(tried, lost, full, rtt);
        if (config.tested()) {
            // The lowest rate that includes all tags up to the highest one seen.
            next = Math.min(next, Math.max(rate, 2 * shared.b0() * (highestTag + 1)));
        }
        highestTag = -1;
        rising = doubling && (next > rate || suspectedNanos > 0);
        if (doubling && next > rate || next < rate && config.settling() && (lost > 0 || full)) {
            beginAnew(nowNanos);
        }
        set(next, nowNanos);
    }

    /**
     * Whether more has left than the link carries, while its queue delays the loss. Packets then take longer to
     * arrive, and not less time in the next round-trip time, as they do when one of the two hosts was suspended.
     */
    private boolean isFull(double tried) {
        long stretch = meter.stretchNanos();
        if (suspectedNanos > 0 && stretch >= -suspectedNanos / 2) {
            return true;
        }
        boolean may = stretch > meter.spanNanos() / STRETCH;
        suspectedNanos = may ? stretch : 0;
        suspectedSpanNanos = may ? meter.spanNanos() : 0;
        suspectedUnits = tried * suspectedSpanNanos;
        return false;
    }

    /**
     * Receive rate while the queue filled, units per second: over both intervals, if the previous one has shown it too,
     * because a host that is suspended for a moment causes a large error in a short time.
     */
    private double arrived(double tried) {
        long span = meter.spanNanos();
        double units = suspectedUnits + tried * span * (1 - loss);
        double nanos = suspectedSpanNanos + span + Math.max(0, suspectedNanos + meter.stretchNanos());
        // Half of it arrived in time before.
        return Math.max(tried / 2 * (1 - loss), Math.min(units / nanos, tried));
    }

    private double next(double tried, long lost, boolean full, long rtt) {
        if (doubling && lost == 0 && !full) {
            return suspectedNanos > 0 ? rate
                    : Math.min(2 * rate, config.maxWindow() * 1e9 / Math.max(rtt, config.leastRtt()));
        }
        if (doubling) {
            return found(arrived(tried), full, rtt);
        }
        double next = config.threshold().next(config, equation,
                new ThresholdRule.Measured(rate, loss, average.loss(), rtt));
        if (config.eager() && lost >= FLOOD && loss > FLOODED && tried * (1 - loss) < next) {
            // Much more leaves than the link carries: earlier values of p no longer apply.
            next = tried * (1 - loss);
            average.begin(next, rtt);
        }
        return next;
    }

    /** Returns the rate that arrived, less for a while, so that the queue that doubling has filled can empty. */
    private double found(double arrived, boolean full, long rtt) {
        if (full || config.seededHistory()) {
            average.begin(arrived, rtt);
        }
        double next = config.threshold().next(config, equation, new ThresholdRule.Measured(rate, loss, average.loss(), rtt));
        doubling = false;
        suspectedNanos = 0;
        suspectedUnits = 0;
        suspectedSpanNanos = 0;
        found = config.settling();
        climbing = config.climbing();
        return Math.min(next, arrived * config.decrease());
    }

    /** Packets sent with another threshold are not measured. */
    private void beginAnew(long nowNanos) {
        meter.beginAnew();
        probeNanos = nowNanos;
    }

    private void silent(long nowNanos) {
        halve(nowNanos);
        if (++silences >= OUTAGE) {
            meter.beginAnew();
        }
        silentNanos = nowNanos + silenceNanos(meter.rttNanos());
    }

    private void halve(long nowNanos) {
        set(rate / 2, nowNanos);
        doubling = config.doubling();
        rising = doubling;
        highestTag = -1;
    }

    private long silenceNanos(long rttNanos) {
        return Math.max(config.silence() * config.interval(), 2 * rttNanos);
    }

    private void set(double newRate, long nowNanos) {
        apply(newRate);
        rates.change(rate, nowNanos);
    }

    private void apply(double newRate) {
        rate = Math.max(config.leastRate(), Math.min(newRate, shared.b0() * Tag.MAX_THRESHOLD));
        threshold = Math.min(Tag.MAX_THRESHOLD, (long) (rate / shared.b0()));
    }

    @Override
    public long nextDeadlineNanos() {
        if (!begun || answerDue) {
            return Long.MIN_VALUE;
        }
        return Math.min(probeNanos, silentNanos);
    }

    @Override
    public double rate() {
        return rate;
    }

    @Override
    public RateHopStats stats(long nowNanos) {
        return new RateHopStats(rate, loss, meter.rttNanos(), admitted, refused, received);
    }
}
