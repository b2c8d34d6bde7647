package org.xpand.protocols.tfmcc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What feedback rounds remember (TFMCC §2.4.1, RFC 4654 §3.4). */
class TfmccRoundsTest {
    private static final long MS = 1_000_000;

    private final TfmccRounds rounds = new TfmccRounds(TfmccConfig.paper());
    private long now;

    private void round() {
        rounds.pass(MS, now);
        now += MS;
    }

    @Test
    void aFutureRoundIsDistinguishedFromAnOldOneHoweverManyThereWere() {
        for (int i = 0; i < 0x1_8000; i++) {
            round();
        }
        assertThat(rounds.isAhead(rounds.round())).isFalse();
        assertThat(rounds.isAhead((rounds.round() - 1) & 0xFFFF)).isFalse();
        assertThat(rounds.isAhead((rounds.round() + 1) & 0xFFFF)).isTrue();
    }

    @Test
    void theGreatestRttOfARoundIsNotTheLastOne() {
        rounds.maxRttNanos(MS);
        round();
        rounds.measured(100 * MS);
        rounds.measured(50 * MS);
        round();
        assertThat(rounds.maxRttNanos()).isEqualTo(100 * MS);
    }
}
