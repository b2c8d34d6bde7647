package org.xpand.protocols.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** An announcement of any number of senders fits into datagrams of any allowed length. */
class StartAnnouncementTest {
    /** What is left for a segment in the shortest datagram, 560 bytes. */
    private static final int LEAST_ROOM = 392;

    private static SenderId sender(int number) {
        return new SenderId(new SiteId(7), number);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 14, 15, 23, 24, 30, 100, 1024})
    void everyPartFits(int senders) {
        TreeMap<SenderId, SenderStart> numbers = new TreeMap<>();
        for (int i = 1; i <= senders; i++) {
            // Of two thirds older segments are kept.
            numbers.put(sender(i), new SenderStart(100 + i, 100 + i - i % 3));
        }
        StartAnnouncement announcement = StartAnnouncement.of(5, numbers, 0);
        TreeMap<SenderId, Long> starts = new TreeMap<>();
        TreeMap<SenderId, Long> kept = new TreeMap<>();
        int parts = 1;
        for (int part = 0; part < parts; part++) {
            assertThat(announcement.nextNanos()).isZero();
            byte[] packet = new byte[LEAST_ROOM];
            WireWriter out = new WireWriter(packet);
            announcement.writePart(out, 1000, 0);
            WireReader in = new WireReader(Arrays.copyOf(packet, out.position()));
            while (in.remaining() > 0) {
                int type = in.getByte();
                int length = in.getShort();
                int end = in.remaining() - length;
                if (type == FrameType.START) {
                    assertThat(in.getLong()).isEqualTo(5);
                    assertThat(in.getByte()).isEqualTo(part);
                    parts = in.getByte();
                }
                while (in.remaining() > end) {
                    (type == FrameType.START ? starts : kept).put(in.getSender(), in.getLong());
                }
            }
        }
        assertThat(announcement.nextNanos()).as("all are sent").isEqualTo(1000);
        assertThat(starts.keySet()).isEqualTo(numbers.keySet());
        numbers.forEach((sender, start) -> {
            assertThat(starts.get(sender)).isEqualTo(start.first());
            assertThat(kept.getOrDefault(sender, start.first())).isEqualTo(start.kept());
        });
    }
}
