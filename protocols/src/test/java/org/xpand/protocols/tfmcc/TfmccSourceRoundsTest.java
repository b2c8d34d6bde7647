package org.xpand.protocols.tfmcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Rounds, suppression rate and greatest RTT (RFC 4654 §3.2, §3.4). */
class TfmccSourceRoundsTest extends TfmccSourceFixture {
    private static final double NONE = Double.POSITIVE_INFINITY;

    private void limitedBy1() {
        source.receiverJoined(1, RTT, now);
        source.receiverJoined(2, RTT, now);
        source.receiverJoined(3, RTT, now);
        answer(1, 100_000, true);
        for (int i = 0; i < 200; i++) {
            pass(10);
            send();
        }
        assertThat(clr()).isEqualTo(1);
        asClr = true;
        report(1, next - 11, 0, 100_000, true);
        asClr = false;
        nextRound();
    }

    private void nextRound() {
        int round = lastHeader.round();
        while (lastHeader.round() == round) {
            pass(10);
            send();
        }
    }

    @Test
    void aReportSuppressesThoseThatAreNotATenthLower() {
        limitedBy1();
        assertThat(lastHeader.suppressionRate()).isEqualTo(NONE);
        report(2, 50_000, true);
        send();
        assertThat(lastHeader.suppressionRate()).isCloseTo(45_000, within(1.0));
        report(3, 48_000, true);
        send();
        assertThat(lastHeader.suppressionRate()).as("not below").isCloseTo(45_000, within(1.0));
        report(3, 48_000, true);
        pass(1);
        report(3, 40_000, true);
        send();
        assertThat(lastHeader.suppressionRate()).isCloseTo(36_000, within(1.0));
        nextRound();
        assertThat(lastHeader.suppressionRate()).isEqualTo(NONE);
    }

    @Test
    void theClrsReportSuppressesNothing() {
        limitedBy1();
        asClr = true;
        report(1, 50_000, true);
        send();
        assertThat(lastHeader.suppressionRate()).isEqualTo(NONE);
        asClr = false;
        report(2, 20_000, true);
        assertThat(clr()).isEqualTo(2);
        send();
        assertThat(lastHeader.suppressionRate()).as("it was not the CLR when it reported").isCloseTo(18_000, within(1.0));
    }

    @Test
    void theRateThatSuppressesIsNotCorrected() {
        limitedBy1();
        haveRtt = false;
        rttUsed = 500 * MS;
        report(2, 20_000, true);
        send();
        assertThat(lastHeader.suppressionRate()).isCloseTo(18_000, within(1.0));
    }

    @Test
    void reportsOfAnOldRoundDoNotSuppress() {
        limitedBy1();
        roundOffset = -1;
        report(2, 50_000, true);
        send();
        assertThat(lastHeader.suppressionRate()).isEqualTo(NONE);
        assertThat(rate()).as("but they are heard").isEqualTo(50_000);
    }

    @Test
    void lossReportsGoBeforeOthers() {
        limitedBy1();
        report(2, 30_000, false);
        send();
        assertThat(lastHeader.suppressedByLoss()).isFalse();
        assertThat(lastHeader.suppressionRate()).isCloseTo(27_000, within(1.0));
        report(3, 60_000, true);
        send();
        assertThat(lastHeader.suppressedByLoss()).isTrue();
        assertThat(lastHeader.suppressionRate()).isCloseTo(54_000, within(1.0));
        pass(1);
        report(2, 10_000, false);
        send();
        assertThat(lastHeader.suppressionRate()).as("without a loss it does not suppress those with one")
                .isCloseTo(54_000, within(1.0));
    }

    private long roundMillis(long reportAfterMillis) {
        int round = lastHeader.round();
        long start = now;
        boolean reported = false;
        while (lastHeader.round() == round) {
            pass(5);
            if (!reported && now - start >= reportAfterMillis * MS) {
                report(2, 95_000, true);
                reported = true;
            }
            send();
        }
        return (now - start) / MS;
    }

    @Test
    void aRoundLastsSixGreatestRttsIfThereWasAReport() {
        limitedBy1();
        assertThat(roundMillis(100)).isBetween(600L, 610L);
    }

    @Test
    void aRoundWithoutAReportEndsWithTheFirstOne() {
        limitedBy1();
        assertThat(roundMillis(900)).isBetween(900L, 910L);
    }

    @Test
    void aRoundWithoutAnyReportLastsTwiceAsLong() {
        limitedBy1();
        assertThat(roundMillis(100_000)).isBetween(1200L, 1210L);
    }

    @Test
    void inThePaperARoundLastsFourGreatestRtts() {
        source = source(Map.of("preset", "paper", "pathRtts", "true"));
        limitedBy1();
        assertThat(roundMillis(100_000)).isBetween(400L, 410L);
    }

    @Test
    void theGreatestRttRisesAtOnceAndFallsByATenthPerRound() {
        limitedBy1();
        assertThat(lastHeader.maxRttNanos()).isEqualTo(100 * MS);
        report(2, next - 1 - 15, 0, 95_000, true);
        send();
        assertThat(lastHeader.maxRttNanos()).isBetween(140 * MS, 160 * MS);
        nextRound();
        long before = lastHeader.maxRttNanos();
        report(2, next - 1 - 5, 0, 95_000, true);
        nextRound();
        assertThat(lastHeader.maxRttNanos()).isEqualTo(Math.round(before * 0.9 / 1000) * 1000);
        report(2, next - 1 - 13, 0, 95_000, true);
        nextRound();
        assertThat(lastHeader.maxRttNanos()).as("not below what was measured").isEqualTo(130 * MS);
        before = lastHeader.maxRttNanos();
        nextRound();
        nextRound();
        assertThat(lastHeader.maxRttNanos()).as("nothing was measured").isEqualTo(before);
    }

    @Test
    void theGreatestRttIsAtLeastTheTimeBetweenTwoPackets() {
        source = source(Map.of("granularity", "1ms"));
        limitedBy1();
        report(2, 5_000, true);
        send();
        assertThat(lastHeader.maxRttNanos()).isEqualTo(201 * MS);
    }

    @Test
    void inASmallGroupTheGreatestRttIsThatOfNobodyOnceAllHaveShorterOnes() {
        source.receiverJoined(1, 0, now);
        source.receiverJoined(2, 0, now);
        send();
        pass(2000);
        report(1, 200_000, false);
        report(2, 200_000, false);
        send();
        assertThat(lastHeader.maxRttNanos()).isEqualTo(2000 * MS);
        pass(50);
        report(1, 200_000, false);
        send();
        assertThat(lastHeader.maxRttNanos()).as("of the other one").isEqualTo(2000 * MS);
        pass(60);
        report(2, 200_000, false);
        pass(1000);
        send();
        assertThat(lastHeader.maxRttNanos()).isEqualTo(60 * MS);
        nextRound();
        assertThat(lastHeader.maxRttNanos()).as("in the next round, too").isLessThanOrEqualTo(60 * MS);
    }

    @Test
    void smallGroupsReportAtOnceSoThatTheGreatestRttNeedNotBeGuessed() {
        source.receiverJoined(1, 0, now);
        source.receiverJoined(2, 0, now);
        send();
        assertThat(lastHeader.quickReports()).isTrue();
        assertThat(lastHeader.maxRttNanos()).isEqualTo(500 * MS);
        pass(40);
        report(1, 2_000, false);
        pass(10);
        send();
        assertThat(lastHeader.quickReports()).as("one is missing").isTrue();
        assertThat(lastHeader.maxRttNanos()).isEqualTo(500 * MS);
        report(2, next - 2, 0, 2_000, false);
        assertThat(rate()).as("ten packets per greatest RTT").isEqualTo(200_000);
        send();
        assertThat(lastHeader.quickReports()).as("slow start").isTrue();
        report(1, 100_000, true);
        send();
        assertThat(lastHeader.quickReports()).isFalse();
        assertThat(lastHeader.maxRttNanos()).isEqualTo(50 * MS);
        source.receiverJoined(3, 0, now);
        send();
        assertThat(lastHeader.quickReports()).as("a new member").isTrue();
    }

    @Test
    void largeGroupsAreNotAsked() {
        for (int key = 1; key <= 17; key++) {
            source.receiverJoined(key, 0, now);
        }
        send();
        assertThat(lastHeader.quickReports()).isFalse();
        source.receiverLeft(17, now);
        send();
        assertThat(lastHeader.quickReports()).isTrue();
    }

    @Test
    void theGroupsSizeIsThatOfTheMembers() {
        limitedBy1();
        assertThat(lastHeader.groupSize()).isEqualTo(64);
        for (int i = 10; i < 110; i++) {
            source.receiverJoined(i, RTT, now);
        }
        send();
        assertThat(lastHeader.groupSize()).isEqualTo(103);
        source = source(Map.of("preset", "paper"));
        source.receiverJoined(1, 0, now);
        next = 0;
        send();
        assertThat(lastHeader.groupSize()).isEqualTo(10_000);
    }
}
