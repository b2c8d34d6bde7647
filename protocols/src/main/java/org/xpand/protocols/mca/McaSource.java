package org.xpand.protocols.mca;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.xpand.protocols.api.RateReason;
import org.xpand.protocols.rate.MovingAverage;
import org.xpand.protocols.rate.Pause;
import org.xpand.protocols.rate.SendTimes;
import org.xpand.protocols.strategy.RateSource;
import org.xpand.protocols.strategy.RateSourceStats;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * The source role (MCA §3.1): follows the CIs of the congestion representative with additive increase and
 * multiplicative decrease. It has no timers: it acts on time only when a packet leaves, because without packets
 * nothing can be concluded from the absence of CIs.
 */
final class McaSource implements RateSource {
    /** Packets in the first round-trip time (RFC 5348 §4.2 allows up to four). */
    private static final double INITIAL_PACKETS = 2;
    /** Shortest SRTT + 4σ: timers are not finer. */
    private static final long LEAST_PERIOD_NANOS = 1_000_000;

    /**
     * Least part of the rate from which a reduction for accumulation starts: a host that was suspended for a moment, or a
     * route that became longer, leaves a gap in which almost nothing was received.
     */
    private static final double LEAST_BASE = 0.5;

    /** In a new search the growth factor rises by this in each period without an indication. */
    private static final double SEARCH_STEP = 0.0025;

    /** If less than this part of the rate arrives, the path is full. */
    private static final double LIMITED = 0.95;

    private final McaConfig config;
    private final Pause pause = new Pause();
    private final TreeMap<Long, McaPeer> peers = new TreeMap<>();
    /** The same, to visit without an iterator for every control packet. */
    private final List<McaPeer> everyPeer = new ArrayList<>();
    private final McaRepresentative representative;
    private final McaCompetition competition;
    private final MovingAverage size;
    private final SendTimes sendTimes;
    private final McaReport report = new McaReport();
    /** SRTT and σ of the session, if all receivers share them. */
    private final McaDeviation sharedRtt;

    private double rate;
    private boolean starting;
    /** The predecessor's rate, up to which the start searches, bytes per second; 0 without one. */
    private double inheritedRate;
    private boolean sentAny;

    private boolean periodRuns;
    private long periodStartNanos;
    private boolean limited;
    private boolean indicated;
    /** Consecutive periods in which the rate could grow. */
    private int calmPeriods;
    /** Rate that the path carried when a long time without indications ended, bytes per second; 0 if unknown. */
    private double carried;
    /** The rate before the last reduction. */
    private double uncut;
    private boolean everCut;
    private long cutNanos;

    private boolean controlWanted = true;
    private long controlNanos;
    private boolean anyUnarmed;
    private boolean anyArmed;
    private long silenceNanos;

    McaSource(McaConfig config) {
        this.config = config;
        this.representative = new McaRepresentative(config);
        this.competition = new McaCompetition(config);
        this.size = new MovingAverage(config.sizeQuotient());
        this.sendTimes = new SendTimes(config.sentPackets());
        this.sharedRtt = new McaDeviation(config.rttQuotient());
        this.rate = config.noReceiverRate();
    }

    @Override
    public void receiverJoined(long receiver, long pathRttNanos, long nowNanos) {
        boolean first = peers.isEmpty();
        forget(receiver);
        McaPeer joined = new McaPeer(config, receiver, pathRttNanos);
        peers.put(receiver, joined);
        everyPeer.add(joined);
        anyUnarmed = true;
        controlWanted = true;
        if (first) {
            rate = limit(Math.max(INITIAL_PACKETS * meanSize() * 1e9 / srttNanos(), inheritedRate / 2));
            starting = config.startGrowth() > 1;
            periodRuns = false;
        }
    }

    /** Begins at half of it and searches up to it: with the process the path may have changed. */
    @Override
    public void predecessorRate(double bytesPerSecond, long nowNanos) {
        if (!sentAny && bytesPerSecond > 0 && bytesPerSecond < Double.POSITIVE_INFINITY) {
            inheritedRate = bytesPerSecond;
            if (!peers.isEmpty()) {
                rate = limit(Math.max(rate, inheritedRate / 2));
            }
        }
    }

    @Override
    public void receiverLeft(long receiver, long nowNanos) {
        if (forget(receiver) && peers.isEmpty()) {
            rate = config.noReceiverRate();
        }
    }

    private boolean forget(long receiver) {
        McaPeer left = peers.remove(receiver);
        if (left == null) {
            return false;
        }
        everyPeer.remove(left);
        if (representative.is(receiver)) {
            loseRepresentative();
        }
        return true;
    }

    private void loseRepresentative() {
        representative.reset();
        controlWanted = true;
        competition.end();
        carried = 0;
    }

    @Override
    public double allowedRate(long nowNanos) {
        return rate;
    }

    @Override
    public long rttNanos() {
        return srttNanos();
    }

    @Override
    public long rttNanos(long receiver) {
        McaPeer peer = peers.get(receiver);
        return peer == null ? config.initialRtt() : peer.srttNanos();
    }

    @Override
    public int maxHeaderLength() {
        return McaDataHeader.PERSONAL_LENGTH;
    }

    @Override
    public int headerLength(long nowNanos) {
        if (!controlDue(nowNanos)) {
            return 0;
        }
        return addressee() == null ? McaDataHeader.LENGTH : McaDataHeader.PERSONAL_LENGTH;
    }

    @Override
    public void packetSent(long number, int packetSize, WireWriter header, long nowNanos) {
        if (controlDue(nowNanos)) {
            McaPeer addressee = addressee();
            McaDataHeader.write(header, srttNanos(), representative, addressee);
            if (addressee != null) {
                addressee.announced();
            }
            controlWanted = false;
            controlNanos = nowNanos;
        }
        sentAny = true;
        size.add(packetSize);
        sendTimes.sent(number, nowNanos);
        if (peers.isEmpty()) {
            return;
        }
        watchSilence(nowNanos);
        if (!competition.competing() && representative.absent(rate, periodNanos(), nowNanos)) {
            loseRepresentative();
        }
        growAtEndOfPeriod(nowNanos);
    }

    @Override
    public void repairSent(int packetSize, long nowNanos) {
        // The pacer charges it to the rate; receivers measure the numbered stream only.
    }

    @Override
    public void dataLimited(long nowNanos) {
        limited = true;
        representative.excuse();
    }

    @Override
    public void reportReceived(long receiver, WireReader in, long nowNanos) {
        report.read(in);
        long echo = report.echoNumber();
        long sample = sendTimes.roundTripNanos(echo, report.holdNanos(), nowNanos);
        McaPeer peer = peers.get(receiver);
        if (peer == null || peer.isStale(echo) || sample == SendTimes.UNKNOWN) {
            return;
        }
        boolean believed = pause.believes(nowNanos) || !peer.sampled();
        peer.report(report, believed ? sample : SendTimes.UNKNOWN, nowNanos);
        if (believed) {
            sharedRtt.add(sample);
        }
        anyUnarmed = true;
        if (report.indication()) {
            boolean was = representative.is(receiver);
            if (representative.offer(receiver, report)) {
                controlWanted |= !was;
                followNeighbours(nowNanos);
                follow(nowNanos - sample - report.holdNanos(), nowNanos);
            }
        } else if (representative.is(receiver)) {
            followNeighbours(nowNanos);
        }
    }

    /** Where competing begins, the source searches as at its start, until packets are lost: what avoiding queues has left it is no measure. */
    private void followNeighbours(long nowNanos) {
        if (!competition.follow(representative.key(), report, rate, nowNanos)) {
            return;
        }
        double earlier = competition.earlierRate(srttNanos(), nowNanos);
        if (earlier > 0) {
            rate = Math.max(rate, earlier);
        } else {
            starting = config.startGrowth() > 1;
            inheritedRate = 0;
        }
    }

    /**
     * A CI of the representative (MCA §3.1.2): at most one reduction per SRTT + 4σ.
     *
     * @param sentNanos when the packet left that caused the CI
     */
    private void follow(long sentNanos, long nowNanos) {
        if (competition.competing() && !report.loss()) {
            // A flow that gives way to a queue that others fill would leave them the whole rate.
            return;
        }
        indicated = true;
        int calm = calmPeriods;
        calmPeriods = 0;
        long period = periodNanos();
        if (!report.loss() && everCut && sentNanos - cutNanos < config.settleRtts() * srttNanos() && config.settleRtts() > 0) {
            carried = carried == 0 ? 0 : Math.max(carried, Math.min(uncut, report.receiveRate()));
            return;
        }
        if (everCut && nowNanos - cutNanos < period) {
            return;
        }
        uncut = rate;
        double left = 1 - (competition.competing() ? competition.cut(rate * srttNanos() / 1e9 / meanSize())
                : report.loss() ? config.lossCut() : config.accumulationCut());
        // The receive rate is what the path carries: after a search, or a loss of capacity, the sending rate does not show it.
        boolean received = starting || config.receivedBase();
        boolean calmBefore = starting || calm >= config.recallPeriods();
        starting = false;
        double least = report.loss() ? INITIAL_PACKETS * meanSize() * 1e9 / srttNanos() : LEAST_BASE * rate;
        double base = received ? Math.min(rate, Math.max(report.receiveRate(), least)) : rate;
        carried = carried(base, calmBefore);
        rate = limit(base * left);
        everCut = true;
        cutNanos = nowNanos;
        beginPeriod(nowNanos);
    }

    /** Rate that the path carries, after an indication at which the rate was to be reduced from {@code base}. */
    private double carried(double base, boolean calmBefore) {
        if (report.loss() || config.recallPeriods() == 0) {
            return 0;
        }
        if (calmBefore) {
            return base;
        }
        // If everything arrives, this does not show what the path carries.
        return report.receiveRate() < LIMITED * rate ? Math.min(carried, report.receiveRate()) : carried;
    }

    private void growAtEndOfPeriod(long nowNanos) {
        long period = periodNanos();
        if (!periodRuns) {
            beginPeriod(nowNanos);
        } else if (nowNanos - periodStartNanos >= period) {
            if (!limited && !indicated && !competition.held() && !anySilent()) {
                double more = rate + Math.max(meanSize() * 1e9 / period, competition.competing() ? 0 : (carried - rate) / 2);
                rate = limit(starting ? rate * config.startGrowth() : Math.max(more, rate * searchGrowth()));
                starting &= inheritedRate == 0 || rate < inheritedRate;
            }
            beginPeriod(nowNanos);
        }
    }

    /** Growth after a long time without indications: a new search, slow at first. */
    private double searchGrowth() {
        calmPeriods++;
        if (config.searchPeriods() == 0 || calmPeriods <= config.searchPeriods() || competition.competing()) {
            return 1;
        }
        return 1 + Math.min(config.startGrowth() - 1, SEARCH_STEP * (calmPeriods - config.searchPeriods()));
    }

    private void beginPeriod(long nowNanos) {
        periodRuns = true;
        periodStartNanos = nowNanos;
        limited = false;
        indicated = false;
    }

    /** A path without reports may be dead: the rate is halved until its receiver reports. */
    private void watchSilence(long nowNanos) {
        if (config.statusInterval() == 0) {
            return;
        }
        if (anyArmed && nowNanos - silenceNanos >= 0) {
            for (int i = 0; i < everyPeer.size(); i++) {
                McaPeer peer = everyPeer.get(i);
                if (peer.armed() && nowNanos - peer.deadlineNanos() >= 0) {
                    rate = limit(Math.min(rate, peer.fallsSilent()));
                    anyUnarmed = true;
                }
            }
            anyArmed = false;
            anyUnarmed = true;
        }
        if (anyUnarmed) {
            anyUnarmed = false;
            anyArmed = false;
            for (int i = 0; i < everyPeer.size(); i++) {
                McaPeer peer = everyPeer.get(i);
                if (!peer.armed()) {
                    peer.arm(rate, meanSize(), nowNanos);
                }
                silenceNanos = anyArmed && silenceNanos - peer.deadlineNanos() < 0
                        ? silenceNanos : peer.deadlineNanos();
                anyArmed = true;
            }
        }
    }

    private boolean anySilent() {
        for (int i = 0; i < everyPeer.size(); i++) {
            McaPeer peer = everyPeer.get(i);
            if (peer.silent()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void paused(long lateNanos, long staleUntilNanos, long nowNanos) {
        pause.ended(staleUntilNanos, nowNanos);
    }

    @Override
    public long staleSamples() {
        return pause.doubted();
    }

    @Override
    public RateSourceStats stats(long nowNanos) {
        return new RateSourceStats(rate, starting && !peers.isEmpty(), reason(),
                representative.chosen() ? OptionalLong.of(representative.key()) : OptionalLong.empty(),
                peers.values().stream().map(McaPeer::stats).toList());
    }

    private RateReason reason() {
        if (anySilent()) {
            return RateReason.SILENCE;
        }
        if (peers.isEmpty() || starting) {
            return RateReason.SLOW_START;
        }
        if (rate <= config.minimumRate() || rate >= McaLimits.rate(Double.POSITIVE_INFINITY)) {
            return RateReason.BOUND;
        }
        // A representative's indications determine the rate; without one it rises until there are some.
        return representative.chosen() ? RateReason.PATH : RateReason.GROWTH;
    }

    /** Whether the next packet is a control packet: τ has passed, or receivers must be informed now. */
    private boolean controlDue(long nowNanos) {
        return controlWanted || nowNanos - controlNanos >= controlIntervalNanos();
    }

    private long controlIntervalNanos() {
        if (config.controlInterval() > 0) {
            return config.controlInterval();
        }
        // Half a packet less, so that rounding does not make it one packet more.
        double packets = Math.min((config.controlPackets() - 0.5) * meanSize() / rate * 1e9, 1L << 60);
        return (long) Math.max(config.controlRtts() * srttNanos(), packets);
    }

    /** A receiver for which there is new data, or null. */
    private McaPeer addressee() {
        for (int i = 0; i < everyPeer.size(); i++) {
            McaPeer peer = everyPeer.get(i);
            if (peer.changed()) {
                return peer;
            }
        }
        return null;
    }

    /** SRTT of the session, or of the representative, or the longest while there is none. */
    private long srttNanos() {
        if (sharesRtt()) {
            return Math.max(1, Math.round(sharedRtt.average()));
        }
        return guide() == null ? config.initialRtt() : guide().srttNanos();
    }

    private long periodNanos() {
        if (competition.competing()) {
            return Math.max(LEAST_PERIOD_NANOS, srttNanos());
        }
        if (sharesRtt()) {
            return Math.max(LEAST_PERIOD_NANOS, srttNanos()
                    + Math.round(config.rttDeviations() * sharedRtt.deviation()));
        }
        return Math.max(LEAST_PERIOD_NANOS, guide() == null ? config.initialRtt() : guide().periodNanos());
    }

    private boolean sharesRtt() {
        return config.sharedRtt() && sharedRtt.sampled() && !peers.isEmpty();
    }

    private McaPeer guide() {
        if (representative.chosen()) {
            return peers.get(representative.key());
        }
        McaPeer longest = null;
        for (int i = 0; i < everyPeer.size(); i++) {
            McaPeer peer = everyPeer.get(i);
            if (longest == null || peer.srttNanos() > longest.srttNanos()) {
                longest = peer;
            }
        }
        return longest;
    }

    private double meanSize() {
        return size.value(config.packetSize());
    }

    private double limit(double bytesPerSecond) {
        return Math.max(config.minimumRate(), McaLimits.rate(bytesPerSecond));
    }
}
