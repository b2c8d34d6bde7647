package org.xpand.alm.overlay;

import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.stack.PacketKind;
import org.xpand.protocols.stack.WireFormat;
import org.xpand.protocols.strategy.RateHop;
import org.xpand.protocols.strategy.RateHopStats;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * The hops of the strategies that have them: one for each strategy and neighbour, shared by all groups of the strategy, own
 * packets and forwarded ones. Transports their messages: length of the strategy's name (1), name, message. A link that no group
 * has used for a while is dropped. Not thread-safe.
 */
final class HopFilters {
    /** How long an unused link is kept: a tree may soon use it again. */
    static final long KEEP_NANOS = 30_000_000_000L;
    /** A link that a packet or a group used within this time counts as used. */
    private static final long USED_NANOS = 1_000_000_000L;
    /** Most messages of one hop in one turn. */
    private static final int TURN_MESSAGES = 4;

    private final DatagramOut out;
    private final RandomGenerator random;
    private final Function<SiteId, String> names;
    private final TreeMap<String, Strategy> strategies = new TreeMap<>();
    private final WireWriter writer = new WireWriter(new byte[WireFormat.COMMON_HEADER_LENGTH + 1 + 255
            + RateHop.MAX_MESSAGE_LENGTH]);
    private final WireReader header = new WireReader();
    /** The result of the last call: most packets have the same strategy. */
    private RateStrategy lastAsked;
    private Strategy lastFound;

    /** One end of a link. */
    private static final class Link {
        private final RateHop hop;
        private long usedNanos;
        /** Traffic class of the last packet sent. Packets with another class could overtake it or be overtaken. */
        private int trafficClass;

        private Link(RateHop hop) {
            this.hop = hop;
        }
    }

    /** The links of a strategy, none if it has no hops. */
    private static final class Strategy {
        private final TreeMap<SiteId, Link> links = new TreeMap<>();
        private boolean hopless;
    }

    /** Receives the rates that a group's links allow. */
    @FunctionalInterface
    interface LinkRates {
        /** See {@link org.xpand.protocols.strategy.RateSource#linkRates}. */
        void linkRates(double best, double least, long nowNanos);
    }

    /**
     * @param names names of neighbours, for strategies that treat links differently
     */
    HopFilters(DatagramOut out, RandomGenerator random, Function<SiteId, String> names) {
        this.out = out;
        this.names = names;
        this.random = random;
    }

    /**
     * Whether a data packet may be sent to a neighbour; otherwise it is to be dropped.
     *
     * @param strategy     its group's
     * @param trafficClass with which it would be sent
     * @throws org.xpand.protocols.wire.MalformedPacketException if the strategy's header is malformed
     */
    boolean admit(RateStrategy strategy, SiteId to, byte[] datagram, int offset, int length, int trafficClass, long nowNanos) {
        Link link = link(strategy, to, nowNanos);
        if (link == null) {
            return true;
        }
        header.reset(datagram, offset, length);
        header.skip(WireFormat.DATA_HEADER_LENGTH);
        // Without the bit that marks changes of the strategy.
        int headerLength = header.getByte() & 0x7f;
        boolean admitted = link.hop.admit(header.resetTo(header, headerLength), length, nowNanos);
        link.trafficClass = admitted ? trafficClass : link.trafficClass;
        return admitted;
    }

    /** A data packet arrived from a neighbour. */
    void packetReceived(RateStrategy strategy, SiteId from, int length, long nowNanos) {
        Link link = link(strategy, from, nowNanos);
        if (link != null) {
            link.hop.packetReceived(length, nowNanos);
        }
    }

    /** Passes the rates that its links allow ({@link RateHop#rate}) to a group's rate control, if its strategy has hops. */
    void announceRates(RateStrategy strategy, List<SiteId> neighbours, LinkRates to, long nowNanos) {
        double best = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < neighbours.size(); i++) {
            Link link = link(strategy, neighbours.get(i), nowNanos);
            if (link != null) {
                best = Math.max(best, link.hop.rate());
                least = Math.min(least, link.hop.rate());
            }
        }
        if (best > 0) {
            to.linkRates(best, least, nowNanos);
        }
    }

    /**
     * A message of a hop arrived.
     *
     * @param byName finds the strategy of a name that both sites have a link for, null if none
     * @return whether there was a hop for it
     * @throws org.xpand.protocols.wire.MalformedPacketException if it is malformed
     */
    boolean messageReceived(SiteId from, WireReader in, Function<String, RateStrategy> byName, long nowNanos) {
        String name = new String(in.getBytes(in.getByte()), StandardCharsets.US_ASCII);
        RateStrategy strategy = byName.apply(name);
        Link link = strategy == null ? null : link(strategy, from, nowNanos);
        if (link != null) {
            link.hop.messageReceived(in, nowNanos);
        }
        return link != null;
    }

    /** Sends the hops' messages; returns when to call again. */
    long run(long nowNanos) {
        long deadline = Long.MAX_VALUE;
        for (Map.Entry<String, Strategy> strategy : strategies.entrySet()) {
            Iterator<Map.Entry<SiteId, Link>> each = strategy.getValue().links.entrySet().iterator();
            while (each.hasNext()) {
                Map.Entry<SiteId, Link> entry = each.next();
                Link link = entry.getValue();
                if (nowNanos - link.usedNanos >= KEEP_NANOS) {
                    each.remove();
                } else {
                    send(entry.getKey(), strategy.getKey(), link, nowNanos);
                    deadline = Math.min(deadline, link.hop.nextDeadlineNanos());
                }
            }
        }
        return deadline;
    }

    private void send(SiteId to, String strategy, Link link, long nowNanos) {
        RateHop hop = link.hop;
        if (hop.nextDeadlineNanos() > nowNanos) {
            return;
        }
        byte[] name = strategy.getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < TURN_MESSAGES && hop.nextDeadlineNanos() <= nowNanos; i++) {
            writer.reset(0, writer.buffer().length).putByte(WireFormat.MAGIC).putByte(WireFormat.VERSION)
                    .putByte(PacketKind.HOP.code()).putByte(0).putByte(name.length).putBytes(name, 0, name.length);
            writer.reset(writer.position(), writer.position() + RateHop.MAX_MESSAGE_LENGTH);
            if (!hop.pullMessage(writer, nowNanos)) {
                return;
            }
            out.send(to, writer.buffer(), 0, writer.position(), link.trafficClass);
        }
    }

    /** Statistics of the hops, by neighbour and strategy. */
    SortedMap<SiteId, SortedMap<String, RateHopStats>> stats(long nowNanos) {
        TreeMap<SiteId, SortedMap<String, RateHopStats>> stats = new TreeMap<>();
        strategies.forEach((name, strategy) -> strategy.links.forEach((site, link) ->
                stats.computeIfAbsent(site, id -> new TreeMap<>()).put(name, link.hop.stats(nowNanos))));
        return stats;
    }

    /** This process has slept, see {@link RateHop#paused}. */
    void paused(long lateNanos, long staleUntilNanos, long nowNanos) {
        for (Strategy strategy : strategies.values()) {
            for (Link link : strategy.links.values()) {
                link.hop.paused(lateNanos, staleUntilNanos, nowNanos);
            }
        }
    }

    /** The smallest rate of the links that were used just now; infinite without any. */
    private static double leastUsed(Strategy strategy, long nowNanos) {
        double least = Double.POSITIVE_INFINITY;
        for (Link link : strategy.links.values()) {
            if (nowNanos - link.usedNanos < USED_NANOS) {
                least = Math.min(least, link.hop.rate());
            }
        }
        return least;
    }

    /** A strategy's end of the link to a neighbour, or null if the strategy has none. */
    private Link link(RateStrategy strategy, SiteId neighbour, long nowNanos) {
        if (strategy != lastAsked) {
            lastFound = strategies.computeIfAbsent(strategy.name(), name -> new Strategy());
            lastAsked = strategy;
        }
        if (lastFound.hopless) {
            return null;
        }
        Link link = lastFound.links.get(neighbour);
        if (link == null) {
            Optional<RateHop> made = strategy.newHop(names.apply(neighbour), random);
            if (made.isEmpty()) {
                lastFound.hopless = true;
                return null;
            }
            link = new Link(made.get());
            double least = leastUsed(lastFound, nowNanos);
            if (least < Double.POSITIVE_INFINITY) {
                link.hop.beside(least);
            }
            lastFound.links.put(neighbour, link);
        }
        link.usedNanos = nowNanos;
        return link;
    }
}
