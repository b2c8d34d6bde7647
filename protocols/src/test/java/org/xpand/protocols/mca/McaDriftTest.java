package org.xpand.protocols.mca;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A clock's drift from round-trip times and one-way delays. */
class McaDriftTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1000 * MS;

    private final McaDrift drift = new McaDrift(McaConfig.recommended());

    /** A report per second, on a way back of 20 ms with random queues, from a clock that gains so much per second. */
    private void seconds(int from, int to, double gain, long returnPath, long queue) {
        SplittableRandom random = new SplittableRandom(from);
        for (int i = from; i < to; i++) {
            long lead = Math.round(77 * SECOND + i * gain * SECOND);
            drift.sample(returnPath + (queue == 0 ? 0 : random.nextLong(queue)) - lead, i * SECOND);
        }
    }

    @Test
    void driftIsFoundWhateverTheOffset() {
        seconds(0, 60, 1e-4, 20 * MS, 0);
        assertThat(drift.driftNanos()).isCloseTo(100_000, within(500));
        seconds(60, 600, -5e-5, 20 * MS, 0);
        assertThat(drift.driftNanos()).as("and followed when it changes").isCloseTo(-50_000, within(500));
    }

    @Test
    void queuesOnThePathBackAreMostlyLeftOut() {
        seconds(0, 600, 5e-5, 20 * MS, 2 * MS);
        assertThat(drift.driftNanos()).isCloseTo(50_000, within(30_000));
    }

    @Test
    void aStepThatNoClockMakesIsLeftOut() {
        seconds(0, 60, 0, 20 * MS, 0);
        seconds(60, 600, 0, 120 * MS, 0);
        assertThat(drift.driftNanos()).isZero();
    }

    @Test
    void whatIsReportedIsUnchangedUntilItChanges() {
        assertThat(drift.changed()).isFalse();
        seconds(0, 60, 1e-4, 20 * MS, 0);
        assertThat(drift.changed()).isTrue();
        drift.announced();
        assertThat(drift.changed()).isFalse();
        seconds(60, 120, 1e-4, 20 * MS, 0);
        assertThat(drift.changed()).isFalse();
    }
}
