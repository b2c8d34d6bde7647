package org.xpand.examples.drill;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What a machine's lateness is told as. */
class LatenessTest {
    @Test
    void oneOfAHundredIsLaterThanWhatIsReported() {
        Lateness.Found found = Lateness.Found.of(LongStream.rangeClosed(1, 100).map(each -> (101 - each) * 1_000_000).toArray());
        assertThat(found.p99()).isEqualTo(99);
        assertThat(found.worst()).isEqualTo(100);
        assertThat(Lateness.Found.of(new long[0])).isEqualTo(Lateness.Found.NOTHING);
        assertThat(Lateness.Found.of(new long[] {2_000_000})).isEqualTo(new Lateness.Found(2, 2));
    }

    @Test
    void itIsStoppedAtOnce() throws InterruptedException {
        try (Lateness lateness = Lateness.start()) {
            assertThat(lateness.stop().p99()).isNotNegative();
        }
    }
}
