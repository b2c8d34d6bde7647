package org.xpand.protocols.tuf;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.xpand.protocols.api.RateReason;
import org.xpand.protocols.rate.MovingAverage;
import org.xpand.protocols.rate.RateLimits;
import org.xpand.protocols.rate.SendTimes;
import org.xpand.protocols.strategy.RateSource;
import org.xpand.protocols.strategy.RateSourceStats;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * The source role: tags each packet when it leaves, at the delegate, where no application can cheat (TUF §3.1, §7), and
 * sends as fast as the best of the links that lead to receivers. Receivers do not slow it down: links drop
 * what exceeds their capacity. In a reliable group they do: its packets are the base layer, below the worst capacity, with
 * redundancy above (TUF §4.2).
 */
final class TufSource implements RateSource {
    /** Links that differ by a smaller factor count as equal. */
    private static final double SAME_RATE = 1.25;
    /** A packet may get a tag of so many packets later: tags are not perfectly even. */
    private static final int AHEAD = 4;

    private final TufConfig config;
    private final TagClock clock;
    private final TagLayers layers;
    private final double headroom;
    /** Present only if everything must arrive. */
    private final Optional<BaseLayer> base;
    private final MovingAverage unitSize;
    private final SendTimes sendTimes;
    private final TreeMap<Long, TufPeer> peers = new TreeMap<>();
    /** Receivers whose round-trip time has not been sent to them yet, each once. */
    private final ArrayDeque<TufPeer> unannounced = new ArrayDeque<>();
    private final TufReport report = new TufReport();

    /** The best and the least of the links. */
    private double linkRate;
    private double leastLinkRate;
    private long rttNanos;
    private boolean sentAny;

    /**
     * @param layers     the layers in which packets are sent according to their precedence
     * @param phaseNanos position of the first packet in the period T0
     */
    TufSource(TufConfig config, TagLayers layers, long phaseNanos) {
        this(config, layers, Optional.empty(), phaseNanos);
    }

    private TufSource(TufConfig config, TagLayers layers, Optional<BaseLayer> base, long phaseNanos) {
        this.config = config;
        this.layers = layers;
        this.base = base;
        this.headroom = layers.layers() > 1 ? config.headroom() : 1;
        this.clock = new TagClock(config.periodNanos(), phaseNanos, config.tolerance(), layers.layers() > 1 && base.isEmpty()
                ? config.idleCredit() : 0);
        this.unitSize = new MovingAverage(config.sizeQuotient());
        this.sendTimes = new SendTimes(config.sentPackets());
        this.linkRate = config.hop().initialRate();
        this.leastLinkRate = linkRate;
        this.rttNanos = config.initialRtt();
    }

    /** Creates the source of a group whose packets must all arrive: precedence 0 is its base layer, 1 is redundancy. */
    static TufSource reliable(TufConfig config, long phaseNanos) {
        return new TufSource(config, new TagLayers(1), Optional.of(new BaseLayer(config)), phaseNanos);
    }

    @Override
    public void receiverJoined(long receiver, long pathRttNanos, long nowNanos) {
        forget(receiver);
        base.ifPresent(layer -> layer.joined(receiver));
        TufPeer peer = new TufPeer(config, receiver, pathRttNanos);
        peers.put(receiver, peer);
        if (pathRttNanos > 0) {
            unannounced.add(peer);
        }
        updateRtt();
    }

    @Override
    public void receiverLeft(long receiver, long nowNanos) {
        base.ifPresent(layer -> layer.left(receiver));
        forget(receiver);
    }

    @Override
    public void receiverSuspended(long receiver, long nowNanos) {
        base.ifPresent(layer -> layer.suspended(receiver));
        forget(receiver);
    }

    @Override
    public void predecessorRate(double bytesPerSecond, long nowNanos) {
        if (!sentAny && bytesPerSecond > 0 && bytesPerSecond < Double.POSITIVE_INFINITY) {
            base.ifPresent(layer -> layer.start(bytesPerSecond / baseFactor()));
        }
    }

    private void forget(long receiver) {
        TufPeer peer = peers.remove(receiver);
        if (peer != null) {
            unannounced.remove(peer);
            updateRtt();
        }
    }

    @Override
    public void linkRates(double best, double least, long nowNanos) {
        if (!(least > 0 && least <= best)) {
            throw new IllegalArgumentException("link rates " + least + " to " + best + ": accepted are positive values");
        }
        linkRate = best;
        leastLinkRate = least;
        base.ifPresent(layer -> layer.link(least));
    }

    @Override
    public double allowedRate(long nowNanos) {
        if (peers.isEmpty()) {
            return config.noReceiverRate();
        }
        return Math.max(RateLimits.MIN_RATE, Math.min(config.noReceiverRate(), pathRate()));
    }

    /** The rate that the links and paths allow, bytes per second. */
    private double pathRate() {
        return base.isPresent() ? baseFactor() * capacity() : headroom * linkRate * bytesPerUnit();
    }

    private boolean isBound() {
        double rate = pathRate();
        return rate <= RateLimits.MIN_RATE || rate >= config.noReceiverRate();
    }

    private double bytesPerUnit() {
        return unitSize.value((double) config.packetSize() / parts(config.packetSize()));
    }

    /** Capacity of a reliable group, units per second: of the worst path or the least of the links next to this site. */
    private double capacity() {
        return Math.min(leastLinkRate, base.orElseThrow().capacity());
    }

    /** Bytes sent, redundancy included, for each unit of the worst capacity. */
    private double baseFactor() {
        return (isSingleRate() ? config.singleRateShare() : config.baseShare() * (1 + config.redundancy())) * bytesPerUnit();
    }

    /** Whether the links next to this site are the bottlenecks, with about equal capacities: higher tags would be dropped here. */
    private boolean isSingleRate() {
        return sameLinks() && base.isPresent() && base.get().capacity() >= leastLinkRate;
    }

    private boolean sameLinks() {
        return config.singleRateShare() > 0 && linkRate <= SAME_RATE * leastLinkRate;
    }

    /** Above a single rate redundancy reaches no site, and shows nothing that the links do not report themselves. */
    @Override
    public boolean wantsRedundancy() {
        return !isSingleRate();
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
    public int maxHeaderLength() {
        return TufDataHeader.LONG_LENGTH;
    }

    @Override
    public int headerLength(long nowNanos) {
        return unannounced.isEmpty() ? TufDataHeader.SHORT_LENGTH : TufDataHeader.LONG_LENGTH;
    }

    @Override
    public void packetSent(long number, int size, WireWriter header, long nowNanos) {
        packetSent(number, size, layers.layers() - 1, header, nowNanos);
    }

    @Override
    public void packetSent(long number, int size, int precedence, WireWriter header, long nowNanos) {
        int parts = parts(size);
        long turn = clock.turn(Math.round(size / allowedRate(nowNanos) * 1e9), nowNanos);
        if (base.isPresent() && precedence == 0) {
            long used = base.get().reserve(parts, capacity(), nowNanos);
            layers.reserve(isSingleRate() ? (long) Math.max(1, capacity() / config.b0()) : used);
            if (config.singleRateShare() > 0 && parts == 1) {
                turn = layers.turnOfFirst(turn, AHEAD);
            }
        }
        long tag = layers.next(Math.min(precedence + 1, layers.layers()), turn, parts);
        TufDataHeader.writeTag(header, tag);
        // If the links next to this site are alike, no higher tag leaves.
        long telling = sameLinks() && tag * config.b0() >= leastLinkRate ? Tag.NONE : tag;
        base.ifPresent(layer -> layer.sent(number, telling));
        TufPeer peer = unannounced.poll();
        if (peer != null) {
            TufDataHeader.writeRtt(header, peer.key(), peer.rttNanos());
        }
        sentAny = true;
        unitSize.add((double) size / parts);
        sendTimes.sent(number, nowNanos);
    }

    @Override
    public void repairSent(int size, long nowNanos) {
        // A repair has no tag: it is sent directly to one receiver, past the filters.
    }

    @Override
    public void dataLimited(long nowNanos) {
        // Tags belong to the time when a packet leaves: the application may use later only the tags of a short time.
        clock.idle();
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
        base.ifPresent(layer -> layer.reported(receiver, echo, report.highestTag()));
        if (!unannounced.contains(peer)) {
            unannounced.add(peer);
        }
        updateRtt();
    }

    @Override
    public RateSourceStats stats(long nowNanos) {
        OptionalLong slowest = OptionalLong.empty();
        double least = Double.POSITIVE_INFINITY;
        List<RateSourceStats.Receiver> receivers = new ArrayList<>();
        for (TufPeer peer : peers.values()) {
            double acceptable = base.isPresent() ? baseFactor() * base.get().capacity(peer.key())
                    : peer.reported() ? peer.receiveRate() : Double.POSITIVE_INFINITY;
            receivers.add(peer.stats(acceptable));
            if (acceptable < least) {
                least = acceptable;
                slowest = OptionalLong.of(peer.key());
            }
        }
        boolean searching = base.isPresent() && receivers.stream().noneMatch(each -> each.lossEventRate() > 0);
        RateReason reason = searching ? RateReason.SLOW_START : isBound() ? RateReason.BOUND : RateReason.PATH;
        return new RateSourceStats(allowedRate(nowNanos), searching, reason, slowest, receivers);
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
