package org.xpand.protocols.tuf;

import java.util.ArrayDeque;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.xpand.protocols.rate.MovingAverage;
import org.xpand.protocols.rate.SendTimes;
import org.xpand.protocols.strategy.RateSource;
import org.xpand.protocols.strategy.RateSourceStats;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * The source role: tags each packet when it leaves, at the delegate, where no application can cheat (TUF §3.1, §7), and
 * sends as fast as the best of the links that lead to receivers lets pass. Receivers do not slow it down: links drop
 * what is too much for them.
 */
final class TufSource implements RateSource {
    /** Lowest rate, bytes per second: one short packet in a day. */
    private static final double MIN_RATE = 1e-3;

    private final TufConfig config;
    private final TagClock clock;
    private final TagLayers layers;
    private final double headroom;
    private final MovingAverage unitSize;
    private final SendTimes sendTimes;
    private final TreeMap<Long, TufPeer> peers = new TreeMap<>();
    /** Receivers with a round-trip time they have not been told, each once. */
    private final ArrayDeque<TufPeer> news = new ArrayDeque<>();
    private final TufReport report = new TufReport();

    private double linkRate;
    private long rttNanos;

    /**
     * @param layers     the layers packets are sent in by their precedence
     * @param phaseNanos where in the period T0 the first packet falls
     */
    TufSource(TufConfig config, TagLayers layers, long phaseNanos) {
        this.config = config;
        this.layers = layers;
        this.headroom = layers.layers() > 1 ? config.headroom() : 1;
        this.clock = new TagClock(config.periodNanos(), phaseNanos, config.tolerance());
        this.unitSize = new MovingAverage(config.sizeQuotient());
        this.sendTimes = new SendTimes(config.sentPackets());
        this.linkRate = config.hop().initialRate();
        this.rttNanos = config.initialRtt();
    }

    @Override
    public void receiverJoined(long receiver, long pathRttNanos, long nowNanos) {
        receiverLeft(receiver, nowNanos);
        TufPeer peer = new TufPeer(config, receiver, pathRttNanos);
        peers.put(receiver, peer);
        if (pathRttNanos > 0) {
            news.add(peer);
        }
        updateRtt();
    }

    @Override
    public void receiverLeft(long receiver, long nowNanos) {
        TufPeer peer = peers.remove(receiver);
        if (peer != null) {
            news.remove(peer);
            updateRtt();
        }
    }

    @Override
    public void linkRate(double rate, long nowNanos) {
        if (!(rate > 0)) {
            throw new IllegalArgumentException("link rate " + rate + ": accepted are positive values");
        }
        linkRate = rate;
    }

    @Override
    public double allowedRate(long nowNanos) {
        if (peers.isEmpty()) {
            return config.noReceiverRate();
        }
        double unit = unitSize.value((double) config.packetSize() / parts(config.packetSize()));
        return Math.max(MIN_RATE, Math.min(config.noReceiverRate(), headroom * linkRate * unit));
    }

    @Override
    public long rttNanos() {
        return rttNanos;
    }

    @Override
    public long rttNanos(long receiver) {
        TufPeer peer = peers.get(receiver);
        return peer == null ? config.initialRtt() : peer.rttNanos();
    }

    @Override
    public int headerLength(long nowNanos) {
        return news.isEmpty() ? TufDataHeader.SHORT_LENGTH : TufDataHeader.LONG_LENGTH;
    }

    @Override
    public void packetSent(long number, int size, WireWriter header, long nowNanos) {
        packetSent(number, size, layers.layers() - 1, header, nowNanos);
    }

    @Override
    public void packetSent(long number, int size, int precedence, WireWriter header, long nowNanos) {
        int parts = parts(size);
        long interval = Math.round(size / allowedRate(nowNanos) * 1e9);
        TufDataHeader.writeTag(header, layers.next(Math.min(precedence + 1, layers.layers()),
                clock.turn(interval, nowNanos), parts));
        TufPeer peer = news.poll();
        if (peer != null) {
            TufDataHeader.writeRtt(header, peer.key(), peer.rttNanos());
        }
        unitSize.add((double) size / parts);
        sendTimes.sent(number, nowNanos);
    }

    @Override
    public void repairSent(int size, long nowNanos) {
        // A repair has no tag: it goes straight to one receiver, past the filters.
    }

    @Override
    public void dataLimited(long nowNanos) {
        // What an application leaves unused it may not send later: tags are of the time a packet leaves.
    }

    @Override
    public void reportReceived(long receiver, WireReader in, long nowNanos) {
        report.read(in);
        long echo = report.echoNumber();
        long sample = sendTimes.roundTripNanos(echo, report.holdNanos(), nowNanos);
        TufPeer peer = peers.get(receiver);
        if (peer == null || peer.isStale(echo) || sample == SendTimes.UNKNOWN) {
            return;
        }
        peer.report(report, sample);
        if (!news.contains(peer)) {
            news.add(peer);
        }
        updateRtt();
    }

    @Override
    public long nextDeadlineNanos() {
        return Long.MAX_VALUE;
    }

    @Override
    public void deadlineReached(long nowNanos) {
        // No deadlines: silence is the links' matter.
    }

    @Override
    public RateSourceStats stats(long nowNanos) {
        // The one with the worst capacity: below it lies the base layer of a continuous stream (TUF §4.2).
        OptionalLong slowest = OptionalLong.empty();
        double least = Double.POSITIVE_INFINITY;
        for (TufPeer peer : peers.values()) {
            if (peer.reported() && peer.receiveRate() < least) {
                least = peer.receiveRate();
                slowest = OptionalLong.of(peer.key());
            }
        }
        return new RateSourceStats(allowedRate(nowNanos), false, slowest,
                peers.values().stream().map(TufPeer::stats).toList());
    }

    /** ⌈size/MTU⌉ (TUF §3.1.1). */
    private int parts(int size) {
        return (size + config.unit() - 1) / config.unit();
    }

    private void updateRtt() {
        long longest = 0;
        for (TufPeer peer : peers.values()) {
            longest = Math.max(longest, peer.rttNanos());
        }
        rttNanos = longest == 0 ? config.initialRtt() : longest;
    }
}
