package org.xpand.protocols.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.wire.WireReader;

/** A redundancy layer that sends and one that receives, with what is offered to the one and arrives above the other. */
final class RedundancyPair {
    static final SiteId SOURCE = new SiteId(1);
    static final SiteId OTHER = new SiteId(2);

    final List<byte[]> arrived = new ArrayList<>();
    final List<PacketKind> kinds = new ArrayList<>();
    final List<SiteId> left = new ArrayList<>();
    /** Whether the sender sends any. */
    boolean wanted = true;
    final RedundancyLayer sender = new RedundancyLayer(0.25, () -> wanted);
    final RedundancyLayer receiver = new RedundancyLayer(0.25, () -> true);
    private final ArrayDeque<byte[]> offered = new ArrayDeque<>();
    private final OutPacket out = new OutPacket();
    long number;
    /** Whether the layer above has repairs to send, and not packets of the meta-flow. */
    boolean repairs;
    /** When the layer above wants to be asked. */
    long deadlineNanos = Long.MAX_VALUE;

    /** One datagram as it leaves. */
    record Sent(long number, int precedence, byte[] body) {
        boolean redundancy() {
            return precedence == 1;
        }
    }

    RedundancyPair() {
        new Layer() {
            @Override
            public boolean pull(OutPacket packet, long nowNanos) {
                byte[] body = offered.poll();
                if (body == null) {
                    return false;
                }
                if (repairs) {
                    packet.beginRepair(OTHER);
                } else {
                    packet.beginData();
                }
                packet.writer().putBytes(body, 0, Math.min(body.length, packet.writer().remaining()));
                return true;
            }

            @Override
            public long nextDeadlineNanos(long nowNanos) {
                return deadlineNanos;
            }
        }.stackOn(sender);
        new Layer() {
            @Override
            public void receive(InPacket packet, long nowNanos) {
                WireReader in = packet.reader();
                arrived.add(Arrays.copyOfRange(in.buffer(), in.position(), in.position() + in.remaining()));
                kinds.add(packet.kind());
            }

            @Override
            public void siteLeft(SiteId site, long nowNanos) {
                left.add(site);
            }
        }.stackOn(receiver);
    }

    void offer(byte[] body) {
        offered.add(body);
    }

    Sent pull(long now) {
        out.reserve(number, 4);
        if (!sender.pull(out, now)) {
            return null;
        }
        assertThat(out.length()).isLessThanOrEqualTo(WireFormat.MTU);
        int start = repairs ? 0 : out.bodyStart();
        return new Sent(number++, out.precedence(), Arrays.copyOfRange(out.writer().buffer(), start, out.length()));
    }

    List<Sent> send(List<byte[]> bodies) {
        offered.addAll(bodies);
        List<Sent> sent = new ArrayList<>();
        for (Sent each = pull(0); each != null; each = pull(0)) {
            sent.add(each);
        }
        return sent;
    }

    void receive(Sent packet, long now) {
        receive(packet, 7, now);
    }

    void receive(Sent packet, long incarnation, long now) {
        InPacket in = new InPacket().reset(PacketKind.DATA, SOURCE, incarnation, new WireReader(packet.body), 1000);
        in.number(packet.number);
        receiver.receive(in, now);
    }

    static List<byte[]> bodies(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return IntStream.range(0, count).mapToObj(i -> {
            byte[] body = new byte[random.nextInt(1, SentBlock.MAX_BODY + 1)];
            random.nextBytes(body);
            body[0] = 1;
            return body;
        }).toList();
    }
}
