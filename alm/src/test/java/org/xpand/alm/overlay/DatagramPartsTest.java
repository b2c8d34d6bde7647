package org.xpand.alm.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;
import org.xpand.protocols.stack.PacketKind;
import org.xpand.protocols.stack.WireFormat;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

class DatagramPartsTest {
    private static final SiteId SELF = new SiteId(1);
    private static final SiteId PEER = new SiteId(2);
    /** Every path is assumed to carry it until a longer length is found. */
    private static final int BASE = 1200;

    private final List<byte[]> left = new ArrayList<>();
    private final DatagramOut network = new DatagramOut() {
        @Override
        public void send(SiteId to, byte[] buffer, int offset, int length) {
            left.add(Arrays.copyOfRange(buffer, offset, offset + length));
        }

        @Override
        public boolean marks() {
            return true;
        }

        @Override
        public boolean isWritable() {
            return true;
        }
    };
    private final DatagramParts parts = parts(7);
    /** Its datagrams take the same places. */
    private final DatagramParts others = parts(7 + 16);

    private DatagramParts parts(int firstNumber) {
        PathProber paths = new PathProber(OverlayConfig.defaults(), network);
        paths.sites(new TreeMap<>(Map.of(PEER, new SiteInfo(PEER, "b", 5, new Endpoint("localhost", 7800), List.of(), new TreeMap<>(),
                new SnapshotId(9, 1)))), SELF, 0);
        return new DatagramParts(network, paths, firstNumber);
    }

    private static byte[] datagram(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private byte[] take(byte[] part, boolean marked) {
        return parts.take(SELF, new WireReader().reset(part, WireFormat.COMMON_HEADER_LENGTH, part.length - WireFormat.COMMON_HEADER_LENGTH), marked);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1200, 1", "1201, 2", "1456, 2", "2376, 2", "2377, 3", "8944, 8"})
    void whatIsTooLongLeavesInAsFewPartsAsFit(int length, int count) {
        parts.send(PEER, datagram(length), 0, length);
        assertThat(left).hasSize(count).allSatisfy(each -> assertThat(each.length).isLessThanOrEqualTo(BASE));
        assertThat(count == 1 || left.get(0)[WireFormat.KIND_AT] == PacketKind.PART.code()).isTrue();
    }

    /** Parts of several datagrams, in any order, some of them lost: each that is complete is handed over, and no other bytes ever. */
    @Property(tries = 200)
    void completeDatagramsAreJoined(@ForAll @IntRange(min = 1201, max = 8944) int length, @ForAll @IntRange(min = 1, max = 12) int count,
                                    @ForAll long seed, @ForAll @IntRange(max = 20) int lossPercent) {
        Random random = new Random(seed);
        List<byte[]> sent = new ArrayList<>();
        List<Integer> complete = new ArrayList<>();
        List<byte[]> arriving = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] whole = datagram(Math.max(1201, length - i));
            sent.add(whole);
            left.clear();
            parts.send(PEER, whole, 0, whole.length);
            List<byte[]> arrives = left.stream().filter(each -> random.nextInt(100) >= lossPercent).toList();
            if (arrives.size() == left.size()) {
                complete.add(i);
            }
            arriving.addAll(arrives);
        }
        Collections.shuffle(arriving, random);
        List<byte[]> joined = new ArrayList<>();
        for (byte[] each : arriving) {
            byte[] whole = take(each, false);
            if (whole != null) {
                joined.add(whole);
            }
        }
        assertThat(joined).hasSize(complete.size());
        complete.forEach(i -> assertThat(joined).anySatisfy(each -> assertThat(each).isEqualTo(sent.get(i))));
    }

    @Test
    void aMarkOfOnePartIsOneOfTheDatagram() {
        parts.send(PEER, datagram(2000), 0, 2000);
        parts.send(PEER, datagram(2000), 0, 2000);
        take(left.get(0), true);
        take(left.get(1), false);
        assertThat(parts.marked()).isTrue();
        take(left.get(2), false);
        take(left.get(3), false);
        assertThat(parts.marked()).isFalse();
    }

    @Test
    void partsOfTwoDelegatesOfASiteAreNotMixed() {
        parts.send(PEER, datagram(2000), 0, 2000);
        others.send(PEER, datagram(2000), 0, 2000);
        assertThat(take(left.get(0), false)).isNull();
        assertThat(take(left.get(3), false)).isNull();
    }

    @ParameterizedTest
    @CsvSource({"1000, 0, 1, 1000", "1000, 2, 2, 500", "1000, 0, 33, 31", "9000, 0, 8, 1125", "1000, 0, 2, 499", "1000, 0, 2, 501", "3, 3, 4, 0",
        "0, 0, 2, 0", "9, 3, 4, 0"})
    void impossiblePartsAreMalformed(int length, int part, int count, int bytes) {
        WireWriter writer = new WireWriter(new byte[9000]).putByte(WireFormat.MAGIC).putByte(WireFormat.VERSION).putByte(PacketKind.PART.code())
                .putByte(0).putInt(1).putShort(length).putByte(part).putByte(count).putBytes(new byte[bytes], 0, bytes);
        byte[] datagram = Arrays.copyOf(writer.buffer(), writer.position());
        assertThatThrownBy(() -> take(datagram, false)).isInstanceOf(MalformedPacketException.class);
    }
}
