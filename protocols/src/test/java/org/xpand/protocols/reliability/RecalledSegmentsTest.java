package org.xpand.protocols.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.segment.Segment;

/** What members lack of senders of their own site, and only other sites keep. */
class RecalledSegmentsTest {
    private static final long MS = 1_000_000;
    private static final SiteId OTHER = new SiteId(2);
    private static final SenderId SENDER = new SenderId(new SiteId(1), 11);
    private static final Segment SEGMENT = new Segment((byte) (Segment.FIRST | Segment.LAST), new byte[10]);

    private final Recalls recalls = new Recalls();
    private final RecalledSegments recalled = new RecalledSegments(ReliabilityConfig.defaults(), recalls);

    private long want(long number, long millis) {
        return recalled.want(SENDER, number, 20, Set.of(OTHER), millis * MS);
    }

    @Test
    void whatIsLackedIsRequestedAndTaken() {
        assertThat(want(10, 0)).as("waits").isEqualTo(10);
        assertThat(recalls.reportDeadlineNanos(OTHER)).isZero();
        assertThat(recalls.takes(SENDER, 10, OTHER)).isTrue();
        assertThat(recalled.returned(SENDER, 10, SEGMENT, 50 * MS)).isTrue();
        assertThat(recalled.get(SENDER, 10)).isSameAs(SEGMENT);
        assertThat(recalled.returned(SENDER, 20, SEGMENT, 50 * MS)).as("that was not wanted").isFalse();
        recalled.have(SENDER, 20);
        assertThat(recalled.get(SENDER, 10)).isNull();
        assertThat(recalls.takes(SENDER, 11, OTHER)).as("nothing more is taken").isFalse();
    }

    @Test
    void whatNobodyGivesBackIsGivenUp() {
        assertThat(want(10, 0)).isEqualTo(10);
        recalled.returned(SENDER, 15, SEGMENT, 1000 * MS);
        assertThat(want(10, 3900)).as("something came not long ago").isEqualTo(10);
        assertThat(want(10, 4000)).as("goes on with what is here").isEqualTo(15);
        assertThat(want(16, 4000)).as("or with what is kept").isEqualTo(20);
    }

    @Test
    void nobodyIsAskedWhereNobodyIs() {
        assertThat(recalled.want(SENDER, 10, 20, Set.of(), 0)).isEqualTo(20);
        assertThat(want(20, 0)).as("nor for what is here").isEqualTo(20);
        assertThat(recalls.reportDeadlineNanos(OTHER)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void whatIsRequestedOfASenderThatIsGoneComesFirst() {
        recalls.ask(SENDER, new TreeMap<>(Map.of(30L, 40L)), Set.of(OTHER), 0);
        assertThat(want(10, 0)).isEqualTo(10);
        assertThat(recalls.takes(SENDER, 30, OTHER)).isTrue();
        assertThat(recalls.takes(SENDER, 10, OTHER)).isFalse();
    }
}
