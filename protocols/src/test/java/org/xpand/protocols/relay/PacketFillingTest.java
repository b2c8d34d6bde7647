package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.segment.MessageHeader;
import org.xpand.protocols.segment.RunCodec;
import org.xpand.protocols.segment.Segment;

/** Messages that wait behind each other share packets. */
class PacketFillingTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int FULL = RunCodec.SEGMENT_HEADER_LENGTH + Segment.USUAL_PAYLOAD;

    private final RelayConfig config = RelayConfig.defaults();
    private final LocalSender sender = new LocalSender(new SenderId(new SiteId(1), 2), 0, config, new SenderBudget(config), 0);

    @BeforeEach
    void anotherSiteHasMembers() {
        sender.notice(0, 1_000_000);
        sender.allotted(1, 10_000_000, false, 0);
        // The first takes what the bucket holds.
        sender.accept(new byte[10 * Segment.USUAL_PAYLOAD], 0);
        sender.take(0);
    }

    private byte[] message(int length, int content) {
        byte[] message = new byte[length];
        Arrays.fill(message, (byte) content);
        return message;
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 100, 1000, 1231, 1232, 1300, 2500, 10_000, 65_536})
    void theyFillThePacketsTheyAreIn(int length) {
        int count = 200_000 / length;
        long first = sender.end();
        for (int i = 0; i < count; i++) {
            sender.accept(message(length, i), 0);
        }
        int inPacket = 0;
        int packets = 0;
        int messages = 0;
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        for (long number = first; number < sender.end(); number++) {
            Segment segment = sender.segment(number);
            if (segment.opens()) {
                packets++;
                inPacket = 0;
            }
            inPacket += RunCodec.length(segment);
            assertThat(inPacket).as("bytes of segments in a packet").isLessThanOrEqualTo(FULL);
            assertThat(segment.first()).isEqualTo(whole.size() == 0);
            whole.writeBytes(segment.payload());
            if (segment.last()) {
                assertThat(whole.toByteArray()).isEqualTo(message(length, messages++));
                whole.reset();
            }
        }
        assertThat(messages).isEqualTo(count);
        double least = (double) count * length / (FULL - 2 * RunCodec.SEGMENT_HEADER_LENGTH);
        assertThat((double) packets).as("packets for %d bytes", count * length).isLessThan(1 + least * 1.08);
    }

    @Test
    void whatWaitsForNothingStaysWhole() {
        sender.allotted(1e9, 10_000_000, false, 0);
        sender.take(SECOND);
        for (int i = 2; i < 10; i++) {
            long first = sender.end();
            assertThat(sender.accept(new byte[1000], i * SECOND)).isEqualTo(first + 1);
            assertThat(sender.segment(first).opens()).isFalse();
            sender.take(i * SECOND);
        }
    }

    @Test
    void aHeaderStaysWhole() {
        byte[] header = MessageHeader.of(MessageHeader.APPLICATION, 1, sender.id());
        long first = sender.end();
        for (int i = 0; i < 100; i++) {
            sender.accept(LocalSender.cut(header, message(1000, i), sender.segmentBytes(), RelayConfig.defaults()), 0);
        }
        long pieces = LongStream.range(first, sender.end()).filter(number -> !sender.segment(number).last()).count();
        assertThat(pieces).isGreaterThan(50);
        assertThat(LongStream.range(first, sender.end()).mapToObj(sender::segment))
                .allMatch(segment -> segment.first() == segment.headed());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 50, 100, 333, 1000, 1231, 1300, 2500, 10_000})
    void packetsAreFullButForWhatPaddingFills(int length) {
        Random random = new Random(length);
        long first = sender.end();
        for (int i = 0; i < 1000; i++) {
            byte[] header = MessageHeader.of(MessageHeader.REQUEST, 1, sender.id(), random.nextInt(2));
            sender.accept(LocalSender.cut(header, message(length, i), sender.segmentBytes(), RelayConfig.defaults()), 0);
        }
        List<Integer> packets = new ArrayList<>();
        int inPacket = 0;
        for (long number = first; number < sender.end(); number++) {
            Segment segment = sender.segment(number);
            if (segment.opens() && inPacket > 0) {
                packets.add(inPacket);
                inPacket = 0;
            }
            inPacket += RunCodec.length(segment);
        }
        // The first one shares its packet with what was there before.
        assertThat(packets.subList(1, packets.size()))
                .allMatch(bytes -> FULL - bytes <= RunCodec.SEGMENT_HEADER_LENGTH + MessageHeader.MAX_LENGTH);
    }

    @Test
    void aLongMessageIsNotCutAgain() {
        long first = sender.end();
        int length = PacketFilling.LONGEST_MESSAGE + 1;
        long end = sender.accept(new byte[length], 0);
        assertThat(LongStream.range(first, end).mapToInt(number -> sender.segment(number).payload().length).distinct())
                .hasSizeLessThanOrEqualTo(2);
        assertThat(LongStream.range(first, end).allMatch(number -> sender.segment(number).opens())).isTrue();
    }

    @Test
    void theBucketTakesWholePackets() {
        sender.allotted(1000, 10_000_000, false, 0);
        for (int i = 0; i < 100; i++) {
            sender.accept(new byte[100], 0);
        }
        int taken = 0;
        for (long now = 0; now < 300 * SECOND; now += SECOND / 10) {
            sender.take(now);
            int together = 0;
            for (; sender.nextNumber() >= 0; sender.sent()) {
                together += RunCodec.length(sender.segment(sender.nextNumber()));
            }
            taken += together > 0 && together < FULL / 2 ? 1 : 0;
        }
        assertThat(sender.nextNumber()).isEqualTo(-1);
        assertThat(taken).as("turns that took less than half a packet").isLessThanOrEqualTo(2);
    }

    @Test
    void messagesAreCutAgainWithoutACopy() {
        for (int length : new int[] {1000, 10_000, PacketFilling.LONGEST_MESSAGE}) {
            long first = sender.end();
            long end = sender.accept(new byte[length], 0);
            for (long number = first + 1; number < end; number++) {
                assertThat(sender.segment(number - 1).isFollowedBy(sender.segment(number))).isTrue();
            }
        }
    }
}
