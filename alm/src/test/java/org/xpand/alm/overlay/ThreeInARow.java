package org.xpand.alm.overlay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.LinkCosts;
import org.xpand.protocols.directory.MemberInfo;
import org.xpand.protocols.directory.OverlaySnapshot;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;
import org.xpand.protocols.reliability.ReliabilityLayer;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.stack.PacketKind;
import org.xpand.protocols.strategy.RateStrategies;

/**
 * Three sites in virtual time, the first of which sends through the second to the third; a datagram takes 5 ms. A test decides what
 * happens to datagrams on their path.
 */
final class ThreeInARow {
    static final GroupName GROUP = new GroupName("board");
    static final SiteId FIRST = new SiteId(1);
    static final SiteId SECOND = new SiteId(2);
    static final SiteId THIRD = new SiteId(3);
    static final long MS = 1_000_000;
    private static final long DELAY = 5 * MS;

    final Map<SiteId, Overlay> overlays = new HashMap<>();
    final Map<SiteId, GroupStack> stacks = new HashMap<>();
    final List<Datagram> sent = new ArrayList<>();
    long now = 10_000 * MS;
    private final Network network;
    private final PriorityQueue<Datagram> flying = new PriorityQueue<>();
    private final SenderId sender = new SenderId(FIRST, 5);
    private long offered;
    private long number;

    /** A datagram in transit. */
    record Datagram(long dueNanos, long number, SiteId from, SiteId to, byte[] bytes, int trafficClass, boolean probe)
            implements Comparable<Datagram> {
        boolean isData() {
            return bytes[2] == PacketKind.DATA.code();
        }

        int ecn() {
            return trafficClass & EcnPath.EXPERIENCED;
        }

        @Override
        public int compareTo(Datagram other) {
            return dueNanos == other.dueNanos ? Long.compare(number, other.number) : Long.compare(dueNanos, other.dueNanos);
        }
    }

    /** What happens to a datagram. */
    @FunctionalInterface
    interface Network {
        /** Returns its bits of RFC 3168 on arrival, or -1 if it is lost. */
        int carry(Datagram datagram);
    }

    ThreeInARow(String strategy, OverlayConfig config, Network network) {
        this.network = network;
        for (SiteId site : List.of(FIRST, SECOND, THIRD)) {
            Overlay overlay = new Overlay(site, site.value() * 11, config, new Out(site), new SplittableRandom(site.value()));
            overlays.put(site, overlay);
            stacks.put(site, overlay.open(GROUP, RateStrategies.create(strategy, Map.of()), new IgnoredDelivery(), now));
            overlay.directory(directory(site, 1), now);
        }
        run(1000 * MS);
        stacks.get(FIRST).reliability().open(sender, 0, now);
    }

    private final class Out implements DatagramOut {
        private final SiteId from;

        private Out(SiteId from) {
            this.from = from;
        }

        @Override
        public void send(SiteId to, byte[] buffer, int offset, int length) {
            send(to, buffer, offset, length, 0);
        }

        @Override
        public void send(SiteId to, byte[] buffer, int offset, int length, int trafficClass) {
            leave(to, buffer, offset, length, trafficClass, false);
        }

        @Override
        public void probe(SiteId to, byte[] buffer, int offset, int length, int trafficClass) {
            leave(to, buffer, offset, length, trafficClass, true);
        }

        private void leave(SiteId to, byte[] buffer, int offset, int length, int trafficClass, boolean probe) {
            byte[] bytes = Arrays.copyOfRange(buffer, offset, offset + length);
            Datagram datagram = new Datagram(now + DELAY, number++, from, to, bytes, trafficClass, probe);
            sent.add(datagram);
            flying.add(datagram);
        }

        @Override
        public boolean marks() {
            return true;
        }

        @Override
        public boolean isWritable() {
            return true;
        }
    }

    /** The site has this many snapshots, of the same tree, and it is known that the others have them too. */
    void snapshots(SiteId self, int count) {
        overlays.get(self).directory(directory(self, count), now);
    }

    /** Returns how many segments of the first site have been delivered at another one. */
    long delivered(SiteId site) {
        return stacks.get(site).reliability().delivered(sender);
    }

    /** Returns the directory of a site that has forgotten all snapshots except the newest of so many. */
    static Directory newestOnly(SiteId self, int count) {
        Directory all = directory(self, count);
        return new Directory(self, all.sites(), all.snapshots().subList(0, 1));
    }

    private static Directory directory(SiteId self, int snapshots) {
        TreeMap<SiteId, SiteInfo> sites = new TreeMap<>();
        for (SiteId id : List.of(FIRST, SECOND, THIRD)) {
            GroupInfo group = new GroupInfo(GROUP, "tfrc", List.of(new MemberInfo(new MemberId(id.value() * 10), "m")));
            sites.put(id, new SiteInfo(id, "site" + id.value(), id.value() * 11, new Endpoint("localhost", 7800), List.of(group),
                    new TreeMap<>(), new SnapshotId(9, snapshots)));
        }
        Map<SiteId, Map<SiteId, Long>> costs = Map.of(FIRST, Map.of(SECOND, MS, THIRD, 100 * MS),
                SECOND, Map.of(FIRST, MS, THIRD, MS), THIRD, Map.of(FIRST, 100 * MS, SECOND, MS));
        List<OverlaySnapshot> held = new ArrayList<>();
        for (int number = snapshots; number > 0; number--) {
            held.add(new OverlaySnapshot(new SnapshotId(9, number), LinkCosts.of(costs),
                    new TreeMap<>(Map.of(GROUP.id(), new TreeSet<>(List.of(FIRST, SECOND, THIRD))))));
        }
        return new Directory(self, sites, held);
    }

    /** Gives the first site so many more segments to send, each a message. */
    void offer(int segments, int bytes) {
        for (int i = 0; i < segments; i++) {
            stacks.get(FIRST).reliability().offer(sender, offered++,
                    new Segment((byte) (Segment.FIRST | Segment.LAST), new byte[bytes]));
        }
        stacks.get(FIRST).reliability().localProgress(sender, offered, 10_000);
        stacks.get(FIRST).due().changed();
    }

    /** The second site sends a message of its own. */
    void offerFromSecond(long ownNumber) {
        ReliabilityLayer layer = stacks.get(SECOND).reliability();
        SenderId own = new SenderId(SECOND, 6);
        if (ownNumber == 0) {
            layer.open(own, 0, now);
        }
        layer.offer(own, ownNumber, new Segment((byte) (Segment.FIRST | Segment.LAST), new byte[1000]));
        layer.localProgress(own, ownNumber + 1, 10_000);
        stacks.get(SECOND).due().changed();
    }

    /** Lets time pass, a millisecond at a time. */
    void run(long nanos) {
        long end = now + nanos;
        while (now < end) {
            now += MS;
            while (!flying.isEmpty() && flying.peek().dueNanos() <= now) {
                Datagram arrived = flying.poll();
                int ecn = network.carry(arrived);
                if (ecn >= 0) {
                    overlays.get(arrived.to()).receive(arrived.from(), arrived.bytes(), 0, arrived.bytes().length,
                            ecn == EcnPath.EXPERIENCED, now);
                }
            }
            overlays.values().forEach(overlay -> overlay.run(now));
        }
    }

    String ecn(SiteId from, SiteId to) {
        return overlays.get(from).pathStats().get(to).ecn();
    }
}
