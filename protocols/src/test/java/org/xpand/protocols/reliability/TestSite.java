package org.xpand.protocols.reliability;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.stack.InPacket;
import org.xpand.protocols.stack.Layer;
import org.xpand.protocols.stack.OutPacket;
import org.xpand.protocols.stack.PacketKind;
import org.xpand.protocols.stack.WireFormat;
import org.xpand.protocols.wire.WireReader;

/** A reliability layer alone; the test carries its packets, or does not. */
final class TestSite {
    static final long MS = 1_000_000;
    static final long RTT = 10 * MS;

    final SiteId id;
    final SenderId sender;
    final ReliabilityLayer layer;
    final List<String> received = new ArrayList<>();
    long incarnation = 1;
    private final OutPacket out = new OutPacket();

    /** A packet with what it is and whom it is for (null: all). */
    record Sent(TestSite from, PacketKind kind, SiteId to, byte[] body, int length) {
    }

    TestSite(int number, ReliabilityConfig config) {
        id = new SiteId(number);
        sender = new SenderId(id, number * 10L);
        layer = new ReliabilityLayer(config, new Received());
        layer.stackOn(new Layer() {
            @Override
            public long rttToReceiverNanos(SiteId receiver) {
                return RTT;
            }

            @Override
            public long rttToSourceNanos(SiteId source) {
                return RTT;
            }
        });
    }

    /** The default settings with windows of so many segments. */
    static ReliabilityConfig windows(int segments) {
        ReliabilityConfig all = ReliabilityConfig.defaults();
        return new ReliabilityConfig(segments, all.maxSenders(), all.reorderDelayNanos(), all.requestIntervalRtts(),
                all.minRequestNanos(), all.maxRequestNanos(), all.ackDelayNanos(), all.minDigestNanos(), all.maxDigestNanos(),
                all.startIntervalNanos(), all.partitionRetentionNanos(), all.partitionRetentionBytes(),
                all.heldIntervalNanos(), all.unicastBelow());
    }

    /** Meets another site and sends it segments 0 to 3, which arrive at 1 ms. */
    void meetsAndSendsFour(TestSite other) {
        layer.siteJoined(other.id, RTT, 0);
        other.layer.siteJoined(id, RTT, 0);
        layer.open(sender, 0, 0);
        exchange(this, other, 0);
        offer(0, 4);
        other.receive(pull(MS), MS);
    }

    void offer(int first, int count) {
        for (int i = first; i < first + count; i++) {
            layer.offer(sender, i, new Segment((byte) (Segment.FIRST | Segment.LAST), new byte[1000]));
        }
    }

    /** What wants to leave now but reports. */
    List<Sent> pull(long nowNanos) {
        List<Sent> packets = new ArrayList<>();
        while (layer.pull(out, nowNanos)) {
            int header = out.kind() == PacketKind.DATA ? WireFormat.DATA_HEADER_LENGTH + 1 : WireFormat.REPAIR_HEADER_LENGTH;
            packets.add(new Sent(this, out.kind(), out.destination(),
                    Arrays.copyOfRange(out.writer().buffer(), header, out.length()), out.length()));
        }
        return packets;
    }

    /** A report to a site if one is due. */
    List<Sent> report(TestSite to, long nowNanos) {
        if (layer.reportDeadlineNanos(to.id) > nowNanos) {
            return List.of();
        }
        out.beginRepair(to.id);
        layer.fillReport(to.id, out, nowNanos);
        return List.of(new Sent(this, PacketKind.REPORT, to.id,
                Arrays.copyOfRange(out.writer().buffer(), WireFormat.REPAIR_HEADER_LENGTH, out.length()), out.length()));
    }

    void receive(List<Sent> packets, long nowNanos) {
        for (Sent packet : packets) {
            if (packet.to == null || packet.to.equals(id)) {
                layer.receive(new InPacket().reset(packet.kind, packet.from.id, packet.from.incarnation,
                        new WireReader(packet.body), packet.length), nowNanos);
            }
        }
    }

    /** Carries everything between two sites until nothing is due. */
    static void exchange(TestSite a, TestSite b, long nowNanos) {
        for (int round = 0; round < 10; round++) {
            b.receive(a.pull(nowNanos), nowNanos);
            a.receive(b.pull(nowNanos), nowNanos);
            b.receive(a.report(b, nowNanos), nowNanos);
            a.receive(b.report(a, nowNanos), nowNanos);
        }
    }

    final class Received implements Delivery {
        @Override
        public boolean deliver(SenderId from, long number, Segment segment, long nowNanos) {
            received.add(from.member().value() + "#" + number);
            return true;
        }

        @Override
        public void progress(SenderId from, long stable, long limit) {
            // Read from the layer where it matters.
        }

        @Override
        public void done(SenderId from) {
            received.add("done " + from.member().value());
        }

        @Override
        public void returned(SenderId from, long number, Segment segment, long nowNanos) {
            received.add("returned " + from.member().value() + "#" + number);
        }

        @Override
        public void gap(SenderId from, long first, long end) {
            received.add("gap " + from.member().value() + "#" + first + "-" + end);
        }

        @Override
        public void forgotten(SenderId from) {
            received.add("forgotten " + from.member().value());
        }

        @Override
        public void excluded(SiteId source) {
            received.add("excluded by " + source.value());
        }

        @Override
        public void dropped(SiteId site, String reason) {
            received.add("dropped " + site.value());
        }

        @Override
        public void released(SiteId site, String text) {
            received.add("dropped for " + site.value() + ": " + text);
        }
    }
}
