package org.xpand.protocols.tfrc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a source that has slept does not believe. */
class TfrcPauseTest extends TfrcSourceFixture {
    private static final long STALE = 5 * MS;

    @Test
    void itsOwnSleepIsNotTheReceiversSilence() {
        source.receiverJoined(1, RTT, now);
        round(40_000, 40_000);
        send();
        now += 4 * RTT + 150 * MS;
        source.paused(3 * RTT, now + STALE, now);
        source.deadlineReached(now);
        assertThat(rate()).as("the report may wait to be read").isEqualTo(40_000);
        now += 3 * RTT;
        source.deadlineReached(now);
        assertThat(rate()).as("the receiver is silent all the same").isEqualTo(20_000);
    }

    @Test
    void timesMeasuredOverItAreNotTaken() {
        source.receiverJoined(1, RTT, now);
        round(40_000, 40_000);
        send();
        now += RTT + 200 * MS;
        source.paused(200 * MS, now + STALE, now);
        report(1, 40_000, 40_000);
        assertThat(source.rttNanos(1)).isEqualTo(RTT);
        assertThat(source.staleSamples()).isEqualTo(1);
        now += STALE;
        report(1, 40_000, 40_000);
        assertThat(source.rttNanos(1)).as("what is read later is believed").isGreaterThan(RTT);
        assertThat(source.staleSamples()).isEqualTo(1);
    }

    @Test
    void aSleeperThatSleepsAgainAndAgainBelievesSomeOfThem() {
        source.receiverJoined(1, RTT, now);
        round(40_000, 40_000);
        for (int i = 0; i < 40; i++) {
            send();
            now += 2 * RTT;
            source.paused(RTT, now + STALE, now);
            report(1, 40_000, 40_000);
        }
        assertThat(source.rttNanos(1)).isGreaterThan(RTT);
        assertThat(source.staleSamples()).isBetween(10L, 39L);
    }

    @Test
    void whatWasNotSentMeanwhileIsNoSlownessOfThePath() {
        source.receiverJoined(1, RTT, now);
        round(40_000, 40_000);
        now += 10 * RTT;
        source.paused(10 * RTT, now + STALE, now);
        backlog();
        now += RTT;
        report(1, 40_000, 1_000);
        assertThat(rate()).isEqualTo(40_000);
    }
}
