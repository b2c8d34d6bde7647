package org.xpand.protocols.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.xpand.protocols.stack.RedundancyPair.SOURCE;
import static org.xpand.protocols.stack.RedundancyPair.bodies;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.coding.BlockEncoder;
import org.xpand.protocols.stack.RedundancyPair.Sent;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** Redundancy over many blocks: what one leaves behind does not get into another, and what is counted stays counted. */
class RedundancyBlocksTest {
    private static final long MS = 1_000_000;
    private final RedundancyPair pair = new RedundancyPair();

    @Test
    void everyBlockOfManyIsRebuilt() {
        SplittableRandom random = new SplittableRandom(1);
        List<byte[]> bodies = bodies(16 * 40, 1);
        List<Sent> sent = pair.send(bodies);
        assertThat(sent).hasSize(20 * 40);
        for (int block = 0; block < 40; block++) {
            List<Sent> packets = new ArrayList<>(sent.subList(20 * block, 20 * block + 20));
            for (int lost = 0; lost < 4; lost++) {
                packets.remove(random.nextInt(packets.size()));
            }
            packets.forEach(each -> pair.receive(each, 0));
            if (block > 8) {
                // Late and twice, where a newer packet has taken its place.
                Sent old = sent.get(20 * block - 128 + random.nextInt(16));
                pair.receive(old.redundancy() ? sent.get(20 * block - 120) : old, 0);
                pair.arrived.remove(pair.arrived.size() - 1);
            }
        }
        assertThat(pair.arrived).hasSize(bodies.size()).containsExactlyInAnyOrderElementsOf(bodies);
        assertThat(pair.receiver.stats().packetsRebuilt()).as("four of twenty, of which 0.8 are no redundancy")
                .isBetween(110L, 145L);
    }

    @Test
    void aBlockEndsWhereNumbersLeap() {
        List<byte[]> bodies = bodies(16, 2);
        List<Sent> sent = new ArrayList<>(pair.send(bodies.subList(0, 8)));
        pair.number += 100;
        sent.addAll(pair.send(bodies.subList(8, 16)));
        assertThat(sent.stream().filter(Sent::redundancy)).as("earned by eight packets").hasSize(2);
        sent.remove(5);
        sent.remove(2);
        sent.forEach(each -> pair.receive(each, 0));
        assertThat(pair.arrived).containsExactlyInAnyOrderElementsOf(bodies);
    }

    @Test
    void aPacketIsNoLongerThanRedundancyCovers() {
        List<byte[]> bodies = new ArrayList<>(bodies(15, 3));
        bodies.add(new byte[2000]);
        List<Sent> sent = pair.send(bodies);
        assertThat(sent.get(15).body()).hasSize(SentBlock.MAX_BODY);
        sent.remove(15);
        sent.forEach(each -> pair.receive(each, 0));
        assertThat(pair.arrived).hasSize(16);
        assertThat(pair.arrived.get(15)).isEqualTo(new byte[SentBlock.MAX_BODY]);
        pair.repairs = true;
        pair.offer(new byte[2000]);
        assertThat(pair.pull(0).body().length).as("a repair may be as long as the MTU").isGreaterThan(SentBlock.MAX_BODY);
    }

    @Test
    void repairsAreNeitherCoveredNorMistakenForPacketsOfTheStream() {
        pair.repairs = true;
        assertThat(pair.send(bodies(64, 4))).hasSize(64).noneMatch(Sent::redundancy);
        assertThat(pair.sender.stats().packetsSent()).isZero();
        pair.repairs = false;
        pair.number = 0;
        List<byte[]> bodies = bodies(16, 5);
        List<Sent> sent = pair.send(bodies);
        byte[] frame = sent.get(17).body();
        InPacket repair = new InPacket().reset(PacketKind.REPAIR, SOURCE, 7, new WireReader(frame), 1000);
        pair.receiver.receive(repair, 0);
        assertThat(pair.arrived).as("handed on as it is").containsExactly(frame);
        assertThat(pair.kinds).containsExactly(PacketKind.REPAIR);
    }

    @Test
    void theSameRedundancyTwiceIsNoMoreThanOnce() {
        List<byte[]> bodies = bodies(16, 6);
        List<Sent> sent = pair.send(bodies);
        sent.subList(2, 17).forEach(each -> pair.receive(each, 0));
        pair.receive(sent.get(16), 0);
        assertThat(pair.arrived).hasSize(14);
        pair.receive(sent.get(17), 0);
        assertThat(pair.arrived).containsExactlyInAnyOrderElementsOf(bodies);
        pair.receive(sent.get(18), 0);
        assertThat(pair.receiver.stats().packetsRebuilt()).as("and what was rebuilt is counted once").isEqualTo(2);
    }

    @Test
    void redundancyThatContradictsAnotherIsLeftOut() {
        List<byte[]> bodies = bodies(16, 7);
        List<Sent> sent = pair.send(bodies);
        byte[] other = sent.get(17).body().clone();
        // The last of the packets that it names is another one.
        other[11] = (byte) 0x80;
        other[17] = 0x7F;
        sent.subList(2, 17).forEach(each -> pair.receive(each, 0));
        pair.receive(new Sent(17, 1, other), 0);
        assertThat(pair.arrived).hasSize(14);
        pair.receive(sent.get(18), 0);
        assertThat(pair.arrived).containsExactlyInAnyOrderElementsOf(bodies);
    }

    @Test
    void aPacketThatCannotBeIsNotRebuilt() {
        byte[] nothing = {WireFormat.REDUNDANCY_FRAME, 0, 20, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 1, 16, 0, 0, 0};
        assertThatThrownBy(() -> pair.receive(new Sent(9, 1, nothing), 0)).isInstanceOf(MalformedPacketException.class)
                .hasMessage("redundancy: a packet of 0 bytes was rebuilt");
        assertThat(pair.receiver.stats().packetsRebuilt()).isZero();
    }

    @Test
    void aPacketThatIsMuchTooLateTakesNoPlace() {
        pair.number = 128;
        List<byte[]> bodies = bodies(16, 11);
        List<Sent> sent = pair.send(bodies);
        sent.subList(4, 16).forEach(each -> pair.receive(each, 0));
        pair.receive(new Sent(128 + 15 - 128, 0, new byte[] {1}), 0);
        sent.subList(16, 20).forEach(each -> pair.receive(each, 0));
        assertThat(pair.arrived).as("four were lost, and four came for them").hasSize(17).containsAll(bodies);
    }

    @Test
    void aPacketLongerThanAnyCannotBeRebuilt() {
        byte[] block = new byte[SentBlock.CODE.blockLength()];
        block[0] = (byte) (SentBlock.MAX_BODY + 1 >> 8);
        block[1] = (byte) (SentBlock.MAX_BODY + 1);
        BlockEncoder encoder = new BlockEncoder(SentBlock.CODE);
        encoder.block(block, 0, SentBlock.CODE.symbolLength());
        byte[] repair = new byte[SentBlock.CODE.symbolLength()];
        encoder.symbol(16, repair, 0);
        byte[] tooLong = redundancy(5, 1, 16, repair);
        assertThatThrownBy(() -> pair.receive(new Sent(9, 1, tooLong), 0)).isInstanceOf(MalformedPacketException.class)
                .hasMessage("redundancy: a packet of " + (SentBlock.MAX_BODY + 1) + " bytes was rebuilt");
        assertThat(pair.arrived).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"-1,1,16,100", "-9223372036854775808,1,16,100", "5,0,16,100", "5,2,16,100", "5,131071,16,100", "5,-1,16,100", "5,1,0,100",
            "5,1,15,100", "5,1,32,100", "5,1,255,100", "5,1,16,2", "5,1,16,0", "5,1,16,+1"})
    void redundancyThatNoSourceMakesIsRefused(long first, long covered, int index, String length) {
        byte[] symbol = new byte[length.startsWith("+") ? SentBlock.CODE.symbolLength() + 1 : Integer.parseInt(length)];
        byte[] frame = redundancy(first, covered, index, symbol);
        assertThatThrownBy(() -> pair.receive(new Sent(9, 1, frame), 0)).isInstanceOf(MalformedPacketException.class)
                .hasMessage("redundancy " + index + " of " + symbol.length + " bytes for packets from " + first);
    }

    private static byte[] redundancy(long first, long covered, int index, byte[] symbol) {
        WireWriter out = new WireWriter(new byte[2000]);
        out.putByte(WireFormat.REDUNDANCY_FRAME).putShort(RedundancyLayer.HEADER_LENGTH + symbol.length).putLong(first).putLong(covered)
                .putByte(index).putBytes(symbol, 0, symbol.length);
        return Arrays.copyOf(out.buffer(), out.position());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, SentBlock.MAX_BODY + 1})
    void aPacketThatRedundancyCannotCoverDoesNotStandForOneThatItCovers(int length) {
        List<byte[]> bodies = bodies(16, 10);
        List<Sent> sent = pair.send(bodies);
        sent.set(3, new Sent(3, 0, new byte[length]));
        sent.forEach(each -> pair.receive(each, 0));
        assertThat(pair.arrived).as("handed on as it is, and rebuilt as it was").hasSize(17).containsAll(bodies);
    }

    @Test
    void whatWasRebuiltStaysCountedWhenTheSourceIsAnotherOneOrLeaves() {
        for (long incarnation = 1; incarnation <= 3; incarnation++) {
            pair.number = 0;
            List<Sent> sent = pair.send(bodies(16, incarnation));
            for (Sent each : sent.subList(4, 20)) {
                pair.receive(each, incarnation, 0);
            }
            assertThat(pair.receiver.stats().packetsRebuilt()).isEqualTo(4 * incarnation);
        }
        pair.receiver.siteLeft(SOURCE, 0);
        pair.receiver.siteLeft(new SiteId(9), 0);
        assertThat(pair.left.stream().map(SiteId::value).collect(Collectors.toList())).containsExactly(SOURCE.value(), 9L);
        assertThat(pair.receiver.stats().packetsRebuilt()).isEqualTo(12);
        assertThat(pair.receiver.lateArrivalNanos(SOURCE)).as("it is forgotten").isZero();
    }

    @Test
    void redundancyIsWaitedForAsLongAsItTakesAndNotForLong() {
        List<Sent> first = pair.send(bodies(16, 8));
        for (int i = 1; i < 16; i++) {
            pair.receive(first.get(i), (1000 + i) * MS);
        }
        pair.receive(first.get(16), 1041 * MS);
        assertThat(pair.receiver.lateArrivalNanos(SOURCE)).as("since the first that came").isEqualTo(40 * MS);
        List<Sent> second = pair.send(bodies(16, 9));
        for (int i = 0; i < 16; i++) {
            pair.receive(second.get(i), 2000 * MS);
        }
        assertThat(pair.receiver.lateArrivalNanos(SOURCE)).as("still").isEqualTo(40 * MS);
        pair.receive(second.get(16), 2008 * MS);
        assertThat(pair.receiver.lateArrivalNanos(SOURCE)).as("an eighth of the way down").isEqualTo(36 * MS);
        pair.receive(second.get(17), 2900 * MS);
        assertThat(pair.receiver.lateArrivalNanos(SOURCE)).as("up at once, but no longer").isEqualTo(250 * MS);
    }

    @Test
    void theLayerAboveIsAskedWhenItWants() {
        assertThat(pair.sender.nextDeadlineNanos(0)).isEqualTo(Long.MAX_VALUE);
        pair.offer(new byte[] {1});
        pair.pull(0);
        pair.deadlineNanos = 50 * MS;
        assertThat(pair.sender.nextDeadlineNanos(0)).as("the block's end").isEqualTo(30 * MS);
        pair.deadlineNanos = 20 * MS;
        assertThat(pair.sender.nextDeadlineNanos(0)).isEqualTo(20 * MS);
    }
}
