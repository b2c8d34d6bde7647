package org.xpand.protocols.lossy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.stack.WireFormat;
import org.xpand.protocols.strategy.RateSource;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** Frames come back as they were written; bytes that are none are refused and do no harm. */
class LossyFramesTest {
    private static final SenderId SENDER = new SenderId(new SiteId(3), 4);
    private final byte[] buffer = new byte[2000];
    private final WireWriter out = new WireWriter(buffer);
    private final List<String> read = new ArrayList<>();

    private final LossyFrames.Sink sink = new LossyFrames.Sink() {
        @Override
        public void part(SenderId sender, long ageNanos, int precedence, long number, int index, boolean last,
                         WireReader in, int length) {
            assertThat(ageNanos).isNotNegative();
            assertThat(number).isNotNegative();
            assertThat(precedence).isBetween(0, 1);
            // Every other one is left unread.
            String bytes = index % 2 == 0 ? Arrays.toString(in.getBytes(length)) : "-";
            read.add(sender + " " + ageNanos / 1_000_000 + " " + precedence + " " + number + " " + index + " " + last + " "
                    + bytes);
        }

        @Override
        public void digest(SenderId sender, long ageNanos, long[] next) {
            read.add(sender + " " + ageNanos / 1_000_000 + " " + Arrays.toString(next));
        }
    };

    private void read(int length) {
        LossyFrames.read(new WireReader().reset(buffer, 0, length), 2, sink);
    }

    @Test
    void runsAndDigestsComeBackAndUnknownFramesAreSkipped() {
        int start = LossyFrames.beginRun(out, SENDER, 1_999_999, 1, 7);
        LossyFrames.putPart(out, 1, true, new byte[] {9, 9}, 0, 2);
        LossyFrames.putPart(out, 0, false, new byte[] {1, 2, 3}, 1, 2);
        LossyFrames.end(out, start);
        out.putByte(200).putShort(2).putShort(0);
        LossyFrames.putDigest(out, SENDER, Long.MAX_VALUE, new long[] {5, 6});
        read(out.position());
        assertThat(read).containsExactly(SENDER + " 1 1 7 1 true -", SENDER + " 1 1 8 0 false [2, 3]",
                SENDER + " " + Integer.MAX_VALUE + " [5, 6]");
        assertThat(LossyFrames.digestLength(2)).isEqualTo(3 + 21 + 16);
    }

    @Test
    void whatIsOutOfRangeIsRefused() {
        int start = LossyFrames.beginRun(out, SENDER, 0, 2, 7);
        LossyFrames.end(out, start);
        assertThatThrownBy(() -> read(out.position())).hasMessage("precedence 2 in a group of 2");
        out.reset(0, 2000);
        LossyFrames.putDigest(out, SENDER, 0, new long[] {5});
        assertThatThrownBy(() -> read(out.position())).hasMessage("a word on 1 precedences in a group of 2");
        out.reset(0, 2000);
        start = LossyFrames.beginRun(out, SENDER, 0, 0, -1);
        LossyFrames.putPart(out, 0, true, new byte[1], 0, 1);
        LossyFrames.end(out, start);
        assertThatThrownBy(() -> read(out.position())).hasMessageStartingWith("number -1: accepted are 0 to ");
        out.reset(0, 2000);
        start = LossyFrames.beginRun(out, SENDER, 0, 0, 0);
        out.putShort(0).putShort(100);
        LossyFrames.end(out, start);
        assertThatThrownBy(() -> read(out.position())).hasMessage("a part of 100 bytes, 0 left");
    }

    @Test
    void aPartLongerThanAnyAndAnAgeThatIsNoneAreRefused() {
        byte[] large = new byte[3000];
        WireWriter longer = new WireWriter(large);
        int start = LossyFrames.beginRun(longer, SENDER, 0, 0, 0);
        longer.putShort(0).putShort(LossyFrames.MAX_PART + 1).putBytes(new byte[LossyFrames.MAX_PART + 1], 0, LossyFrames.MAX_PART + 1);
        LossyFrames.end(longer, start);
        assertThatThrownBy(() -> LossyFrames.read(new WireReader().reset(large, 0, longer.position()), 2, sink))
                .hasMessage("a part of " + (LossyFrames.MAX_PART + 1) + " bytes, " + (LossyFrames.MAX_PART + 1) + " left");
        start = LossyFrames.beginRun(out, SENDER, 0, 0, 0);
        LossyFrames.end(out, start);
        int end = out.position();
        out.reset(start + 16, 2000).putInt(-1);
        assertThatThrownBy(() -> read(end)).hasMessage("age of -1 ms");
    }

    @Test
    void theLongestPartFitsIntoAPacketWithTheLongestHeaders() {
        assertThat(WireFormat.DATA_HEADER_LENGTH + 1 + RateSource.MAX_HEADER_LENGTH + LossyFrames.HEADER_LENGTH
                + LossyFrames.RUN_HEADER_LENGTH + LossyFrames.PART_HEADER_LENGTH + LossyFrames.MAX_PART)
                .isLessThanOrEqualTo(WireFormat.MTU);
    }

    @Property
    void randomBytesAreFramesOrMalformed(@ForAll @Size(max = 200) byte[] bytes, @ForAll @IntRange(min = 0, max = 3) int type) {
        if (bytes.length > 3 && type < 2) {
            bytes[0] = (byte) (type == 0 ? LossyFrames.RUN : LossyFrames.DIGEST);
            bytes[1] = 0;
            bytes[2] = (byte) (bytes.length - 3);
        }
        try {
            LossyFrames.read(new WireReader(bytes), 2, sink);
        } catch (MalformedPacketException e) {
            assertThat(e).hasMessageNotContaining("null");
        }
    }
}
