package org.xpand.protocols.tfrc;

import java.util.OptionalLong;
import java.util.TreeMap;
import org.xpand.protocols.api.RateReason;
import org.xpand.protocols.rate.DataLimit;
import org.xpand.protocols.rate.GrowthLimit;
import org.xpand.protocols.rate.LongRunLoss;
import org.xpand.protocols.rate.MeasuredShare;
import org.xpand.protocols.rate.MovingAverage;
import org.xpand.protocols.rate.Pause;
import org.xpand.protocols.rate.RateLimits;
import org.xpand.protocols.rate.SendTimes;
import org.xpand.protocols.strategy.RateSource;
import org.xpand.protocols.strategy.RateSourceStats;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * The source role (Xpand §4.1 and §4, steps 1 and 4): measures the round-trip time of every receiver, sends it to them,
 * and sends at the least of the rates they accept, with the safeguards of RFC 5348 §4.2 to §4.4 for each of them.
 */
final class TfrcSource implements RateSource {
    /** Reports after which a receiver's own rate replaces the inherited one. */
    private static final int BELIEVED_REPORTS = 3;
    /** Before anything is known of the round-trip time X = s per second (RFC 5348 §4.2). */
    private static final double BLIND_PACKETS_PER_SECOND = 1;
    /** A packet of the initial window in bytes, if packets are longer (RFC 6928 §2). */
    private static final int WINDOW_PACKET_BYTES = 1460;

    private final TfrcConfig config;
    /** Packets per second that are always allowed. */
    private final double leastPacketRate;
    private final TfrcPeers peers = new TfrcPeers();
    /** Receivers that are not reachable now. */
    private final TreeMap<Long, TfrcPeer> suspended = new TreeMap<>();
    private final MovingAverage size;
    private final SendTimes sendTimes;
    private final DataLimit dataLimit;
    private final MeasuredShare share;
    private final GrowthLimit growth;
    private final TfrcReport report = new TfrcReport();

    private double rate;
    private TfrcPeer limiting;
    /** Whether the rate was slow start's when it was last computed. */
    private boolean searching;
    private boolean anyUnarmed;
    private long packets;
    /** Half of the former source's rate; used as initial rate until the receivers have reported theirs. */
    private double inheritedRate;
    /** The rate when the last receiver was suspended: the source continues from there when one returns. */
    private double rateWhenAlone;
    private long deadlineNanos = Long.MAX_VALUE;
    private final Pause pause = new Pause();

    TfrcSource(TfrcConfig config) {
        this.config = config;
        this.leastPacketRate = config.minimumRate() ? 1e9 / config.maxBackoff() : 0;
        this.size = new MovingAverage(config.sizeQuotient());
        this.sendTimes = new SendTimes(config.sentPackets());
        this.dataLimit = new DataLimit(config.sentPackets());
        this.share = new MeasuredShare(config.sentPackets());
        this.growth = new GrowthLimit(config.growth());
        this.rate = config.noReceiverRate();
    }

    @Override
    public void receiverJoined(long receiver, long pathRttNanos, long nowNanos) {
        long othersRttNanos = rttNanos();
        TfrcPeer peer = new TfrcPeer(config, receiver, pathRttNanos);
        peers.put(peer);
        anyUnarmed = true;
        double start = startRate(peer, othersRttNanos);
        if (peers.size() == 1 || start < rate) {
            rate = start;
            growth.restart(rate, nowNanos);
        }
        if (limiting != null && limiting.key() == receiver) {
            limiting = null;
        }
        schedule();
    }

    @Override
    public void receiverSuspended(long receiver, long nowNanos) {
        TfrcPeer peer = peers.find(receiver);
        if (peer != null) {
            suspended.put(receiver, peer);
            peers.remove(receiver);
            rateWhenAlone = rate;
            update(true, nowNanos);
        }
    }

    @Override
    public void receiverResumed(long receiver, boolean restarted, long pathRttNanos, long nowNanos) {
        TfrcPeer known = suspended.remove(receiver);
        TfrcPeer peer = known == null ? peers.find(receiver) : known;
        if (peer == null) {
            receiverJoined(receiver, pathRttNanos, nowNanos);
            return;
        }
        double before = peer.silent() ? peer.rateBeforeSilence() / 2 : 0;
        peer.resume(restarted, packets, nowNanos);
        if (rate < before) {
            // The path or the process failed, not the rate.
            rate = before;
            growth.restart(rate, nowNanos);
        }
        if (known != null) {
            if (peers.size() == 0) {
                rate = rateWhenAlone;
                growth.restart(rate, nowNanos);
            }
            peers.put(known);
        }
        anyUnarmed = true;
        update(false, nowNanos);
    }

    @Override
    public void receiverSlept(long receiver, long nowNanos) {
        TfrcPeer peer = peers.find(receiver);
        if (peer != null && peer.silent()) {
            double before = peer.rateBeforeSilence();
            peer.wake(nowNanos);
            if (rate < before) {
                rate = before;
                growth.restart(rate, nowNanos);
            }
            anyUnarmed = true;
            update(false, nowNanos);
        }
    }

    @Override
    public void predecessorRate(double bytesPerSecond, long nowNanos) {
        if (packets == 0 && bytesPerSecond > 0 && bytesPerSecond < Double.POSITIVE_INFINITY) {
            inheritedRate = bytesPerSecond / 2;
            if (peers.size() > 0) {
                rate = Math.max(rate, inheritedRate);
                growth.restart(rate, nowNanos);
            }
        }
    }

    @Override
    public void receiverLeft(long receiver, long nowNanos) {
        suspended.remove(receiver);
        if (peers.remove(receiver)) {
            update(true, nowNanos);
        }
    }

    @Override
    public double allowedRate(long nowNanos) {
        // In slow start neither is TCP slowed down by the queue that it fills.
        return config.damping() && limiting != null && !searching ? Math.max(rate * limiting.damping(), leastRate()) : rate;
    }

    @Override
    public long rttNanos() {
        return limiting != null ? limiting.rttNanos() : longestRttNanos();
    }

    @Override
    public long rttNanos(long receiver) {
        TfrcPeer peer = peers.find(receiver);
        return peer == null ? config.initialRtt() : peer.rttNanos();
    }

    @Override
    public int maxHeaderLength() {
        return TfrcDataHeader.LENGTH;
    }

    @Override
    public int headerLength(long nowNanos) {
        return peers.anyChange() ? TfrcDataHeader.LENGTH : 0;
    }

    @Override
    public void packetSent(long number, int packetSize, WireWriter header, long nowNanos) {
        if (peers.anyChange()) {
            TfrcPeer peer = peers.takeChanged();
            TfrcDataHeader.write(header, peer.key(), peer.rttNanos());
        }
        size.add(packetSize);
        packets++;
        sendTimes.sent(number, nowNanos);
        dataLimit.sent(number, packetSize, rate, nowNanos);
        share.sent(number, packetSize);
        if (anyUnarmed && config.noFeedback()) {
            arm(number, nowNanos);
        }
    }

    @Override
    public void repairSent(int packetSize, long nowNanos) {
        dataLimit.interrupted(nowNanos);
        share.repairSent(packetSize);
    }

    @Override
    public void dataLimited(long nowNanos) {
        dataLimit.interrupted(nowNanos);
    }

    @Override
    public void reportReceived(long receiver, WireReader in, long nowNanos) {
        report.read(in);
        long echo = report.echoNumber();
        long sample = sendTimes.roundTripNanos(echo, report.holdNanos(), nowNanos);
        TfrcPeer peer = peers.find(receiver);
        if (peer == null || peer.isStale(echo) || sample == SendTimes.UNKNOWN) {
            return;
        }
        boolean hadChange = peer.changed();
        double restartRate = config.restart() ? meanSize() * 1e9 / peer.rttNanos() : 0;
        if (peer.silent() && rate < restartRate) {
            growth.restart(restartRate, nowNanos);
        }
        double received = report.receiveRate() * (peer.reports() == 0 ? 1 : share.sentPerMeasured(peer.echoNumber(), echo));
        boolean believed = pause.believes(nowNanos) || !peer.measured();
        peer.report(report, received, believed ? sample : SendTimes.UNKNOWN, wasLimited(echo, peer), packets, restartRate, nowNanos);
        peers.gainedChange(hadChange);
        anyUnarmed = true;
        update(true, nowNanos);
    }

    @Override
    public long nextDeadlineNanos() {
        return deadlineNanos;
    }

    @Override
    public void deadlineReached(long nowNanos) {
        for (int i = 0; i < peers.size(); i++) {
            TfrcPeer peer = peers.get(i);
            if (peer.armed() && nowNanos - peer.deadlineNanos() >= 0) {
                peer.silent(nowNanos);
                anyUnarmed = true;
            }
        }
        update(false, nowNanos);
    }

    @Override
    public RateSourceStats stats(long nowNanos) {
        return new RateSourceStats(rate, peers.size() > 0 && slowStart(), reason(),
                limiting == null ? OptionalLong.empty() : OptionalLong.of(limiting.key()), peers.stats());
    }

    private RateReason reason() {
        for (int i = 0; i < peers.size(); i++) {
            if (peers.get(i).silenceLimit() <= rate) {
                return RateReason.SILENCE;
            }
        }
        if (peers.size() == 0 || slowStart()) {
            return RateReason.SLOW_START;
        }
        if (limiting == null) {
            return RateReason.GROWTH;
        }
        double path = limiting.acceptableAmong(contenders());
        if (path < leastRate()) {
            return RateReason.BOUND;
        }
        // The path may allow more than twice what was received lately, but this has not been tried.
        return config.receiveCap() && limiting.receiveLimit() < path ? RateReason.GROWTH : RateReason.PATH;
    }

    @Override
    public void paused(long lateNanos, long staleUntilNanos, long nowNanos) {
        pause.ended(staleUntilNanos, nowNanos);
        for (int i = 0; i < peers.size(); i++) {
            peers.get(i).postpone(lateNanos, staleUntilNanos);
        }
        schedule();
    }

    @Override
    public long staleSamples() {
        return pause.doubted();
    }

    /**
     * Whether the interval covered by a report was data-limited throughout (RFC 5348 §8.2.1), or this process slept in it: packets
     * that were not sent could not be received.
     */
    private boolean wasLimited(long echo, TfrcPeer peer) {
        return pause.endedSince(sendTimes.sentNanos(echo) - peer.rttNanos())
                || dataLimit.limitedSince(sendTimes.sentNanos(echo) - peer.rttNanos(), echo);
    }

    private void arm(long number, long nowNanos) {
        for (int i = 0; i < peers.size(); i++) {
            TfrcPeer peer = peers.get(i);
            if (!peer.armed()) {
                peer.arm(rate, meanSize() * share.sentPerMeasured(peer.echoNumber(), number), nowNanos);
            }
        }
        anyUnarmed = false;
        schedule();
    }

    /** Computes the rate from the receivers' reports; it may rise only after a new report. */
    private void update(boolean mayRise, long nowNanos) {
        schedule();
        limiting = null;
        if (peers.size() == 0) {
            rate = config.noReceiverRate();
            return;
        }
        boolean slowStart = slowStart();
        searching = slowStart;
        int contenders = contenders();
        TfrcPeer lowest = peers.get(0);
        double ceiling = Double.POSITIVE_INFINITY;
        double silence = Double.POSITIVE_INFINITY;
        for (int i = 0; i < peers.size(); i++) {
            TfrcPeer peer = peers.get(i);
            double own = ceiling(peer, contenders, slowStart);
            if (own < ceiling) {
                lowest = peer;
                ceiling = own;
            }
            silence = Math.min(silence, peer.silenceLimit());
        }
        double highest = mayRise ? Math.max(rate, growth.highest(longestRttNanos(), nowNanos)) : rate;
        double next = Math.min(highest, ceiling);
        if (slowStart) {
            next = Math.min(Math.max(next, initialRate()), silence);
        }
        rate = RateLimits.rate(Math.max(next, leastRate()));
        growth.set(rate, longestRttNanos(), nowNanos);
        limiting = rate >= ceiling ? lowest : null;
    }

    /** The limit on the rate by one receiver. */
    private double ceiling(TfrcPeer peer, int contenders, boolean slowStart) {
        double ceiling = Math.min(peer.acceptableAmong(contenders), peer.silenceLimit());
        return slowStart || config.receiveCap() ? Math.min(ceiling, peer.receiveLimit()) : ceiling;
    }

    /** Receivers whose rate may be the least one by bad luck only. */
    private int contenders() {
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < peers.size(); i++) {
            least = Math.min(least, peers.get(i).acceptableRate());
        }
        int count = 0;
        for (int i = 0; i < peers.size(); i++) {
            count += peers.get(i).acceptableRate() <= LongRunLoss.CONTENDING * least ? 1 : 0;
        }
        return count;
    }

    private boolean slowStart() {
        for (int i = 0; i < peers.size(); i++) {
            if (peers.get(i).acceptableRate() < Double.POSITIVE_INFINITY) {
                return false;
            }
        }
        return true;
    }

    private double leastRate() {
        return meanSize() * leastPacketRate;
    }

    private double initialRate() {
        for (int i = 0; i < peers.size(); i++) {
            if (!peers.get(i).rttKnown()) {
                return Math.max(BLIND_PACKETS_PER_SECOND * meanSize(), inheritedRate);
            }
        }
        if (inheritedRate > 0 && everyoneReported()) {
            inheritedRate = 0;
        }
        // A rate counts bytes: packets that are not full are no reason for less of them than TCP sends.
        double packet = config.quickStart() ? Math.max(meanSize(), config.packetSize()) : meanSize();
        double window = Math.min(config.initialWindow() * packet, Math.max(2 * packet, config.initialWindow() * WINDOW_PACKET_BYTES));
        return Math.max(window * 1e9 / longestRttNanos(), inheritedRate);
    }

    /**
     * The start rate for a path of which nothing is known: that other paths had no losses says nothing about it. Once
     * they have had losses, it is assumed to be as lossy as they are, and by Eq. 1 allows less if it is longer.
     */
    private double startRate(TfrcPeer peer, long othersRttNanos) {
        if (peers.size() == 1) {
            return initialRate();
        }
        if (!peer.rttKnown()) {
            return rate;
        }
        return slowStart() ? initialRate() : Math.max(initialRate(), rate * othersRttNanos / peer.rttNanos());
    }

    private boolean everyoneReported() {
        for (int i = 0; i < peers.size(); i++) {
            if (peers.get(i).reports() < BELIEVED_REPORTS) {
                return false;
            }
        }
        return true;
    }

    private long longestRttNanos() {
        long longest = 0;
        for (int i = 0; i < peers.size(); i++) {
            longest = Math.max(longest, peers.get(i).rttNanos());
        }
        return longest == 0 ? config.initialRtt() : longest;
    }

    private double meanSize() {
        return size.value(config.packetSize());
    }

    private void schedule() {
        deadlineNanos = Long.MAX_VALUE;
        boolean any = false;
        for (int i = 0; i < peers.size(); i++) {
            TfrcPeer peer = peers.get(i);
            if (peer.armed() && (!any || peer.deadlineNanos() - deadlineNanos < 0)) {
                deadlineNanos = peer.deadlineNanos();
                any = true;
            }
        }
    }
}
