package org.xpand.core;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.alm.udp.DatagramLink;
import org.xpand.alm.udp.LinkListener;
import org.xpand.alm.udp.LinkSettings;
import org.xpand.alm.udp.NodeLoop;
import org.xpand.membership.control.ControlRehearsal;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.Endpoint;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.directory.LinkCosts;
import org.xpand.protocols.directory.MemberInfo;
import org.xpand.protocols.directory.OverlaySnapshot;
import org.xpand.protocols.directory.SiteId;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.protocols.strategy.RateStrategy;

/**
 * A process that may have to take over does beforehand, once, what a delegate does: two sites talk in memory, and a socket
 * to itself. Some hundred classes are then loaded that only delegates use; in the takeover that would take longer than
 * all the rest of it.
 */
final class Rehearsal {
    private static final Logger LOG = LoggerFactory.getLogger(Rehearsal.class);
    private static final GroupName GROUP = new GroupName("rehearsal");
    private static final long RTT_NANOS = 20_000_000L;
    private static final long STEP_NANOS = 5_000_000L;
    private static final int STEPS = 200;
    private static final int MESSAGES = 20;
    private static final int DATAGRAM_MILLIS = 500;

    private Rehearsal() {
    }

    /** Rehearses on a thread of its own, about half a second of computing; what fails is logged and harms nobody. */
    static void begin(NodeConfig config) {
        Thread thread = new Thread(() -> {
            try {
                sites(config);
                ControlRehearsal.play();
                datagram(config.name());
            } catch (RuntimeException e) {
                LOG.debug("node {}: the rehearsal ended early", config.name(), e);
            }
        }, "xpand-rehearsal-" + config.name());
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Two sites of one member each, in memory and in a time of their own; both send.
     *
     * @return how many messages were delivered between them
     */
    static int sites(NodeConfig config) {
        RateStrategy strategy = RateStrategies.create(config.strategy(), config.strategySettings());
        RehearsedSite first = new RehearsedSite(new SiteId(1), GROUP, strategy, config);
        RehearsedSite second = new RehearsedSite(new SiteId(2), GROUP, strategy, config);
        TreeMap<SiteId, SiteInfo> sites = new TreeMap<>();
        TreeMap<SiteId, Map<SiteId, Long>> rtts = new TreeMap<>();
        SnapshotId id = new SnapshotId(first.id().value(), 1);
        for (RehearsedSite site : List.of(first, second)) {
            rtts.put(site.id(), Map.of(site == first ? second.id() : first.id(), RTT_NANOS));
            sites.put(site.id(), new SiteInfo(site.id(), "site", site.id().value(), new Endpoint("127.0.0.1", 1),
                    List.of(new GroupInfo(GROUP, GroupService.reliable(config.strategy()).text(),
                            List.of(new MemberInfo(site.id().value(), "member")))), new TreeMap<>(rtts.get(site.id())), id));
        }
        OverlaySnapshot snapshot = new OverlaySnapshot(id, LinkCosts.of(rtts),
                new TreeMap<>(Map.of(GROUP.id(), new TreeSet<>(sites.keySet()))));
        first.meet(second, new Directory(first.id(), sites, List.of(snapshot)));
        second.meet(first, new Directory(second.id(), sites, List.of(snapshot)));
        for (int step = 0; step < STEPS; step++) {
            long nowNanos = step * STEP_NANOS;
            if (step >= STEPS / 2 && step < STEPS / 2 + MESSAGES) {
                first.offer(nowNanos);
                second.offer(nowNanos);
            }
            first.turn(nowNanos);
            second.turn(nowNanos);
        }
        return first.fromOther() + second.fromOther();
    }

    /** A socket sends itself a datagram; answers whether it came. */
    static boolean datagram(String name) {
        SiteId self = new SiteId(1);
        Receipt receipt = new Receipt();
        try (NodeLoop loop = NodeLoop.start("xpand-rehearsal-loop-" + name);
             DatagramLink link = DatagramLink.open(loop, LinkSettings.bind(
                     new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)), () -> 0, receipt)) {
            loop.eventLoop().execute(() -> {
                link.endpoints(Map.of(self, link.localAddress()));
                link.send(self, new byte[1], 0, 1);
                link.flush();
            });
            return receipt.came();
        }
    }

    private static final class Receipt implements LinkListener {
        private final CountDownLatch arrived = new CountDownLatch(1);

        @Override
        public void receive(SiteId from, byte[] buffer, int offset, int length, long arrivalNanos) {
            arrived.countDown();
        }

        @Override
        public void readComplete() {
            // Nobody has a turn.
        }

        @Override
        public void writable() {
            // Nothing waits.
        }

        boolean came() {
            try {
                return arrived.await(DATAGRAM_MILLIS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }
}
