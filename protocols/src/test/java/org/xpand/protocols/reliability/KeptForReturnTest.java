package org.xpand.protocols.reliability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.xpand.protocols.reliability.TestSite.MS;
import static org.xpand.protocols.reliability.TestSite.RTT;
import static org.xpand.protocols.reliability.TestSite.exchange;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.wire.WireWriter;

/** What everybody has is kept for a while once somebody has vanished who may come back. */
class KeptForReturnTest {
    private static final int WINDOW = 64;
    private static final long KEPT_NANOS = 1000 * MS;
    private static final int KEPT_SEGMENTS = 20;
    private static final int KEPT_BYTES = KEPT_SEGMENTS * (1000 + Segment.LEAST_COST);

    private final ReliabilityConfig config = ReliabilityConfig.defaults().withRetention(KEPT_NANOS, KEPT_BYTES);
    private final TestSite source = new TestSite(1, config);
    private final TestSite other = new TestSite(2, config);

    /** Segments are sent until there are {@code end}, and are stable; so much later. */
    private void stableUpTo(int end, long nowNanos) {
        source.offer((int) source.layer.end(source.sender), end - (int) source.layer.end(source.sender));
        source.layer.localProgress(source.sender, end, end + WINDOW);
        exchange(source, other, nowNanos);
        other.layer.siteProgress(source.sender, end, end + WINDOW, nowNanos);
        for (int i = 1; i <= 20; i++) {
            exchange(source, other, nowNanos + i * 5 * MS);
        }
        assertThat(source.layer.stats().unstableSegments()).as("not stable").isZero();
    }

    private List<Long> keptAt(TestSite site) {
        return LongStream.range(0, 100).filter(number -> site.layer.segment(source.sender, number) != null).boxed()
                .toList();
    }

    private static List<Long> numbers(long first, long end) {
        return LongStream.range(first, end).boxed().toList();
    }

    private void begin() {
        source.layer.siteJoined(other.id, RTT, 0);
        other.layer.siteJoined(source.id, RTT, 0);
        source.layer.open(source.sender, 0, 0);
        exchange(source, other, 0);
    }

    @Test
    void aRetentionOfYearsAsksForTheLongestTimeThatARequestCanName() {
        KeptForReturn kept = new KeptForReturn(Duration.ofDays(36_500).toNanos());
        kept.keep(MS);
        WireWriter out = new WireWriter(new byte[100]);
        kept.writeRequest(out, MS);
        assertThat(ByteBuffer.wrap(out.buffer(), out.position() - Integer.BYTES, Integer.BYTES).getInt()).isEqualTo(-1);
    }

    @Test
    void whatIsStableIsLetGoWhereNobodyHasVanished() {
        begin();
        stableUpTo(10, 10 * MS);
        assertThat(keptAt(source)).isEmpty();
    }

    @Test
    void whatIsStableIsKeptFromThenOnAsMuchAndForSoLongAsForASite() {
        begin();
        stableUpTo(4, 10 * MS);
        source.layer.keepStable(200 * MS);
        other.layer.keepStable(200 * MS);
        stableUpTo(14, 200 * MS);
        assertThat(keptAt(source)).isEqualTo(numbers(4, 14));
        assertThat(keptAt(other)).containsAll(numbers(4, 14));
        assertThat(source.layer.keptFrom(source.sender)).isEqualTo(4);
        stableUpTo(50, 400 * MS);
        assertThat(keptAt(source)).as("the newest").isEqualTo(numbers(50 - KEPT_SEGMENTS, 50));
        assertThat(keptAt(other)).as("the newest").containsAll(numbers(51 - KEPT_SEGMENTS, 50));
        source.layer.maintain(200 * MS + KEPT_NANOS - 1);
        assertThat(keptAt(source)).isNotEmpty();
        source.layer.maintain(200 * MS + KEPT_NANOS);
        assertThat(keptAt(source)).isEmpty();
        stableUpTo(60, 2000 * MS);
        assertThat(keptAt(source)).isEmpty();
    }

    @Test
    void aSenderThatComesLaterIsKeptTooAndGoesOnWhenTheRangeIsFull() {
        source.layer.siteJoined(other.id, RTT, 0);
        other.layer.siteJoined(source.id, RTT, 0);
        source.layer.keepStable(0);
        source.layer.open(source.sender, 0, 0);
        exchange(source, other, 0);
        stableUpTo(10, 10 * MS);
        assertThat(keptAt(source)).isEqualTo(numbers(0, 10));
        for (int end = 50; end <= 2 * config.keptSegments(); end += 50) {
            stableUpTo(end, 10 * MS + end * MS);
            source.layer.keepStable(10 * MS + end * MS);
        }
        assertThat(source.layer.stats().refusedSegments()).isZero();
    }

    @Test
    void whatASenderThatIsGoneHasSentIsKeptAsLongForWhoComesBack() {
        begin();
        source.layer.keepStable(200 * MS);
        stableUpTo(14, 200 * MS);
        source.layer.retire(source.sender);
        assertThat(keptAt(source)).isEqualTo(numbers(0, 14));
        source.layer.keepStable(700 * MS);
        source.layer.maintain(700 * MS + KEPT_NANOS - 1);
        assertThat(keptAt(source)).isEqualTo(numbers(0, 14));
        source.layer.maintain(700 * MS + KEPT_NANOS);
        assertThat(source.layer.end(source.sender)).as("it is forgotten").isEqualTo(-1);
    }

    @Test
    void ofAllThatAreGoneNoMoreIsKeptThanOfOne() {
        begin();
        source.layer.keepStable(200 * MS);
        stableUpTo(14, 200 * MS);
        source.layer.retire(source.sender);
        SenderId next = new SenderId(source.id, 2);
        source.layer.open(next, 0, 300 * MS);
        for (int number = 0; number < KEPT_SEGMENTS; number++) {
            source.layer.offer(next, number, source.layer.segment(source.sender, 0));
        }
        source.layer.localProgress(next, KEPT_SEGMENTS, KEPT_SEGMENTS + WINDOW);
        source.layer.retire(next);
        assertThat(source.layer.end(next)).as("not stable").isEqualTo(KEPT_SEGMENTS);
        source.layer.siteLeft(other.id, 400 * MS);
        assertThat(source.layer.end(source.sender)).as("the first one is forgotten").isEqualTo(-1);
        assertThat(source.layer.segment(next, 0)).as("the second one is not").isNotNull();
    }
}
