package org.xpand.protocols.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.directory.SiteId;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;

/** Redundancy leaves after every few packets, and brings back what was lost of them. */
class RedundancyLayerTest {
    private static final SiteId SOURCE = new SiteId(1);
    private static final long MS = 1_000_000;

    private final ArrayDeque<byte[]> offered = new ArrayDeque<>();
    private final List<byte[]> arrived = new ArrayList<>();
    private final RedundancyLayer sender = new RedundancyLayer(0.25);
    private final RedundancyLayer receiver = new RedundancyLayer(0.25);
    private final OutPacket out = new OutPacket();
    private long number;

    RedundancyLayerTest() {
        new Layer() {
            @Override
            public boolean pull(OutPacket packet, long nowNanos) {
                byte[] body = offered.poll();
                if (body == null) {
                    return false;
                }
                packet.beginData();
                packet.writer().putBytes(body, 0, body.length);
                return true;
            }
        }.stackOn(sender);
        new Layer() {
            @Override
            public void receive(InPacket packet, long nowNanos) {
                WireReader in = packet.reader();
                arrived.add(Arrays.copyOfRange(in.buffer(), in.position(), in.position() + in.remaining()));
            }
        }.stackOn(receiver);
    }

    /** One datagram as it leaves. */
    private record Sent(long number, int precedence, byte[] body) {
        boolean redundancy() {
            return precedence == 1;
        }
    }

    private Sent pull(long now) {
        out.reserve(number, 4);
        if (!sender.pull(out, now)) {
            return null;
        }
        assertThat(out.length()).isLessThanOrEqualTo(WireFormat.MTU);
        return new Sent(number++, out.precedence(), Arrays.copyOfRange(out.writer().buffer(), out.bodyStart(), out.length()));
    }

    private List<Sent> send(List<byte[]> bodies) {
        offered.addAll(bodies);
        List<Sent> sent = new ArrayList<>();
        for (Sent each = pull(0); each != null; each = pull(0)) {
            sent.add(each);
        }
        return sent;
    }

    private void receive(Sent packet, long now) {
        InPacket in = new InPacket().reset(PacketKind.DATA, SOURCE, 7, new WireReader(packet.body), 1000);
        in.number(packet.number);
        receiver.receive(in, now);
    }

    private static List<byte[]> bodies(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return IntStream.range(0, count).mapToObj(i -> {
            byte[] body = new byte[random.nextInt(1, SentBlock.MAX_BODY + 1)];
            random.nextBytes(body);
            body[0] = 1;
            return body;
        }).toList();
    }

    @Test
    void aQuarterAsManyPacketsOfRedundancyLeaveWithTheNextPrecedence() {
        List<Sent> sent = send(bodies(64, 1));
        assertThat(sent).hasSize(80);
        assertThat(sent.subList(0, 16)).noneMatch(Sent::redundancy);
        assertThat(sent.subList(16, 20)).allMatch(Sent::redundancy);
        assertThat(sent.stream().filter(Sent::redundancy).count()).isEqualTo(16);
        assertThat(sender.stats().packetsSent()).isEqualTo(16);
        assertThat(sender.stats().bytesSent()).isBetween(16L * SentBlock.MAX_BODY / 2, 16L * WireFormat.MTU);
    }

    @Property(tries = 200)
    void anySixteenOfABlocksPacketsAreEnough(@ForAll long seed) {
        RedundancyLayerTest fresh = new RedundancyLayerTest();
        List<byte[]> bodies = bodies(16, seed);
        List<Sent> sent = new ArrayList<>(fresh.send(bodies));
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 4; i++) {
            sent.remove(random.nextInt(sent.size()));
        }
        for (int i = sent.size() - 1; i > 0 && seed % 2 == 0; i--) {
            sent.add(sent.remove(random.nextInt(i)));
        }
        sent.forEach(each -> fresh.receive(each, 0));
        assertThat(fresh.arrived).containsExactlyInAnyOrderElementsOf(bodies);
    }

    @Test
    void moreLossesThanRedundancyAreLeftToWhoAsksAgain() {
        List<Sent> sent = send(bodies(16, 2));
        sent.subList(5, sent.size()).forEach(each -> receive(each, 0));
        assertThat(arrived).hasSize(11);
        assertThat(receiver.stats().packetsRebuilt()).isZero();
        receive(sent.get(0), 0);
        assertThat(arrived).as("a late one makes it enough").hasSize(16);
        assertThat(receiver.stats().packetsRebuilt()).isEqualTo(4);
    }

    @Test
    void aBlockThatIsNotFullEndsWhenItIsOldAndMakesUpForWhatItIsShort() {
        for (int i = 0; i < 3; i++) {
            offered.add(new byte[] {1, 2, 3});
            assertThat(pull(i * 100 * MS).redundancy()).isFalse();
            assertThat(pull(i * 100 * MS + 30 * MS)).isNull();
        }
        offered.add(new byte[] {1, 2, 3});
        pull(300 * MS);
        assertThat(sender.nextDeadlineNanos(300 * MS)).isEqualTo(330 * MS);
        assertThat(pull(329 * MS)).isNull();
        assertThat(pull(330 * MS).redundancy()).isTrue();
        assertThat(pull(330 * MS)).isNull();
    }

    @Test
    void whoGetsRedundancyWaitsForItAndNobodyElse() {
        List<Sent> sent = send(bodies(32, 3));
        assertThat(receiver.redundancyDelayNanos(SOURCE)).isZero();
        for (int i = 0; i < 20; i++) {
            receive(sent.get(i), i * MS);
        }
        assertThat(receiver.redundancyDelayNanos(SOURCE)).isBetween(16 * MS, 20 * MS);
        for (Sent each : send(bodies(64, 4))) {
            if (!each.redundancy()) {
                receive(each, 50 * MS);
            }
        }
        assertThat(receiver.redundancyDelayNanos(SOURCE)).as("none comes any more").isZero();
    }

    @Test
    void anotherIncarnationIsAnotherStream() {
        List<Sent> sent = send(bodies(16, 5));
        sent.subList(1, 16).forEach(each -> receive(each, 0));
        InPacket other = new InPacket().reset(PacketKind.DATA, SOURCE, 8, new WireReader(sent.get(16).body()), 1000);
        receiver.receive(other, 0);
        assertThat(arrived).hasSize(15);
    }

    @Property
    void arbitraryRedundancyIsRefusedOrHarmless(@ForAll @Size(max = 60) byte[] content) {
        byte[] body = new byte[3 + content.length];
        body[0] = WireFormat.REDUNDANCY_FRAME;
        body[2] = (byte) content.length;
        System.arraycopy(content, 0, body, 3, content.length);
        RedundancyLayerTest fresh = new RedundancyLayerTest();
        try {
            fresh.receive(new Sent(1, 0, new byte[] {1, 2}), 0);
            fresh.receive(new Sent(2, 1, body), 0);
        } catch (MalformedPacketException refused) {
            assertThat(fresh.receiver.stats().packetsRebuilt()).isZero();
        }
    }

    @Test
    void redundancyNobodyMakesIsRefused() {
        byte[] body = {WireFormat.REDUNDANCY_FRAME, 0, 20, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 15, 1, 2, 3};
        assertThatThrownBy(() -> receive(new Sent(2, 1, body), 0)).isInstanceOf(MalformedPacketException.class)
                .hasMessageContaining("redundancy 15");
        assertThatThrownBy(() -> new RedundancyLayer(0)).hasMessage("redundancy 0.0: accepted are more than 0, up to 1");
    }
}
