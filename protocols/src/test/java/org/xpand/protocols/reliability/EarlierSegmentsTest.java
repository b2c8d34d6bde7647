package org.xpand.protocols.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.segment.Segment;

/** What members lack below what their delegate keeps. */
class EarlierSegmentsTest {
    private static final Segment SEGMENT = new Segment((byte) (Segment.FIRST | Segment.LAST), new byte[1000]);

    private final ReliabilityConfig config = ReliabilityConfig.defaults();
    private final EarlierSegments earlier = new EarlierSegments(10, 20, null, config, 0);

    @Test
    void whatIsLackedIsRequestedUntilItHasCome() {
        assertThat(earlier.holes()).isEqualTo(new TreeMap<>(Map.of(10L, 20L)));
        assertThat(earlier.dueNanos()).isZero();
        assertThat(earlier.arrived(12, SEGMENT, 0)).isTrue();
        assertThat(earlier.arrived(12, SEGMENT, 0)).as("twice").isFalse();
        assertThat(earlier.arrived(20, SEGMENT, 0)).as("beyond").isFalse();
        assertThat(earlier.arrived(9, SEGMENT, 0)).as("below").isFalse();
        assertThat(earlier.holes()).isEqualTo(new TreeMap<>(Map.of(10L, 12L, 13L, 20L)));
        assertThat(earlier.missingCount()).isEqualTo(9);
        assertThat(earlier.get(12)).isSameAs(SEGMENT);
        assertThat(earlier.heldFrom(10, 20)).isEqualTo(12);
    }

    @Test
    void whatTheSourceDoesNotKeepIsNotWaitedFor() {
        earlier.keptFrom(15);
        assertThat(earlier.covers(14)).isFalse();
        assertThat(earlier.covers(15)).isTrue();
        assertThat(earlier.missingCount()).isEqualTo(5);
    }

    @Test
    void whatAllHaveIsLetGo() {
        earlier.arrived(10, SEGMENT, 0);
        assertThat(earlier.have(11)).isFalse();
        assertThat(earlier.get(10)).isNull();
        assertThat(earlier.have(20)).as("nothing is wanted any more").isTrue();
    }

    @Test
    void whoLacksMoreHasWhatHasComeAlready() {
        earlier.arrived(12, SEGMENT, 0);
        EarlierSegments more = new EarlierSegments(5, 20, earlier, config, 0);
        assertThat(more.get(12)).isSameAs(SEGMENT);
        assertThat(more.holes()).isEqualTo(new TreeMap<>(Map.of(5L, 12L, 13L, 20L)));
    }

    @Test
    void noMoreIsTakenThanASourceKeeps() {
        EarlierSegments few = new EarlierSegments(0, 100, null, config.withRetention(1_000_000, 5000), 0);
        for (int number = 99; number > 0; number--) {
            few.arrived(number, SEGMENT, 0);
        }
        assertThat(few.missingCount()).isEqualTo(95);
        assertThat(few.arrived(0, SEGMENT, 0)).as("what is next").isTrue();
    }
}
