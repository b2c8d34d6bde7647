package org.xpand.alm.overlay;

import java.util.Map;
import java.util.SplittableRandom;
import org.xpand.protocols.directory.SenderId;
import org.xpand.protocols.directory.SiteId;
import org.xpand.protocols.directory.SnapshotId;
import org.xpand.protocols.rate.Pacer;
import org.xpand.protocols.reliability.Delivery;
import org.xpand.protocols.reliability.ReliabilityConfig;
import org.xpand.protocols.reliability.ReliabilityLayer;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.stack.InPacket;
import org.xpand.protocols.stack.OutPacket;
import org.xpand.protocols.stack.PacketKind;
import org.xpand.protocols.stack.RateLayer;
import org.xpand.protocols.stack.WireFormat;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.protocols.wire.WireReader;

/**
 * The stacks of a group at a sending and at a receiving delegate, with a path of constant delay between them and time that
 * passes from event to event. The receiver's clock is ahead by the delay, so that data need not wait; reports do.
 */
final class StackPair {
    private static final long GROUP = 7;
    private static final long DELAY_NANOS = 10_000_000;
    private static final long LEAST_STEP_NANOS = 1_000;
    private static final int WINDOW = 4096;
    private static final int REPORTS = 256;
    private static final SiteId SOURCE = new SiteId(1);
    private static final SiteId RECEIVER = new SiteId(2);
    private static final SenderId SENDER = new SenderId(SOURCE, 3);

    private final OutPacket outgoing = new OutPacket();
    private final InPacket incoming = new InPacket();
    private final WireReader reader = new WireReader();
    private final Side source;
    private final Side receiver;
    private final Segment segment;

    private final byte[][] reports = new byte[REPORTS][WireFormat.MTU];
    private final int[] reportLengths = new int[REPORTS];
    private final long[] reportNanos = new long[REPORTS];
    private long reportsSent;
    private long reportsReceived;

    private long now;
    private long offered;
    private long stable;
    private long delivered;

    StackPair(String strategy, int segmentBytes) {
        segment = new Segment((byte) (Segment.FIRST | Segment.LAST), new byte[segmentBytes]);
        source = new Side(SOURCE, strategy);
        receiver = new Side(RECEIVER, strategy);
        source.rate.siteJoined(RECEIVER, 2 * DELAY_NANOS, now);
        receiver.rate.siteJoined(SOURCE, 2 * DELAY_NANOS, now + DELAY_NANOS);
        source.rate.linkRate(1e9, now);
        source.reliability.open(SENDER, 0, now);
    }

    /** Lets time pass until another segment has been delivered; answers how many were so far. */
    long deliverOne() {
        long before = delivered;
        while (delivered == before) {
            run();
        }
        return delivered;
    }

    private void run() {
        while (offered - stable < WINDOW && source.reliability.offer(SENDER, offered, segment)) {
            offered++;
            source.reliability.localProgress(SENDER, offered, offered + WINDOW);
        }
        long there = now + DELAY_NANOS;
        if (source.overlay.pull(outgoing, now)) {
            hand(outgoing.writer().buffer(), outgoing.length(), receiver, there);
        } else {
            advance(there);
        }
        while (receiver.overlay.pull(outgoing, now + DELAY_NANOS)) {
            keepReport();
        }
        while (reportsReceived < reportsSent && reportNanos[(int) (reportsReceived % REPORTS)] <= now) {
            int at = (int) (reportsReceived++ % REPORTS);
            hand(reports[at], reportLengths[at], source, now);
        }
    }

    private void advance(long there) {
        long next = Math.min(source.overlay.nextDeadlineNanos(now),
                receiver.overlay.nextDeadlineNanos(there) - DELAY_NANOS);
        if (reportsReceived < reportsSent) {
            next = Math.min(next, reportNanos[(int) (reportsReceived % REPORTS)]);
        }
        now = Math.max(now + LEAST_STEP_NANOS, Math.min(next, now + DELAY_NANOS));
    }

    private void keepReport() {
        if (reportsSent - reportsReceived == REPORTS) {
            throw new IllegalStateException("more than " + REPORTS + " reports in a round-trip time");
        }
        int at = (int) (reportsSent++ % REPORTS);
        reportLengths[at] = outgoing.length();
        reportNanos[at] = now + 2 * DELAY_NANOS;
        System.arraycopy(outgoing.writer().buffer(), 0, reports[at], 0, outgoing.length());
    }

    /** What the overlay does with a datagram before it reaches a stack. */
    private void hand(byte[] datagram, int length, Side to, long nowNanos) {
        reader.reset(datagram, 0, length).skip(2);
        PacketKind kind = PacketKind.ofCode(reader.getByte());
        reader.skip(kind == PacketKind.DATA ? 1 + Long.BYTES + Integer.BYTES : 1);
        reader.skip(2 * Long.BYTES);
        incoming.reset(kind, to == receiver ? SOURCE : RECEIVER, reader.getLong(), reader, length);
        to.overlay.receive(incoming, nowNanos);
    }

    /** One delegate's stack. */
    private final class Side implements Delivery {
        private final OverlayLayer overlay;
        private final RateLayer rate;
        private final ReliabilityLayer reliability;

        private Side(SiteId self, String name) {
            RateStrategy strategy = RateStrategies.create(name, Map.of());
            overlay = new OverlayLayer(self, GROUP);
            overlay.snapshot(new SnapshotId(1, 1));
            rate = new RateLayer(self, self.value(), strategy, new Pacer(strategy.pacing(Pacer.Limits.DEFAULT), 0),
                    new SplittableRandom(self.value()));
            reliability = new ReliabilityLayer(ReliabilityConfig.defaults(), this);
            rate.stackOn(overlay);
            reliability.stackOn(rate);
        }

        @Override
        public boolean deliver(SenderId sender, long number, Segment taken, long nowNanos) {
            delivered++;
            reliability.siteProgress(sender, number + 1, number + 1 + WINDOW, nowNanos);
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
        public void returned(SenderId sender, long number, Segment segment, long nowNanos) {
            // Nothing is recalled.
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
            throw new IllegalStateException("no site is let go");
        }

        @Override
        public void dropped(SiteId site, String reason) {
            throw new IllegalStateException("no site is let go: " + reason);
        }
    }
}
