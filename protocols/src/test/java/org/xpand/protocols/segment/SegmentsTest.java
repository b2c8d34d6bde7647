package org.xpand.protocols.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.IdCache;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

class SegmentsTest {
    private static final SenderId SENDER = new SenderId(new SiteId(7), 9);

    /** An operation: below 64 puts base + value, from 64 on advances by the rest. */
    @Property
    void theRingIsASlidingMap(@ForAll @Size(max = 200) List<@IntRange(max = 80) Integer> operations) {
        SegmentRing ring = new SegmentRing(100, 64);
        TreeMap<Long, Segment> model = new TreeMap<>();
        long base = 100;
        for (int operation : operations) {
            if (operation < 64) {
                Segment segment = new Segment((byte) 0, new byte[operation]);
                assertThat(ring.put(base + operation, segment)).isEqualTo(
                        model.putIfAbsent(base + operation, segment) == null);
            } else {
                base += operation - 64;
                ring.advance(base);
                model.headMap(base).clear();
            }
            assertThat(ring.base()).isEqualTo(base);
            assertThat(ring.bytes()).isEqualTo(model.values().stream().mapToLong(Segment::cost).sum());
            for (long number = base - 2; number < base + 66; number++) {
                assertThat(ring.get(number)).isSameAs(model.get(number));
            }
        }
    }

    @Property
    void aRunReadsBackAsWritten(@ForAll @Size(max = 8) List<byte @Size(max = 100) []> payloads) {
        WireWriter out = new WireWriter(new byte[4096]);
        RunCodec.writeHeader(out, SENDER, 42);
        payloads.forEach(payload -> RunCodec.writeSegment(out, new Segment(Segment.LAST, payload)));
        List<byte[]> read = new ArrayList<>();
        RunCodec.Sink sink = (sender, number, segment) -> {
            assertThat(sender).isEqualTo(SENDER);
            assertThat(number).isEqualTo(42 + read.size());
            assertThat(segment.flags()).isEqualTo(Segment.LAST);
            read.add(segment.payload());
        };
        RunCodec.read(new WireReader().reset(out.buffer(), 0, out.position()), new IdCache(), new SharedCopies(), sink);
        assertThat(read).containsExactlyElementsOf(payloads);
        read.clear();
        RunCodec.readShared(new WireReader().reset(out.buffer(), 0, out.position()), new IdCache(), sink);
        assertThat(read).containsExactlyElementsOf(payloads);
    }

    @Test
    void onlyASegmentOfItsOwnBytesOutlivesTheBuffer() {
        WireWriter out = new WireWriter(new byte[100]);
        RunCodec.writeHeader(out, SENDER, 42);
        RunCodec.writeSegment(out, new Segment(Segment.LAST, new byte[] {1, 2}));
        List<Segment> read = new ArrayList<>();
        RunCodec.read(new WireReader().reset(out.buffer(), 0, out.position()), new IdCache(), new SharedCopies(),
                (sender, number, segment) -> read.add(segment));
        RunCodec.readShared(new WireReader().reset(out.buffer(), 0, out.position()), new IdCache(),
                (sender, number, segment) -> read.add(segment));
        Arrays.fill(out.buffer(), (byte) 0);
        assertThat(read.get(0).payload()).containsExactly(1, 2);
        assertThat(read.get(1).array()).isSameAs(out.buffer());
    }

    @Property
    void randomBytesAreARunOrMalformed(@ForAll @Size(max = 200) byte[] bytes) {
        try {
            RunCodec.read(new WireReader(bytes), new IdCache(), new SharedCopies(), (sender, number, segment) -> assertThat(number).isNotNegative());
        } catch (MalformedPacketException e) {
            assertThat(e).hasMessageNotContaining("null");
        }
    }
}
