package org.xpand.alm.overlay;

import static org.awaitility.Awaitility.await;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.alm.api.PathStats;
import org.xpand.alm.udp.DatagramLink;
import org.xpand.alm.udp.LinkListener;
import org.xpand.alm.udp.LinkSettings;
import org.xpand.alm.udp.NodeLoop;
import org.xpand.alm.udp.Transport;
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
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.strategy.RateReceiverStats;
import org.xpand.protocols.strategy.RateStrategies;

/**
 * Run in a network namespace by {@link ShortFramesTest}: two delegates with real sockets on loopback, with frames of the
 * namespace's length. Prints what the first knows of the path and whether segments longer than frames arrived.
 */
final class ShortFrames {
    private static final GroupName GROUP = new GroupName("board");
    private static final SiteId HERE = new SiteId(1);
    private static final SiteId THERE = new SiteId(2);
    private static final SnapshotId SNAPSHOT = new SnapshotId(9, 1);
    private static final Duration LIMIT = Duration.ofSeconds(50);
    private static final int SEGMENTS = 200;

    private ShortFrames() {
    }

    /** One delegate. */
    private static final class Site implements DatagramOut, LinkListener {
        private DatagramLink link;
        private Overlay overlay;
        private GroupStack stack;

        @Override
        public void send(SiteId to, byte[] buffer, int offset, int length) {
            link.send(to, buffer, offset, length);
        }

        @Override
        public void send(SiteId to, byte[] buffer, int offset, int length, int trafficClass) {
            link.send(to, buffer, offset, length, trafficClass);
        }

        @Override
        public void probe(SiteId to, byte[] buffer, int offset, int length, int trafficClass) {
            link.probe(to, buffer, offset, length, trafficClass);
        }

        @Override
        public boolean marks() {
            return link.marks();
        }

        @Override
        public boolean isWritable() {
            return link.writable();
        }

        @Override
        public void receive(SiteId from, byte[] buffer, int offset, int length, long arrivalNanos) {
            overlay.receive(from, buffer, offset, length, arrivalNanos);
        }

        @Override
        public void receiveMarked(SiteId from, byte[] buffer, int offset, int length, long arrivalNanos) {
            overlay.receive(from, buffer, offset, length, true, arrivalNanos);
        }

        @Override
        public void readComplete() {
            run();
        }

        @Override
        public void writable() {
            run();
        }

        void run() {
            overlay.run(System.nanoTime());
            link.flush();
        }
    }

    public static void main(String[] arguments) throws Exception {
        try (NodeLoop loop = NodeLoop.start("loop", Transport.EPOLL)) {
            Site here = new Site();
            Site there = new Site();
            for (Site site : List.of(here, there)) {
                site.link = DatagramLink.open(loop, LinkSettings.bind(new InetSocketAddress("127.0.0.1", 0)), System::nanoTime,
                        site);
            }
            Map<SiteId, InetSocketAddress> endpoints = Map.of(HERE, here.link.localAddress(), THERE, there.link.localAddress());
            loop.eventLoop().submit(() -> {
                open(here, HERE, endpoints);
                open(there, THERE, endpoints);
                loop.eventLoop().scheduleWithFixedDelay(here::run, 1, 1, TimeUnit.MILLISECONDS);
                loop.eventLoop().scheduleWithFixedDelay(there::run, 1, 1, TimeUnit.MILLISECONDS);
            }).get();
            SenderId sender = new SenderId(HERE, 5);
            await().atMost(LIMIT).until(() -> loop.eventLoop().submit(() -> isKnown(here)).get());
            loop.eventLoop().submit(() -> {
                here.stack.reliability().open(sender, 0, System.nanoTime());
                for (int i = 0; i < SEGMENTS; i++) {
                    here.stack.reliability().offer(sender, i, new Segment((byte) (Segment.FIRST | Segment.LAST),
                            new byte[i % 2 == 0 ? Segment.USUAL_PAYLOAD : 300]));
                }
                here.stack.reliability().localProgress(sender, SEGMENTS, 10_000);
                here.stack.due().changed();
            }).get();
            await().atMost(LIMIT).until(() -> loop.eventLoop().submit(() -> here.stack.reliability().backlogBytes() == 0
                    && receiverStats(there).received() == here.stack.rate().packetsSent()).get());
            loop.eventLoop().submit(() -> {
                PathStats path = here.overlay.pathStats().get(THERE);
                System.out.println("ecn=" + path.ecn() + " search=" + path.search() + " bytes=" + path.datagramBytes()
                        + " backlog=" + here.stack.reliability().backlogBytes() + " lost=" + receiverStats(there).lost()
                        + " heard=" + (receiverStats(there).received() > 0) + " failed=" + here.link.stats().droppedSendFailed());
            }).get();
            here.link.close();
            there.link.close();
        }
    }

    private static RateReceiverStats receiverStats(Site site) {
        return site.stack.rate().receiverStats(HERE, System.nanoTime()).orElseThrow();
    }

    private static boolean isKnown(Site site) {
        PathStats path = site.overlay.pathStats().get(THERE);
        return path.search().equals("complete") && path.ecn().equals("capable") && site.stack.tree().isPresent()
                && !site.stack.receivers().isEmpty();
    }

    private static void open(Site site, SiteId self, Map<SiteId, InetSocketAddress> endpoints) {
        long now = System.nanoTime();
        site.link.endpoints(endpoints);
        site.overlay = new Overlay(self, self.value() * 11, OverlayConfig.defaults(), site, new SplittableRandom(self.value()));
        site.stack = site.overlay.open(GROUP, RateStrategies.create("tfrc", Map.of()), new IgnoredDelivery(), now);
        TreeMap<SiteId, SiteInfo> sites = new TreeMap<>();
        for (SiteId id : List.of(HERE, THERE)) {
            GroupInfo group = new GroupInfo(GROUP, "tfrc", List.of(new MemberInfo(new MemberId(id.value() * 10), "m")));
            sites.put(id, new SiteInfo(id, "site" + id.value(), id.value() * 11, new Endpoint("localhost", 7800), List.of(group),
                    new TreeMap<>(), SNAPSHOT));
        }
        Map<SiteId, Map<SiteId, Long>> costs = Map.of(HERE, Map.of(THERE, 1_000_000L), THERE, Map.of(HERE, 1_000_000L));
        site.overlay.directory(new Directory(self, sites, List.of(new OverlaySnapshot(SNAPSHOT, LinkCosts.of(costs),
                new TreeMap<>(Map.of(GROUP.id(), new TreeSet<>(List.of(HERE, THERE))))))), now);
    }
}
