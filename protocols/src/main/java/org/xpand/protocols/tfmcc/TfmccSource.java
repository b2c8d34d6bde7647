package org.xpand.protocols.tfmcc;

import java.util.OptionalLong;
import java.util.function.Predicate;
import org.xpand.protocols.rate.DataLimit;
import org.xpand.protocols.rate.MeasuredShare;
import org.xpand.protocols.rate.MovingAverage;
import org.xpand.protocols.rate.Pause;
import org.xpand.protocols.rate.RateLimits;
import org.xpand.protocols.rate.SendTimes;
import org.xpand.protocols.rate.ThroughputEquation;
import org.xpand.protocols.strategy.RateSource;
import org.xpand.protocols.strategy.RateSourceStats;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * The source role (RFC 4654 §3): keeps the feedback rounds, echoes time stamps, and sends at the rate of the current
 * limiting receiver. {@link TfmccControl} decides on the rate.
 */
final class TfmccSource implements RateSource {
    /** Packets in the first R_max of a small group, as many as in TCP's first window (RFC 6928 §2). */
    private static final int INITIAL_PACKETS = 10;
    /** The hold time is reported in whole microseconds, so a shorter RTT cannot be measured. */
    private static final long LEAST_RTT_NANOS = 1000;
    /** Rounds within which each of several equal receivers reports at some time. */
    private static final int CONTENDING_ROUNDS = 32;

    private final TfmccConfig config;
    private final TfmccMembers members = new TfmccMembers();
    private final TfmccRecords records;
    private final TfmccRounds rounds;
    private final ThroughputEquation equation;
    private final TfmccEchoes echoes = new TfmccEchoes();
    private final TfmccSilence silence;
    private final TfmccControl control;
    private final MovingAverage size;
    private final SendTimes sendTimes;
    private final DataLimit dataLimit;
    private final MeasuredShare share;
    /** Kept as an object, because every report asks. */
    private final Predicate<TfmccRecord> needed;
    private final TfmccReport report = new TfmccReport();
    private final TfmccDataHeader header = new TfmccDataHeader();
    private final Pause pause = new Pause();
    private boolean sentAny;
    /** The initial rate inherited from an earlier source, 0 for none. */
    private double inheritedRate;
    /** Whether R_max is still {@code initialRtt}, and no measurement is known. */
    private boolean guessing;

    TfmccSource(TfmccConfig config) {
        TfmccSending sending = config.sending();
        this.config = config;
        this.records = new TfmccRecords(sending.records(), sending.longIntervals());
        this.equation = ThroughputEquation.unbounded(config.measuring().b(), config.measuring().rtoFactor());
        this.rounds = new TfmccRounds(config);
        this.silence = new TfmccSilence(sending);
        this.control = new TfmccControl(sending);
        this.needed = control::needs;
        this.size = new MovingAverage(sending.sizeQuotient());
        this.sendTimes = new SendTimes(sending.sentPackets());
        this.dataLimit = new DataLimit(sending.sentPackets());
        this.share = new MeasuredShare(sending.sentPackets());
    }

    @Override
    public void receiverJoined(long receiver, long pathRttNanos, long nowNanos) {
        receiverLeft(receiver, nowNanos);
        boolean first = members.size() == 0;
        sentAny &= !first;
        add(receiver, pathRttNanos, first);
        if (!sentAny) {
            control.begin(Math.max(inheritedRate, initialRate(rounds.maxRttNanos())), nowNanos);
        }
    }

    @Override
    public void predecessorRate(double bytesPerSecond, long nowNanos) {
        if (!sentAny && bytesPerSecond > 0 && bytesPerSecond < Double.POSITIVE_INFINITY) {
            inheritedRate = bytesPerSecond / 2;
            control.beginFaster(inheritedRate, nowNanos);
        }
    }

    @Override
    public void receiverLeft(long receiver, long nowNanos) {
        if (!members.remove(receiver)) {
            return;
        }
        control.doublesPerRtt(isSmallGroup());
        records.remove(receiver);
        echoes.remove(receiver);
        if (control.left(receiver, maxRttNanos(control.rate(nowNanos)), nowNanos)) {
            clrChanged();
        }
        if (members.size() == 0) {
            silence.received();
        }
    }

    @Override
    public void receiverResumed(long receiver, boolean restarted, long pathRttNanos, long nowNanos) {
        if (!sentAny) {
            receiverJoined(receiver, pathRttNanos, nowNanos);
            return;
        }
        // Even if it is the only receiver the stream continues at its rate: it does not restart.
        receiverLeft(receiver, nowNanos);
        add(receiver, pathRttNanos, false);
    }

    @Override
    public double allowedRate(long nowNanos) {
        if (members.size() == 0) {
            return config.sending().noReceiverRate();
        }
        TfmccRecord clr = control.clr();
        double rate = control.rate(nowNanos);
        return config.sending().damping() && clr != null && !control.slowStart()
                ? Math.max(rate * clr.damping(), Math.min(rate, meanSize() * 1e9 / config.sending().maxInterval())) : rate;
    }

    @Override
    public long rttNanos() {
        TfmccRecord clr = control.clr();
        return clr == null ? rounds.maxRttNanos() : clr.rttNanos(rounds.maxRttNanos());
    }

    @Override
    public long rttNanos(long receiver) {
        TfmccRecord record = records.find(receiver);
        return record == null ? rounds.maxRttNanos() : record.rttNanos(rounds.maxRttNanos());
    }

    @Override
    public int maxHeaderLength() {
        return TfmccDataHeader.MAX_LENGTH;
    }

    @Override
    public int headerLength(long nowNanos) {
        TfmccRecord echoed = echoes.next(roundNanos(control.rate(nowNanos)), nowNanos);
        TfmccRecord clr = control.clr();
        return TfmccDataHeader.length(clr != null, echoed != null, echoed != null && echoed == clr);
    }

    @Override
    public void packetSent(long number, int packetSize, WireWriter out, long nowNanos) {
        double rate = control.rate(nowNanos);
        long roundNanos = roundNanos(rate);
        TfmccRecord echoed = echoes.next(roundNanos, nowNanos);
        rounds.pass(roundNanos, nowNanos);
        header.set(control.slowStart(), rounds.round(), groupSize(), rate, rounds.suppressionRate(),
                rounds.suppressedByLoss(), maxRttNanos(rate));
        if (control.clr() != null) {
            header.setClr(control.clr().key());
        }
        if (isSmallGroup() && (control.slowStart() || records.reported() < members.size())) {
            header.requestQuickReports();
        }
        if (echoed != null) {
            header.setEcho(echoed.key(), echoed.echoNanos(nowNanos));
            echoes.echoed(echoed, nowNanos);
        }
        header.write(out);
        sentAny = true;
        inheritedRate = 0;
        size.add(packetSize);
        sendTimes.sent(number, nowNanos);
        dataLimit.sent(number, packetSize, rate, nowNanos);
        share.sent(number, packetSize);
        silence.sent(maxRttNanos(rate), nowNanos);
    }

    @Override
    public void repairSent(int packetSize, long nowNanos) {
        share.repairSent(packetSize);
        dataLimit.interrupted(nowNanos);
    }

    @Override
    public void dataLimited(long nowNanos) {
        dataLimit.interrupted(nowNanos);
    }

    @Override
    public void reportReceived(long receiver, WireReader in, long nowNanos) {
        report.read(in);
        long echo = report.echoNumber();
        if (sendTimes.beyond(echo) || rounds.isAhead(report.round())) {
            throw new MalformedPacketException("tfmcc report: echoes a packet or a round that never was");
        }
        TfmccRecord known = records.find(receiver);
        if (!members.contains(receiver) || known != null && known.isStale(report) || rounds.isOld(report.round())
                || !sendTimes.knows(echo)) {
            return;
        }
        long sample = nowNanos - sendTimes.sentNanos(echo) - report.holdNanos();
        if (sample < 0) {
            throw new MalformedPacketException("tfmcc report: held the packet for longer than the round trip took");
        }
        if (sample <= RateLimits.MAX_RTT_MICROS * 1000L) {
            take(records.findOrAdd(receiver, needed), Math.max(sample, LEAST_RTT_NANOS), nowNanos);
        }
    }

    @Override
    public void paused(long lateNanos, long staleUntilNanos, long nowNanos) {
        pause.ended(staleUntilNanos, nowNanos);
        silence.slept(lateNanos);
    }

    @Override
    public long staleSamples() {
        return pause.doubted();
    }

    @Override
    public long nextDeadlineNanos() {
        return silence.deadlineNanos(control.clr() != null);
    }

    @Override
    public void deadlineReached(long nowNanos) {
        long maximum = maxRttNanos(control.rate(nowNanos));
        switch (silence.due(control.clr() != null, nowNanos)) {
            case HALVE -> {
                control.halve(maximum, meanSize(), nowNanos);
                silence.halved(control.clr() != null, maxRttNanos(control.rate(nowNanos)), nowNanos);
            }
            case GIVE_UP_CLR -> {
                control.giveUpClr(maximum, nowNanos);
                clrChanged();
            }
            default -> {
            }
        }
    }

    @Override
    public RateSourceStats stats(long nowNanos) {
        TfmccRecord clr = control.clr();
        return new RateSourceStats(allowedRate(nowNanos), members.size() > 0 && control.slowStart(), control.reason(meanSize(), nowNanos),
                clr == null ? OptionalLong.empty() : OptionalLong.of(clr.key()), records.stats());
    }

    private void take(TfmccRecord record, long sampleNanos, long nowNanos) {
        double rate = report.rate();
        if (report.haveLoss()) {
            // The receiver used a guessed RTT; the source has a measured one (TFMCC §2.4.4, RFC 4654 §3.3).
            rate = report.haveRtt() ? rate : RateLimits.rate(rate * report.rttNanos() / sampleNanos);
        } else if (wasInterrupted(nowNanos)) {
            // Packets that were not sent could not be received: the path is not slow because of them.
            rate = Math.max(rate, control.rate(nowNanos));
        }
        boolean prompt = pause.believes(nowNanos);
        long measured = prompt ? sampleNanos : record.rttNanos(sampleNanos);
        record.report(report, measured, prompt, rate, share.sentPerMeasured(record.echoNumber(), report.echoNumber()), nowNanos);
        rounds.measured(measured);
        knowMaximum(nowNanos);
        if (!report.asClr()) {
            rounds.reported(report, report.rate());
        }
        TfmccRecord before = control.clr();
        control.report(record, amongOthers(record, rate, nowNanos), report.haveLoss(), report.round(),
                maxRttNanos(control.rate(nowNanos)), meanSize(), nowNanos);
        if (control.clr() != before) {
            clrChanged();
        }
        if (control.clr() == record) {
            silence.received();
        }
        echoes.add(record, report.round(), rounds.round(), rate);
    }

    /** The rate of a receiver that has reported a loss, to be used beside others. */
    private double amongOthers(TfmccRecord record, double rate, long nowNanos) {
        if (!report.haveLoss() || config.sending().longIntervals() == 0) {
            return rate;
        }
        long recent = nowNanos - CONTENDING_ROUNDS * roundNanos(control.rate(nowNanos));
        return record.rateAmong(records.contenders(rate, recent), equation);
    }

    private void clrChanged() {
        echoes.setClr(control.clr());
        silence.received();
    }

    /** Whether the source did not use its rate at some time in the window over which the receive rate was measured. */
    private boolean wasInterrupted(long nowNanos) {
        long window = config.measuring().windowNanos(report.rttNanos(), meanSize() / control.rate(nowNanos) * 1e9);
        long echo = report.echoNumber();
        return dataLimit.interruptedSince(sendTimes.sentNanos(echo) - window, echo);
    }

    private void add(long receiver, long pathRttNanos, boolean first) {
        members.add(receiver);
        control.doublesPerRtt(isSmallGroup());
        records.offer(new TfmccRecord(receiver, pathRttNanos, config.sending().longIntervals()));
        learnPath(first, pathRttNanos);
    }

    private void learnPath(boolean first, long pathRttNanos) {
        boolean known = config.sending().pathRtts() && pathRttNanos > 0;
        long rtt = known ? pathRttNanos : config.measuring().initialRtt();
        guessing = !known && !sentAny || guessing && !first;
        if (first) {
            rounds.maxRttNanos(rtt);
        } else if (!sentAny || known) {
            rounds.maxRttNanos(Math.max(rounds.maxRttNanos(), rtt));
        }
    }

    /** Whether there are so few receivers that all may report at once. */
    private boolean isSmallGroup() {
        return members.size() <= config.feedback().quickReports();
    }

    private double initialRate(long maximum) {
        // A rate counts bytes: packets that are not full are no reason for less of them than TCP sends.
        double bytes = isSmallGroup() ? INITIAL_PACKETS * Math.max(meanSize(), config.sending().packetSize()) : meanSize();
        return bytes * 1e9 / maximum;
    }

    /**
     * Once every member of a small group has reported, R_max is known, and with it the initial rate. It goes on following their RTTs: the first
     * ones may be seconds long, because processes were just starting, and rounds of so many seconds would pass before R_max had decayed.
     */
    private void knowMaximum(long nowNanos) {
        if (isSmallGroup() && records.reported() == members.size()) {
            long longest = records.longestRttNanos();
            rounds.maxRttKnown(longest);
            if (guessing) {
                guessing = false;
                rounds.maxRttNanos(longest);
                control.beginFaster(initialRate(longest), nowNanos);
            }
        }
    }

    /** R_max, at least the time between two packets (RFC 4654 §3.2). */
    private long maxRttNanos(double rate) {
        double interval = meanSize() / rate * 1e9 + config.sending().granularity();
        return Math.round(Math.min(RateLimits.MAX_RTT_MICROS * 1e3, Math.max(rounds.maxRttNanos(), interval)));
    }

    private long roundNanos(double rate) {
        return TfmccTimer.roundNanos(config.feedback(), maxRttNanos(rate), meanSize(), rate);
    }

    private int groupSize() {
        TfmccFeedback feedback = config.feedback();
        return feedback.countMembers() ? Math.max(feedback.groupSize(), members.size()) : feedback.groupSize();
    }

    private double meanSize() {
        return size.value(config.sending().packetSize());
    }
}
