package org.xpand.alm.overlay;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.protocols.api.Endpoint;
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
import org.xpand.protocols.reliability.Delivery;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.strategy.RateStrategies;

/**
 * The overlays of a sending and of a receiving delegate, each with the stack of one group, and a path of constant delay
 * between them. Time passes from turn to turn. The receiver's clock is ahead by the delay, so that data need not wait; what
 * goes back does.
 */
final class Delegates {
    private static final GroupName GROUP = new GroupName("benchmark");
    private static final long DELAY_NANOS = 10_000_000;
    /** A loop that is woken by timers turns about as often. */
    private static final long TURN_NANOS = 20_000;
    /** Segments that wait for their turn or for acknowledgements: more than a round-trip time's worth. */
    private static final int WINDOW = 4096;
    private static final SiteId SOURCE = new SiteId(1);
    private static final SiteId RECEIVER = new SiteId(2);
    private static final SenderId SENDER = new SenderId(SOURCE, 3);

    private final Segment segment;
    private final Side source;
    private final Side receiver;
    private final ReturnPath returnPath = new ReturnPath(2 * DELAY_NANOS);

    private long now;
    private long offered;
    private long stable;
    private long delivered;
    private long wanted;

    Delegates(String strategy, int segmentBytes) {
        segment = new Segment((byte) (Segment.FIRST | Segment.LAST), new byte[segmentBytes]);
        source = new Side(SOURCE, strategy);
        receiver = new Side(RECEIVER, strategy);
        source.overlay.directory(directory(SOURCE, strategy), 0);
        receiver.overlay.directory(directory(RECEIVER, strategy), DELAY_NANOS);
        source.stack.reliability().open(SENDER, 0, 0);
    }

    private static Directory directory(SiteId self, String strategy) {
        SnapshotId id = new SnapshotId(9, 1);
        TreeMap<SiteId, SiteInfo> sites = new TreeMap<>();
        for (SiteId site : List.of(SOURCE, RECEIVER)) {
            sites.put(site, new SiteInfo(site, "site" + site.value(), site.value(), new Endpoint("localhost", 7800),
                    List.of(new GroupInfo(GROUP, strategy, List.of(new MemberInfo(SENDER.member(), "member")))),
                    new TreeMap<>(), id));
        }
        return new Directory(self, sites, List.of(new OverlaySnapshot(id, LinkCosts.NONE,
                new TreeMap<>(Map.of(GROUP.id(), new TreeSet<>(sites.keySet()))))));
    }

    /** Lets time pass until another segment has been delivered; answers how many were so far. */
    long deliverOne() {
        wanted++;
        while (delivered < wanted) {
            turn();
        }
        return delivered;
    }

    private void turn() {
        while (offered - stable < WINDOW && source.stack.reliability().offer(SENDER, offered, segment)) {
            offered++;
            source.stack.reliability().localProgress(SENDER, offered, offered + WINDOW);
            source.stack.due().changed();
        }
        long next = Math.min(source.overlay.run(now), receiver.overlay.run(now + DELAY_NANOS) - DELAY_NANOS);
        returnPath.arrive(now, source.overlay, RECEIVER);
        now = Math.max(now + TURN_NANOS, Math.min(next, returnPath.nextNanos()));
    }

    /** One delegate. */
    private final class Side implements Delivery, DatagramOut {
        private final Overlay overlay;
        private final GroupStack stack;

        private Side(SiteId self, String strategy) {
            overlay = new Overlay(self, self.value(), OverlayConfig.defaults(), this, new SplittableRandom(self.value()));
            stack = overlay.open(GROUP, RateStrategies.create(strategy, Map.of()), this, 0);
        }

        @Override
        public void send(SiteId to, byte[] buffer, int offset, int length) {
            if (to.equals(RECEIVER)) {
                receiver.overlay.receive(SOURCE, buffer, offset, length, now + DELAY_NANOS);
            } else {
                returnPath.send(buffer, offset, length, now);
            }
        }

        @Override
        public boolean isWritable() {
            return true;
        }

        @Override
        public boolean deliver(SenderId sender, long number, Segment taken, long nowNanos) {
            delivered++;
            stack.reliability().siteProgress(sender, number + 1, number + 1 + WINDOW, nowNanos);
            return true;
        }

        @Override
        public void progress(SenderId sender, long stableBelow, long limit) {
            stable = stableBelow;
        }

        @Override
        public void done(SenderId sender) {
            throw new IllegalStateException("the sender is not retired");
        }

        @Override
        public void returned(SenderId sender, long number, Segment back, long nowNanos) {
            throw new IllegalStateException("nothing is recalled");
        }

        @Override
        public void gap(SenderId sender, long first, long end) {
            throw new IllegalStateException("nothing is lost");
        }

        @Override
        public void forgotten(SenderId sender) {
            throw new IllegalStateException("the sender does not leave");
        }

        @Override
        public void excluded(SiteId site) {
            throw new IllegalStateException("no site is excluded");
        }

        @Override
        public void dropped(SiteId site, String reason) {
            throw new IllegalStateException("no site is excluded: " + reason);
        }
    }
}
