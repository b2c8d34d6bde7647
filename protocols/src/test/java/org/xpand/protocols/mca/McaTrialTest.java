package org.xpand.protocols.mca;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A trial whether a competitor still fills the queue. */
class McaTrialTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    private static final long SRTT = 50 * MS;
    private static final long NOISE = MS;

    private final McaTrial trial = new McaTrial(McaConfig.recommended());
    private long now = 8 * SECOND;

    private McaTrial.Result receive(long excess) {
        now += 5 * MS;
        return trial.received(excess, NOISE, SRTT, now);
    }

    private void settled() {
        assertThat(trial.begins(0, 0, NOISE, now)).isTrue();
        for (int i = 1; i < 2 * SRTT / (5 * MS); i++) {
            assertThat(receive(20 * MS)).as("what left before").isEqualTo(McaTrial.Result.OPEN);
        }
    }

    @Test
    void beginsEightSecondsAfterTheLastOneIfTheQueueIsNearlyEmpty() {
        trial.end(now);
        assertThat(trial.begins(0, 0, NOISE, now + 8 * SECOND - 1)).isFalse();
        assertThat(trial.begins(NOISE + 1, 9 * MS, NOISE, now + 8 * SECOND)).isFalse();
        assertThat(trial.begins(NOISE, 0, NOISE, now + 8 * SECOND)).isTrue();
        trial.end(now);
        assertThat(trial.begins(5 * MS + 1, 50 * MS, NOISE, now + 8 * SECOND)).isFalse();
        assertThat(trial.runs()).isFalse();
        assertThat(trial.begins(5 * MS, 50 * MS, NOISE, now + 8 * SECOND)).isTrue();
        assertThat(trial.runs()).isTrue();
    }

    /** Half an SRTT here. */
    @Test
    void aDelayOfAllPacketsOfATimeIsAQueue() {
        settled();
        for (int i = 0; i < 4; i++) {
            assertThat(receive(3 * MS)).isEqualTo(McaTrial.Result.OPEN);
        }
        assertThat(receive(3 * MS)).isEqualTo(McaTrial.Result.FILLED);
    }

    @Test
    void aDelayOfSomePacketsIsALateHost() {
        settled();
        for (int i = 0; i < 100; i++) {
            assertThat(receive(i % 3 == 0 ? NOISE : 15 * MS)).isEqualTo(McaTrial.Result.OPEN);
        }
    }

    @Test
    void lastsTwoSecondsOrThirtyRoundTrips() {
        settled();
        long end = now - 2 * SRTT + 2 * SECOND;
        while (now < end - 5 * MS) {
            assertThat(receive(0)).isEqualTo(McaTrial.Result.OPEN);
        }
        receive(0);
        assertThat(receive(0)).isEqualTo(McaTrial.Result.EMPTY);
        trial.end(0);
        now = 10 * SECOND;
        trial.begins(0, 0, NOISE, now);
        trial.received(0, NOISE, 100 * MS, now + MS);
        assertThat(trial.received(0, NOISE, 100 * MS, now + 3 * SECOND - 1)).isEqualTo(McaTrial.Result.OPEN);
        assertThat(trial.received(0, NOISE, 100 * MS, now + 3 * SECOND)).isEqualTo(McaTrial.Result.EMPTY);
    }
}
