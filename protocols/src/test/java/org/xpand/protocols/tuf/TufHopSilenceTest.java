package org.xpand.protocols.tuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Without answers a hop probes more often, and halves its threshold. */
class TufHopSilenceTest extends TufHopFixture {
    @Test
    void silenceHalvesIt() {
        answer(hop, 0, 0);
        long now = 0;
        while (now < 1099 * MS) {
            now += MS;
            hop.pullMessage(writer.reset(0, 64), now);
        }
        assertThat(hop.rate()).as("1 s after the answer").isEqualTo(40);
        hop.pullMessage(writer.reset(0, 64), now + MS);
        assertThat(hop.rate()).isEqualTo(20);
        assertThat(admit(hop, FIRST / 2 + 1)).isFalse();
        for (int i = 0; i < 1000; i++) {
            now += 100 * MS;
            hop.pullMessage(writer.reset(0, 64), now);
        }
        assertThat(hop.rate()).as("the least").isEqualTo(1);
    }

    @Test
    void probesHurryWhileAnAnswerIsOverdue() {
        TufHop hop = steady();
        answer(hop, 0, 0);
        pull(hop, 250 * MS);
        pull(hop, 500 * MS);
        assertThat(hop.nextDeadlineNanos()).as("an interval without an answer").isEqualTo(531_250_000);
        pull(hop, 531_250_000);
        deliver(hop, 3, 0, 600 * MS);
        pull(hop, 600 * MS);
        assertThat(hop.nextDeadlineNanos()).isEqualTo(812_500_000);
        TufHop paper = new TufHop(TufConfig.paper(), 7);
        pull(paper, 0);
        pull(paper, 500 * MS);
        assertThat(paper.nextDeadlineNanos()).as("as in the paper").isEqualTo(1000 * MS);
    }

    @Test
    void theFirstLossAfterSilenceIsChargedToTheRateThatWasTried() {
        answer(hop, 0, 0);
        for (int i = 0; i < 100; i++) {
            admit(hop, 1000);
        }
        hop.pullMessage(writer.reset(0, 64), 1100 * MS);
        assertThat(hop.rate()).isEqualTo(20);
        int number = 2;
        pull(hop, 2000 * MS);
        deliver(hop, number, 50, 2100 * MS);
        // 40 for 1 s, 20 for another, half of it lost.
        assertThat(hop.rate()).isCloseTo(30 * 0.5 * 0.85, within(0.2));
    }

    @Test
    void onALongLinkAnAnswerIsOverdueAndSilenceBeginsAfterTwoRoundTripTimes() {
        TufHop hop = steady();
        pull(hop, 0);
        deliver(hop, 0, 0, 900 * MS);
        long now = 900 * MS;
        pull(hop, now);
        for (int i = 0; i < 6; i++) {
            now += 250 * MS;
            pull(hop, now);
            assertThat(hop.nextDeadlineNanos()).as("no hurry").isEqualTo(now + 250 * MS);
        }
        pull(hop, 2650 * MS);
        assertThat(hop.rate()).as("1750 ms after the answer").isEqualTo(40);
        hop.pullMessage(writer.reset(0, 64), 2700 * MS);
        assertThat(hop.rate()).as("1800 ms after it").isEqualTo(20);
        pull(hop, 2900 * MS);
        assertThat(hop.nextDeadlineNanos()).as("and it hurries").isEqualTo(2_931_250_000L);
    }

    @Test
    void itWantsToBeAskedWhenItHasSomethingToSayOrIsSilentTooLong() {
        TufHop hop = new TufHop(TufConfig.fromSettings(Map.of("doubling", "false", "interval", "1s", "silence", "2")), 7);
        assertThat(hop.nextDeadlineNanos()).isEqualTo(Long.MIN_VALUE);
        pull(hop, 0);
        deliver(hop, 0, 0, 50 * MS);
        assertThat(hop.nextDeadlineNanos()).isEqualTo(1000 * MS);
        pull(hop, 1000 * MS);
        pull(hop, 2000 * MS);
        assertThat(hop.nextDeadlineNanos()).as("silence comes first").isEqualTo(2050 * MS);
        TufHop far = new TufHop(CONFIG, 8);
        hop.messageReceived(pull(far, 0), 2001 * MS);
        assertThat(hop.nextDeadlineNanos()).as("an answer").isEqualTo(Long.MIN_VALUE);
    }
}
