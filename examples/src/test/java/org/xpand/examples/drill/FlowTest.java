package org.xpand.examples.drill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Silences and rates of one flow: 100 messages a second, two seconds before the fault and four after it. */
class FlowTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long GAP = 10_000_000;
    private static final long FAULT = 12 * SECOND;
    private static final Timeline TIMELINE = new Timeline(10 * SECOND, FAULT, FAULT, 16 * SECOND);

    private final Flow flow = new Flow(TIMELINE, 100);
    private long next;

    private void deliver(long fromNanos, long toNanos, long gapNanos) {
        for (long nanos = fromNanos; nanos < toNanos; nanos += gapNanos) {
            flow.take(nanos, next++);
        }
    }

    @Test
    void anUndisturbedFlowIsNeverSilentAndNeverSlow() {
        deliver(9 * SECOND, 17 * SECOND, GAP);
        flow.end();
        assertThat(flow.longestSilenceNanos()).isEqualTo(GAP);
        assertThat(flow.backAfterNanos()).hasValue(0);
    }

    @Test
    void theLongestSilenceIsBetweenTwoDeliveries() {
        deliver(10 * SECOND, FAULT, GAP);
        deliver(FAULT + 2 * SECOND, 16 * SECOND, GAP);
        flow.end();
        assertThat(flow.longestSilenceNanos()).isEqualTo(2 * SECOND + GAP);
        assertThat(flow.backAfterNanos().orElseThrow()).isBetween(SECOND * 18 / 10, 2 * SECOND);
    }

    @Test
    void aSilenceBeforeTheFaultDoesNotCount() {
        deliver(10 * SECOND, 10 * SECOND + 5 * GAP, GAP);
        deliver(FAULT - SECOND / 2, 16 * SECOND, GAP);
        flow.end();
        assertThat(flow.longestSilenceNanos()).isEqualTo(GAP);
    }

    @Test
    void aFlowThatEndsWithTheFaultIsSilentToTheEndAndNeverBack() {
        deliver(10 * SECOND, FAULT, GAP);
        flow.end();
        assertThat(flow.longestSilenceNanos()).isEqualTo(4 * SECOND + GAP);
        assertThat(flow.backAfterNanos()).isEmpty();
    }

    @Test
    void aFlowThatNeverBeganIsSilentFromTheFaultOn() {
        flow.end();
        assertThat(flow.longestSilenceNanos()).isEqualTo(4 * SECOND);
        assertThat(flow.backAfterNanos()).isEmpty();
    }

    @Test
    void afterTheMendNoTimeBeforeItCounts() {
        Flow cut = new Flow(new Timeline(10 * SECOND, FAULT, FAULT + 2 * SECOND, 16 * SECOND), 100);
        long number = 0;
        for (long nanos = 10 * SECOND; nanos < FAULT + SECOND; nanos += GAP) {
            cut.take(nanos, number++);
        }
        for (long nanos = FAULT + 2 * SECOND + SECOND / 2; nanos < 16 * SECOND; nanos += GAP) {
            cut.take(nanos, number++);
        }
        cut.end();
        assertThat(cut.silenceSinceMendNanos()).isEqualTo(SECOND / 2);
        assertThat(cut.longestSilenceNanos()).isEqualTo(3 * SECOND / 2 + GAP);
        // Half a second of the last three quarters of the two seconds that it lasted.
        assertThat(cut.rateMeanwhile()).isBetween(30.0, 36.0);
    }

    @Test
    void whatComesWhenTheSendersHaveStoppedIsNoSilence() {
        deliver(10 * SECOND, 16 * SECOND, GAP);
        flow.take(20 * SECOND, next++);
        flow.take(30 * SECOND, next++);
        flow.end();
        assertThat(flow.longestSilenceNanos()).isEqualTo(4 * SECOND + GAP);
    }

    @Test
    void theRateIsBackWhenItStaysAboveFourFifths() {
        deliver(10 * SECOND, FAULT, GAP);
        deliver(FAULT, FAULT + SECOND, GAP * 2);
        deliver(FAULT + SECOND, 16 * SECOND, GAP * 11 / 10);
        assertThat(flow.backAfterNanos().orElseThrow()).isBetween(SECOND * 6 / 10, SECOND);
    }

    @Test
    void aRateThatDropsAgainIsNotBack() {
        deliver(10 * SECOND, 15 * SECOND, GAP);
        deliver(15 * SECOND, 16 * SECOND, GAP * 2);
        assertThat(flow.backAfterNanos()).isEmpty();
    }

    @Test
    void aSourceThatCaughtUpBeforeTheFaultIsNotMissedAtThatRate() {
        deliver(10 * SECOND, FAULT, GAP / 2);
        deliver(FAULT, 16 * SECOND, GAP);
        assertThat(flow.backAfterNanos()).hasValue(0);
    }

    @Test
    void duplicatesAndReorderingsAreCounted() {
        for (long number : new long[] {3, 5, 4, 4, 6, 3}) {
            flow.take(FAULT, number);
        }
        assertThat(flow.duplicates()).isEqualTo(2);
        assertThat(flow.reordered()).isEqualTo(1);
        assertThat(flow.numbers().cardinality()).isEqualTo(4);
    }

    @Test
    void aNumberThatNoDrillCanHaveIsRefused() {
        assertThatThrownBy(() -> flow.take(FAULT, Flow.MAX_NUMBER + 1L)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("100000001");
    }
}
