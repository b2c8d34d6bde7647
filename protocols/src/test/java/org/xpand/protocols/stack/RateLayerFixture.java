package org.xpand.protocols.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.rate.Pacer;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** The rate layers of two sites that have joined each other, with strategies that write down what they are told. */
abstract class RateLayerFixture {
    static final GroupId GROUP = new GroupId(7);
    static final SiteId HERE = new SiteId(1);
    static final SiteId THERE = new SiteId(2);
    static final SiteId ELSEWHERE = new SiteId(3);
    static final long INCARNATION = 77;
    static final long SECOND = 1_000_000_000L;

    final FixedRateStrategy here = new FixedRateStrategy();
    final FixedRateStrategy there = new FixedRateStrategy();
    final Body top = new Body();
    final Body remoteTop = new Body();
    final OutPacket out = new OutPacket();
    RateLayer sender;
    RateLayer receiver;

    @BeforeEach
    final void twoSites() {
        sender = layer(HERE, INCARNATION, here, top);
        receiver = layer(THERE, 88, there, remoteTop);
        sender.siteJoined(THERE, 0, 0);
        receiver.siteJoined(HERE, 0, 0);
    }

    static RateLayer layer(SiteId site, long incarnation, FixedRateStrategy strategy, Layer above) {
        RateLayer layer = new RateLayer(site, GROUP, incarnation, strategy, new Pacer(Pacer.Limits.DEFAULT, 0),
                new BytesInFlight(), new SplittableRandom(1));
        layer.stackOn(new Layer() {
        });
        above.stackOn(layer);
        return layer;
    }

    final byte[] pull(RateLayer layer, long nowNanos) {
        assertThat(layer.pull(out, nowNanos)).isTrue();
        return Arrays.copyOf(out.writer().buffer(), out.length());
    }

    /** Hands a datagram over as the overlay does, which has read everything up to the incarnation. */
    static void receive(RateLayer layer, PacketKind kind, SiteId maker, byte[] datagram, long nowNanos) {
        receive(layer, new InPacket(), kind, maker, datagram, nowNanos);
    }

    /** As above, with what the packet says else of its way. */
    static void receive(RateLayer layer, InPacket packet, PacketKind kind, SiteId maker, byte[] datagram, long nowNanos) {
        boolean marked = packet.marked();
        long path = packet.path();
        int incarnationAt = switch (kind) {
            case DATA -> WireFormat.DATA_HEADER_LENGTH - 3 * Long.BYTES;
            case REPAIR -> WireFormat.REPAIR_HEADER_LENGTH - 2 * Long.BYTES;
            default -> WireFormat.REPORT_HEADER_LENGTH - 2 * Long.BYTES;
        };
        WireReader in = new WireReader(datagram);
        in.skip(incarnationAt);
        long incarnation = in.getLong();
        layer.receive(packet.reset(kind, maker, incarnation, in, datagram.length).marked(marked).path(path), nowNanos);
    }

    /** The layer above: sends what it was given and writes down what arrives. */
    static final class Body extends Layer {
        private final ArrayDeque<String> texts = new ArrayDeque<>();
        private final ArrayDeque<SiteId> destinations = new ArrayDeque<>();
        final List<String> received = new ArrayList<>();
        String reportBody = "";

        void data(String... bodies) {
            for (String body : bodies) {
                repair(HERE, body);
            }
        }

        void repair(SiteId site, String body) {
            destinations.add(site);
            texts.add(body);
        }

        @Override
        public boolean pull(OutPacket packet, long nowNanos) {
            if (texts.isEmpty()) {
                return false;
            }
            SiteId site = destinations.poll();
            if (site.equals(HERE)) {
                packet.beginData();
            } else {
                packet.beginRepair(site);
            }
            write(packet.writer(), texts.poll());
            return true;
        }

        private static void write(WireWriter out, String body) {
            out.putBytes(body.getBytes(StandardCharsets.US_ASCII), 0, body.length());
        }

        @Override
        public void receive(InPacket packet, long nowNanos) {
            WireReader in = packet.reader();
            received.add(new String(in.getBytes(in.remaining()), StandardCharsets.US_ASCII));
        }

        @Override
        public void fillReport(SiteId source, OutPacket packet, long nowNanos) {
            write(packet.writer(), reportBody);
        }

        @Override
        public long nextDeadlineNanos(long nowNanos) {
            return texts.isEmpty() ? Long.MAX_VALUE : nowNanos;
        }
    }
}
