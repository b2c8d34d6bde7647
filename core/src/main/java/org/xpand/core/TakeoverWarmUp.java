package org.xpand.core;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.alm.site.WarmUp;
import org.xpand.alm.udp.DatagramLink;
import org.xpand.alm.udp.LinkListener;
import org.xpand.alm.udp.LinkSettings;
import org.xpand.alm.udp.NodeLoop;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.protocols.strategy.RateStrategy;

/**
 * Warms up a process that may have to take over: two sites exchange messages in memory, and a socket sends to itself. This loads
 * some hundred classes that only delegates use; in a takeover that would take longer than all the rest.
 */
final class TakeoverWarmUp {
    private static final Logger LOG = LoggerFactory.getLogger(TakeoverWarmUp.class);
    private static final int DATAGRAM_MILLIS = 500;

    private TakeoverWarmUp() {
    }

    /** Runs the warm-up, about half a second of computing; a failure is logged and has no effect. */
    static void run(NodeConfig config) {
        try {
            sites(config);
            datagram(config.name());
        } catch (RuntimeException e) {
            LOG.debug("node {}: the warm-up ended early", config.name(), e);
        }
    }

    /**
     * Runs two sites of one process each in memory.
     *
     * @return how many messages were delivered between them
     */
    static int sites(NodeConfig config) {
        RateStrategy strategy = RateStrategies.create(config.strategy(), config.strategySettings());
        return WarmUp.run(config.overlay(), config.relay(), GroupService.reliable(config.strategy()), service -> strategy);
    }

    /** Sends a datagram from a socket to itself; returns whether it arrived. */
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
            // No loop takes a turn.
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
