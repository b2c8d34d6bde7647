package org.xpand.protocols.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.xpand.protocols.stack.RedundancyPair.bodies;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.stack.RedundancyPair.Sent;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;

/** Redundancy leaves after every few packets, and brings back what was lost of them. */
class RedundancyLayerTest {
    private static final SiteId SOURCE = RedundancyPair.SOURCE;
    private static final long MS = 1_000_000;

    private final RedundancyPair pair = new RedundancyPair();
    private final RedundancyLayer sender = pair.sender;
    private final RedundancyLayer receiver = pair.receiver;
    private final List<byte[]> arrived = pair.arrived;

    private Sent pull(long now) {
        return pair.pull(now);
    }

    private List<Sent> send(List<byte[]> bodies) {
        return pair.send(bodies);
    }

    private void receive(Sent packet, long now) {
        pair.receive(packet, now);
    }

    @Test
    void noneLeavesForWhatLeftWhileNoneIsWanted() {
        pair.wanted = false;
        assertThat(send(bodies(64, 1))).hasSize(64).noneMatch(Sent::redundancy);
        pair.wanted = true;
        assertThat(send(bodies(64, 2))).hasSize(80);
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
        RedundancyPair fresh = new RedundancyPair();
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
            pair.offer(new byte[] {1, 2, 3});
            assertThat(pull(i * 100 * MS).redundancy()).isFalse();
            assertThat(pull(i * 100 * MS + 30 * MS)).isNull();
        }
        pair.offer(new byte[] {1, 2, 3});
        pull(300 * MS);
        assertThat(sender.nextDeadlineNanos(300 * MS)).isEqualTo(330 * MS);
        assertThat(pull(329 * MS)).isNull();
        assertThat(pull(330 * MS).redundancy()).isTrue();
        assertThat(pull(330 * MS)).isNull();
    }

    @Test
    void whoGetsRedundancyWaitsForItAndNobodyElse() {
        List<Sent> sent = send(bodies(32, 3));
        assertThat(receiver.lateArrivalNanos(SOURCE)).isZero();
        for (int i = 0; i < 20; i++) {
            receive(sent.get(i), i * MS);
        }
        assertThat(receiver.lateArrivalNanos(SOURCE)).isBetween(16 * MS, 20 * MS);
        for (Sent each : send(bodies(64, 4))) {
            if (!each.redundancy()) {
                receive(each, 50 * MS);
            }
        }
        assertThat(receiver.lateArrivalNanos(SOURCE)).as("none comes any more").isZero();
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
        RedundancyPair fresh = new RedundancyPair();
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
        assertThatThrownBy(() -> new RedundancyLayer(0, () -> true)).hasMessage("redundancy 0.0: accepted are more than 0, up to 1");
    }
}
