package org.xpand.protocols.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.protocols.directory.IdCache;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

class SegmentBoundsTest {
    private static final Segment EMPTY = new Segment((byte) 0, new byte[0]);

    @Test
    void aSegmentThatIsTooLongOrHasUnknownFlagsIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(
                () -> new Segment((byte) 0, new byte[Segment.MAX_PAYLOAD + 1])).withMessageContaining(String.valueOf(Segment.MAX_PAYLOAD + 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Segment((byte) 32, new byte[0]));
        assertThatIllegalArgumentException().isThrownBy(() -> new Segment((byte) (Segment.LOST | Segment.LAST), new byte[0]));
        assertThatIllegalArgumentException().isThrownBy(() -> new Segment((byte) (Segment.LOST | Segment.OPENS), new byte[0]));
        assertThatIllegalArgumentException().isThrownBy(() -> new Segment((byte) -1, new byte[0]));
    }

    @Test
    void firstAndLastAreMarkedByFlags() {
        assertThat(new Segment(Segment.FIRST, new byte[0])).matches(Segment::first).matches(s -> !s.last());
        assertThat(new Segment(Segment.LAST, new byte[0])).matches(Segment::last).matches(s -> !s.first());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 63, -4})
    void aCapacityThatIsNoPowerOfTwoIsRefused(int capacity) {
        assertThatIllegalArgumentException().isThrownBy(() -> new SegmentRing(0, capacity));
    }

    @Property
    void theRingAcceptsItsRangeAndNothingElse(@ForAll @LongRange(min = 0, max = 1L << 62) long base,
                                              @ForAll @LongRange(min = -100, max = 200) long offset) {
        SegmentRing ring = new SegmentRing(base, 64);
        long number = base + offset;
        boolean within = offset >= 0 && offset < 64;
        assertThat(ring.accepts(number)).isEqualTo(within);
        if (within) {
            assertThat(ring.put(number, EMPTY)).isTrue();
            assertThat(ring.put(number, EMPTY)).isFalse();
            assertThat(ring.get(number)).isSameAs(EMPTY);
        } else {
            assertThatIllegalArgumentException().isThrownBy(() -> ring.put(number, EMPTY));
            assertThat(ring.get(number)).isNull();
        }
    }

    @Test
    void theRingDoesNotGoBackAndJumpsAnyDistance() {
        SegmentRing ring = new SegmentRing(100, 64);
        ring.put(163, EMPTY);
        ring.advance(50);
        assertThat(ring.base()).isEqualTo(100);
        assertThat(ring.get(163)).isSameAs(EMPTY);
        ring.advance(1L << 60);
        assertThat(ring.base()).isEqualTo(1L << 60);
        for (long number = 1L << 60; number < (1L << 60) + 64; number++) {
            assertThat(ring.get(number)).isNull();
        }
    }

    @Test
    void theLongestSegmentTravels() {
        WireWriter out = run(42);
        RunCodec.writeSegment(out, new Segment(Segment.FIRST, new byte[Segment.MAX_PAYLOAD]));
        assertThat(read(out)).isEqualTo(1);
    }

    @Test
    void aNegativeNumberAnUnknownFlagAndAnExcessiveLengthAreMalformed() {
        assertMalformed(run(-1));
        assertMalformed(run(0).putByte(8).putShort(0));
        assertMalformed(run(0).putByte(0).putShort(Segment.MAX_PAYLOAD + 1)
                .putBytes(new byte[Segment.MAX_PAYLOAD + 1], 0, Segment.MAX_PAYLOAD + 1));
    }

    @Test
    void everyTruncationInsideASegmentIsMalformed() {
        WireWriter out = run(7);
        RunCodec.writeSegment(out, new Segment(Segment.LAST, new byte[] {1, 2, 3}));
        int whole = out.position();
        for (int length = 0; length < whole; length++) {
            WireReader in = new WireReader().reset(out.buffer(), 0, length);
            if (length != RunCodec.HEADER_LENGTH) {
                assertThatThrownBy(() -> RunCodec.read(in, new IdCache(), new SharedCopies(), (sender, number, segment) -> {
                })).as("length %d", length).isInstanceOf(MalformedPacketException.class);
            }
        }
    }

    private static WireWriter run(long first) {
        return new WireWriter(new byte[16_384]).putLong(7).putLong(9).putLong(first);
    }

    private static int read(WireWriter written) {
        int[] count = new int[1];
        RunCodec.read(new WireReader().reset(written.buffer(), 0, written.position()), new IdCache(), new SharedCopies(),
                (sender, number, segment) -> count[0]++);
        return count[0];
    }

    private static void assertMalformed(WireWriter written) {
        assertThatThrownBy(() -> read(written)).isInstanceOf(MalformedPacketException.class);
    }
}
