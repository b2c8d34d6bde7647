package org.xpand.comparison.peer;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.comparison.worker.Stamp;
import org.xpand.core.Group;
import org.xpand.core.GroupStats;
import org.xpand.core.NodeBuilder;
import org.xpand.core.NodeEvent;
import org.xpand.core.XpandNode;
import org.xpand.membership.api.LanTransport;
import org.xpand.protocols.api.ReliabilityConfig;

/** A node of Xpand. */
final class XpandEndpoint implements PeerEndpoint {
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    /** Segments of a kilobyte in flight: some 5 MB with what Linux keeps beside datagrams that it joins, of the 8 it grants. */
    private static final int WINDOW_SEGMENTS = 4096;
    /** Most that Linux lets a socket ask for if nobody has changed {@code net.core.rmem_max}. */
    private static final int SHIPPED_SOCKET_BYTES = 212_992;

    private final int members;
    private final XpandNode node;
    private final Group group;
    private final AtomicInteger views = new AtomicInteger();
    private final AtomicInteger merges = new AtomicInteger();

    /** How the node is set up. */
    enum Setup {
        /** Sites of a process each, with the defaults. */
        DEFAULTS,
        /** The same on a system that grants sockets no more than Linux does as it is shipped. */
        SMALL_SOCKETS,
        /** Like the defaults, with a listener that runs on the loop. */
        DIRECT,
        /** The same with a loop that never sleeps. */
        LOW_LATENCY,
        /** The same with the rate control's limits out of the way. */
        UNLIMITED,
        /** All processes in one site. */
        ONE_SITE,
        /** The same with JGroups for everything. */
        ONE_SITE_BY_JGROUPS
    }

    XpandEndpoint(Place place, Inbox inbox, Setup setup) throws InterruptedException {
        members = place.ports().size();
        boolean oneSite = setup == Setup.ONE_SITE || setup == Setup.ONE_SITE_BY_JGROUPS;
        NodeBuilder settings = XpandNode.builder().name("m" + place.index())
                .site(place.run() + "-" + (oneSite ? 0 : place.index()));
        if (place.sends() || !oneSite) {
            settings.wanBind(FreePorts.HOST + ":" + place.port()).seeds(FreePorts.HOST + ":" + place.ports().get(0));
        }
        if (oneSite) {
            LanTransport.Udp usual = LanTransport.Udp.forSite(place.run());
            settings.lan(new LanTransport.Udp(LanHost.address(), usual.group(), place.ports().get(0)))
                    .lanDatagrams(setup == Setup.ONE_SITE);
        }
        if (setup == Setup.UNLIMITED) {
            unlimited(settings);
        } else if (setup == Setup.SMALL_SOCKETS) {
            settings.socketBuffer(SHIPPED_SOCKET_BYTES);
        }
        if (setup == Setup.DIRECT || setup == Setup.LOW_LATENCY) {
            settings.executor(Runnable::run).busyPolling(setup == Setup.LOW_LATENCY);
        }
        node = settings.onEvent(this::count).start();
        byte[] stamp = new byte[Stamp.LENGTH];
        group = node.join("comparison", message -> {
            message.bytes().get(stamp);
            inbox.take(stamp, 0, message.length());
        });
    }

    /**
     * Nothing but the window bounds the sender: what is in flight fits into the receivers' socket buffers, so nothing is
     * lost and slow start goes on, in which the equation says nothing; and a receiver that the machine does not let run
     * for a while does not lower the rate.
     */
    private static void unlimited(NodeBuilder settings) {
        settings.strategy("tfrc", Map.of("noFeedback", "false"));
        ReliabilityConfig all = ReliabilityConfig.defaults();
        settings.overlay(OverlayConfig.defaults().withReliability(new ReliabilityConfig(WINDOW_SEGMENTS, all.maxSenders(),
                all.reorderDelayNanos(), all.requestIntervalRtts(), all.minRequestNanos(), all.maxRequestNanos(),
                all.ackDelayNanos(), all.minDigestNanos(), all.maxDigestNanos(), all.startIntervalNanos(),
                all.partitionRetentionNanos(), all.partitionRetentionBytes(), all.heldIntervalNanos(),
                all.unicastBelow())));
    }

    @Override
    public boolean connected() {
        return group.view().size() == members;
    }

    @Override
    public void send(byte[] message) throws InterruptedException {
        group.send(message);
    }

    private void count(NodeEvent event) {
        if (event instanceof NodeEvent.ViewChanged) {
            views.incrementAndGet();
        } else if (event instanceof NodeEvent.Merged) {
            merges.incrementAndGet();
        }
    }

    @Override
    public int views() {
        return views.get();
    }

    @Override
    public int merges() {
        return merges.get();
    }

    @Override
    public String state() {
        GroupStats stats = group.stats();
        String paths = stats.paths().stream().map(path -> String.format(Locale.ROOT, "; %s: RTT %.3f ms, loss %.6f",
                path.site(), path.rtt().toNanos() / 1e6, path.lossEventRate())).collect(Collectors.joining());
        return String.format(Locale.ROOT, "allowed %.1f Mbit/s, slow start %s, allotted %.1f Mbit/s, repairs %d%s",
                stats.allowedBitPerSecond() / 1e6, stats.slowStart(), stats.allocationBitPerSecond() / 1e6, stats.repairSegments(), paths);
    }

    @Override
    public SenderLimits limits() {
        GroupStats stats = group.stats();
        return new SenderLimits(stats.allowedBitPerSecond(), stats.allocationBitPerSecond(), stats.windowBytes(), stats.backlogSegments());
    }

    @Override
    public void close() {
        node.close(PATIENCE);
    }
}
