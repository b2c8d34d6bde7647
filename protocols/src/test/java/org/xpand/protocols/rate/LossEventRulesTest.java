package org.xpand.protocols.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What makes one loss event of several losses, and which intervals a guess or many losses replace. */
class LossEventRulesTest extends LossHistoryFixture {
    /** Slow start goes on until the source knows: what it loses meanwhile belongs to the first event. */
    @Test
    void theFirstEventLastsLonger() {
        begin(new WeightedLossHistory.Settings(8, 1, 0, true, 64, 2, false, 0, 500 * MS), SEED);
        receive(10);
        lose(1);
        receive(14);
        lose(1);
        receive(1);
        assertThat(history.lossEvents()).as("150 ms later").isEqualTo(1);
        receive(10);
        lose(1);
        receive(1);
        assertThat(history.lossEvents()).as("270 ms later").isEqualTo(2);
        receive(13);
        lose(1);
        receive(1);
        assertThat(history.lossEvents()).as("150 ms after the second").isEqualTo(3);
    }

    /** What slow start reached beside a neighbour that had the queue is a guess: what was counted takes its place if it is longer. */
    @Test
    void theGuessedIntervalYieldsToALongerOne() {
        begin(new WeightedLossHistory.Settings(8, 1, 0, true, 2, 1, true, 0, 500 * MS), SEED);
        receive(10);
        lose(1);
        receive((int) SEED + 50);
        assertThat(1 / history.lossEventRate()).as("still open").isCloseTo(SEED + 51, within(1e-9));
        lose(1);
        receive(1);
        assertThat(1 / history.lossEventRate()).as("counted").isCloseTo(SEED + 51, within(1e-9));
    }

    @Test
    void theGuessedIntervalStaysBesideAShorterOne() {
        begin(new WeightedLossHistory.Settings(8, 1, 0, true, 2, 1, true, 0, 500 * MS), SEED);
        receive(10);
        lose(1);
        receive((int) SEED - 51);
        lose(1);
        receive(1);
        assertThat(1 / history.lossEventRate()).isCloseTo((SEED + SEED - 50) / 2, within(1e-9));
    }

    /** W of the simple form of Eq. 1 grows by one packet in each RTT of W packets, as TCP's window, while the queue has room; not otherwise. */
    @Test
    void theGuessedIntervalGrowsAsTcpsWindow() {
        begin(new WeightedLossHistory.Settings(8, 1, 0, true, 2, 1, true, 0, 500 * MS), 600);
        receive(10);
        lose(1);
        receive(1);
        double window = Math.sqrt(1.5 / history.lossEventRate());
        assertThat(window).isCloseTo(30, within(1e-9));
        history.queueHasRoom(true);
        for (int rtt = 1; rtt <= 20; rtt++) {
            receive(30 + rtt - 1);
            assertThat(Math.sqrt(1.5 / history.lossEventRate())).as("after %d RTTs", rtt).isCloseTo(30 + rtt, within(0.5));
        }
        double before = history.lossEventRate();
        history.queueHasRoom(false);
        receive(100);
        assertThat(history.lossEventRate()).isEqualTo(before);
        lose(1);
        receive(1);
        assertThat(1 / history.lossEventRate()).as("the counted interval").isCloseTo(1 + 20 * 30 + 190 + 100 + 1, within(1e-9));
    }

    /** TCP beside us may overflow the queue again at the end of its slow start; later events are the path's own. */
    @Test
    void theGuessGrowsAgainAfterAnEventSoonAfterTheFirst() {
        begin(new WeightedLossHistory.Settings(8, 1, 0, true, 2, 1, true, 0, 500 * MS), 600);
        receive(10);
        lose(1);
        history.queueHasRoom(true);
        receive(149);
        lose(1);
        receive(1);
        assertThat(history.guessGrows()).isTrue();
        double mean = (600 + 150) / 2.0;
        assertThat(1 / history.lossEventRate()).isCloseTo(mean + 4.0 / 3, within(1e-9));
        receive(29);
        assertThat(1 / history.lossEventRate()).isCloseTo(mean + 40, within(1e-9));
        lose(1);
        receive(1);
        assertThat(history.guessGrows()).as("after more than 16 round-trip times").isFalse();
        assertThat(1 / history.lossEventRate()).isCloseTo((600 + 150 + 31) / 3.0, within(1e-9));
    }

    @Test
    void aLatePacketThatChangesNoEventLeavesTheGrowth() {
        begin(new WeightedLossHistory.Settings(8, 1, 0, true, 2, 1, true, 0, 500 * MS), 600);
        receive(10);
        lose(2);
        history.queueHasRoom(true);
        receive(30);
        assertThat(1 / history.lossEventRate()).isCloseTo(640, within(1e-9));
        history.late(12, 45 * MS);
        assertThat(1 / history.lossEventRate()).isCloseTo(640, within(1e-9));
    }

    @Test
    void aGuessThatCountsCanBeCorrected() {
        begin(new WeightedLossHistory.Settings(8, 1, 0, true, 2, 1, true, 0, 500 * MS), SEED);
        history.scaleGuess(0.5);
        receive(10);
        lose(1);
        receive(1);
        assertThat(1 / history.lossEventRate()).as("there was no guess before").isCloseTo(SEED, within(1e-9));
        history.scaleGuess(0.5);
        assertThat(1 / history.lossEventRate()).isCloseTo(SEED / 2, within(1e-9));
    }

    /** So many losses of twelve packets twice, within two RTTs, after an interval of 300 packets. */
    private void twoHeavyEvents(int lost) {
        receive(10);
        lose(1);
        receive(299);
        for (int i = 0; i < 2; i++) {
            lose(lost);
            receive(12 - lost);
        }
    }

    /** Whose rate the path bears loses less than one packet per RTT: who loses three, twice in a row, is far beyond. */
    @Test
    void twoEventsWithManyLossesLeaveLittleOfOlderIntervals() {
        for (int many : new int[] {3, 4, 0}) {
            begin(new WeightedLossHistory.Settings(8, 0.02, 0, true, 2, 1, false, many, 500 * MS), SEED);
            twoHeavyEvents(3);
            double mean = 1 / history.lossEventRate();
            if (many == 3) {
                assertThat(mean).isCloseTo((12 + 0.02 * (300 + SEED)) / 1.04, within(1e-9));
            } else {
                assertThat(mean).as("many are %d", many).isCloseTo((12 + 300 + SEED) / 3, within(1e-9));
            }
        }
    }

    /** A TCP flow that starts beside us overflows the queue too, and the path bears half of the rate, as TCP assumes. */
    @ParameterizedTest
    @CsvSource({"0, false", "12, false", "40, true", "150, true", "500, true"})
    void thoseEventsLeaveAtLeastTheIntervalOfHalfOfTheReceiveRate(double ofHalf, boolean bounds) {
        begin(new WeightedLossHistory.Settings(8, 0.02, 0, true, 2, 1, true, 3, 500 * MS), 400, () -> ofHalf);
        twoHeavyEvents(3);
        double little = (12 + 0.02 * (300 + 400)) / 1.04;
        double left = bounds ? Math.min(ofHalf, (12 + 300 + 400) / 3.0) : little;
        assertThat(1 / history.lossEventRate()).isCloseTo(left, within(1e-9));
        assertThat(history.guessGrows()).as("as TCP's window after it was halved").isEqualTo(bounds);
        if (bounds) {
            history.queueHasRoom(true);
            receive(30);
            assertThat(1 / history.lossEventRate()).isCloseTo(left + 40, within(1e-9));
            lose(1);
            receive(1);
            assertThat(history.guessGrows()).as("until the next loss").isFalse();
        }
    }

    /** The rate has been halved when a late packet arrives: it must not be halved again. */
    @Test
    void aLatePacketDoesNotHalveAgain() {
        double[] ofHalf = {150};
        begin(new WeightedLossHistory.Settings(8, 0.02, 0, true, 2, 1, true, 3, 500 * MS), 400, () -> ofHalf[0]);
        twoHeavyEvents(4);
        assertThat(1 / history.lossEventRate()).isCloseTo(150, within(1e-9));
        ofHalf[0] = 40;
        history.late(next - 11, now);
        assertThat(history.lossEvents()).isEqualTo(3);
        assertThat(1 / history.lossEventRate()).isCloseTo(150, within(1e-9));
    }

    @Test
    void whoseHeavyLossesWereOnlyLateDoesNotGrow() {
        begin(new WeightedLossHistory.Settings(8, 0.02, 0, true, 2, 1, true, 3, 500 * MS), 400, () -> 150);
        twoHeavyEvents(3);
        assertThat(history.guessGrows()).isTrue();
        for (int back = 12; back >= 10; back--) {
            history.late(next - back, now);
        }
        assertThat(history.lossEvents()).isEqualTo(2);
        assertThat(history.guessGrows()).isFalse();
    }

    /** A TCP flow that starts at the same time fills the queue once more, which takes several RTTs if it is long. */
    @Test
    void manyLossesAtTheEndOfSlowStartAreEventsAsAnyOthers() {
        for (int before : new int[] {159, 161}) {
            begin(new WeightedLossHistory.Settings(8, 0.02, 0, true, 2, 1, false, 3, 500 * MS), SEED);
            receive(10);
            lose(1);
            receive(before);
            for (int i = 0; i < 2; i++) {
                lose(3);
                receive(9);
            }
            double usual = (12 + before + 1 + SEED) / 3;
            double little = (12 + 0.02 * (before + 1 + SEED)) / 1.04;
            assertThat(1 / history.lossEventRate()).as("%d packets of a tenth of an RTT later", before)
                    .isCloseTo(before == 159 ? usual : little, within(1e-9));
        }
    }

    /** A fast stream that has just filled the queue loses a few of many packets until its source knows, which takes more than a RTT. */
    @Test
    void fewOfManyPacketsAreNotManyLosses() {
        paceNanos = MS;
        for (int lost : new int[] {5, 6}) {
            begin(new WeightedLossHistory.Settings(8, 0.02, 0, true, 2, 1, false, 3, 500 * MS), 2000);
            receive(10);
            lose(1);
            receive(2999);
            lose(lost);
            receive(110 - lost);
            lose(3);
            receive(1);
            double usual = (110 + 3000 + 2000) / 3.0;
            double little = (110 + 0.02 * (3000 + 2000)) / 1.04;
            assertThat(1 / history.lossEventRate()).as("%d of 110 lost", lost).isCloseTo(lost == 5 ? usual : little, within(1e-9));
        }
    }

    /** The application had little to send, and has much now: the path is what it was. */
    @Test
    void manyLossesOfARateThatHasJustRisenAreEventsAsAnyOthers() {
        for (long pace : new long[] {14, 16}) {
            begin(new WeightedLossHistory.Settings(8, 0.02, 0, true, 2, 1, false, 3, 500 * MS), SEED);
            receive(10);
            lose(1);
            for (int i = 0; i < 299; i++) {
                receive(1);
                now += (pace - 10) * MS;
            }
            for (int i = 0; i < 2; i++) {
                lose(3);
                receive(9);
            }
            double usual = (12 + 300 + SEED) / 3;
            double little = (12 + 0.02 * (300 + SEED)) / 1.04;
            assertThat(1 / history.lossEventRate()).as("%d and 10 ms", pace).isCloseTo(pace == 14 ? little : usual, within(1e-9));
        }
    }

    /** A queue that overflows takes some RTTs to be less than full again. */
    @Test
    void soAreThoseOfAThirdEvent() {
        begin(new WeightedLossHistory.Settings(8, 0.02, 0, true, 2, 1, false, 3, 500 * MS), SEED);
        receive(10);
        lose(1);
        for (int i = 0; i < 299; i++) {
            receive(1);
            now += 6 * MS;
        }
        for (int i = 0; i < 3; i++) {
            lose(3);
            receive(9);
        }
        assertThat(1 / history.lossEventRate()).isCloseTo((12 + 12 + 300 + SEED) / 4, within(1e-9));
    }

    @Test
    void manyLossesAfterAWhileAreAnEventAsAnyOther() {
        begin(new WeightedLossHistory.Settings(8, 0.02, 0, true, 2, 1, false, 3, 500 * MS), SEED);
        receive(10);
        lose(1);
        receive(299);
        lose(3);
        receive(27);
        lose(3);
        receive(1);
        assertThat(1 / history.lossEventRate()).as("300 ms later").isCloseTo((30 + 300 + SEED) / 3, within(1e-9));
    }

    @Test
    void aGapBeginsNoMoreEventsThanItMay() {
        begin(new WeightedLossHistory.Settings(8, 1, 0, true, 2, 1, false, 0, 500 * MS), SEED);
        receive(10);
        lose(200);
        receive(1);
        assertThat(history.lossEvents()).isEqualTo(2);
    }
}
