package org.xpand.protocols.tfmcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** How the rate follows what the limiting receiver reports (TFMCC §2.2, §2.6; RFC 4654 §3.3). */
class TfmccControlTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long RTT = SECOND / 10;
    private static final double SIZE = 1000;
    private static final double PER_RTT = SIZE * SECOND / RTT;

    private final TfmccRecord first = new TfmccRecord(1, RTT, 32);
    private final TfmccRecord second = new TfmccRecord(2, RTT, 32);
    private TfmccControl control;
    private long now = 7_000 * SECOND;

    private void begin(double rate, String... settings) {
        Map<String, String> map = new TreeMap<>();
        for (int i = 0; i < settings.length; i += 2) {
            map.put(settings[i], settings[i + 1]);
        }
        control = new TfmccControl(TfmccConfig.fromSettings(map).sending());
        control.begin(rate, now);
    }

    private void report(TfmccRecord record, double rate, boolean loss, int round) {
        control.report(record, rate, loss, round, RTT, SIZE, now);
    }

    private double after(double rtts) {
        now += Math.round(rtts * RTT);
        return control.rate(now);
    }

    @Test
    void afterAChangeOfTheClrTheRateRisesByAPacketPerRttInThePaperToo() {
        begin(50_000, "preset", "paper");
        report(first, 40_000, true, 1);
        report(first, 80_000, true, 1);
        assertThat(control.rate(now)).as("at once").isEqualTo(80_000);
        assertThat(control.left(1, RTT, now)).isTrue();
        after(2);
        report(second, 200_000, true, 1);
        assertThat(after(1)).isCloseTo(80_000 + PER_RTT, within(1.0));
        assertThat(after(3)).isCloseTo(80_000 + 4 * PER_RTT, within(1.0));
        report(second, 90_000, true, 1);
        report(second, 200_000, true, 1);
        assertThat(control.rate(now)).as("it has come to what the new one can take").isEqualTo(200_000);
    }

    @Test
    void theRateHoldsForAWhileAfterTheClrHasLeft() {
        begin(50_000, "preset", "paper");
        report(first, 40_000, true, 1);
        control.left(1, RTT, now);
        after(0.5);
        report(second, 90_000, true, 1);
        assertThat(after(0.4)).isEqualTo(40_000);
        after(0.2);
        report(second, 90_000, true, 1);
        assertThat(after(1)).isGreaterThan(40_000);
    }

    /** R_max was measured while processes were starting. */
    @Test
    void itHoldsForNoLongerThanALongRttIsBelieved() {
        begin(50_000);
        report(first, 40_000, true, 1);
        control.left(1, 100 * RTT, now);
        after(5);
        report(second, 90_000, true, 1);
        assertThat(after(2)).isEqualTo(40_000);
        report(second, 90_000, true, 1);
        assertThat(after(1)).isGreaterThan(40_000);
    }

    @Test
    void inSlowStartTheRateRisesOverAnRttOfTheClrHoweverLongOthersAre() {
        begin(20_000);
        control.report(first, 100_000, false, 5, 20 * RTT, SIZE, now);
        assertThat(after(0.5)).isCloseTo(60_000, within(1.0));
        assertThat(after(0.5)).isEqualTo(100_000);
        begin(20_000, "preset", "paper");
        control.report(first, 100_000, false, 5, 20 * RTT, SIZE, now);
        assertThat(after(0.5)).as("in the paper over R_max").isCloseTo(22_000, within(1.0));
    }

    @Test
    void slowStartsTargetRisesWithTheFirstReportOfANewRoundOnly() {
        begin(10_000, "preset", "paper");
        report(first, 100_000, false, 5);
        assertThat(after(0.5)).as("over an RTT").isCloseTo(55_000, within(1.0));
        report(first, 400_000, false, 5);
        assertThat(after(20)).isEqualTo(100_000);
        report(first, 400_000, false, 6);
        report(first, 900_000, false, 6);
        assertThat(after(20)).isEqualTo(400_000);
        report(first, 900_000, false, 7);
        report(first, 300_000, false, 7);
        assertThat(control.rate(now)).as("down at once").isEqualTo(300_000);
    }

    @Test
    void inTheRfcItRisesWithEveryReportOfTheClr() {
        begin(10_000);
        report(first, 100_000, false, 5);
        report(first, 400_000, false, 5);
        assertThat(after(20)).isEqualTo(400_000);
    }

    @Test
    void theFirstLossReportEndsSlowStartAtOnce() {
        begin(20_000);
        report(first, 100_000, false, 5);
        after(0.5);
        report(second, 1_000_000, true, 5);
        assertThat(control.slowStart()).isFalse();
        assertThat(control.clr()).as("a higher rate limits nothing").isSameAs(first);
        assertThat(after(20)).as("nor does the rate rise on").isCloseTo(60_000, within(1.0));
    }

    @Test
    void atALowRateItRisesByAPacketPerPacketsTime() {
        begin(1000);
        report(first, 1_000_000, true, 1);
        assertThat(after(10)).as("after a second and a packet").isCloseTo(2000, within(10.0));
    }

    @Test
    void aNewStreamRemembersNothing() {
        begin(50_000, "previousClrRtts", "5");
        report(first, 40_000, true, 1);
        report(second, 30_000, true, 1);
        assertThat(control.needs(first)).isTrue();
        control.begin(20_000, now);
        assertThat(control.slowStart()).isTrue();
        assertThat(control.clr()).isNull();
        assertThat(control.needs(first)).isFalse();
        assertThat(after(9)).isEqualTo(20_000);
        report(second, 25_000, true, 1);
        control.beginFaster(90_000, now);
        assertThat(control.rate(now)).as("slow start is over").isEqualTo(20_000);
    }

    @Test
    void aNewStreamsSlowStartHasItsOwnTarget() {
        begin(10_000, "preset", "paper");
        report(first, 100_000, false, 5);
        control.begin(10_000, now);
        report(first, 100_000, false, 5);
        assertThat(after(20)).isEqualTo(100_000);
    }

    @Test
    void aLossThatLimitsNothingDoesNotStopTheRise() {
        begin(50_000, "alwaysLimited", "true");
        report(first, 40_000, true, 1);
        report(first, 80_000, true, 1);
        after(1);
        report(second, 1_000_000, true, 1);
        assertThat(after(1)).isCloseTo(40_000 + 2 * PER_RTT, within(1.0));
    }

    @Test
    void theRateRisesNoFurtherOnceTheClrHasLeft() {
        begin(50_000, "alwaysLimited", "true");
        report(first, 40_000, true, 1);
        report(first, 80_000, true, 1);
        after(1);
        control.left(1, RTT, now);
        assertThat(after(20)).isCloseTo(40_000 + PER_RTT, within(1.0));
    }

    /** Twice what it receives is slow start's aim. */
    @Test
    void slowStartOnceOverAReceiverWithoutALossIsApproachedByAPacketPerRtt() {
        begin(50_000);
        report(first, 40_000, true, 1);
        report(first, 80_000, true, 1);
        assertThat(control.rate(now)).as("what it computes is taken at once").isEqualTo(80_000);
        report(first, 160_000, false, 2);
        assertThat(after(1)).isCloseTo(80_000 + PER_RTT, within(1.0));
    }

    @Test
    void onlyAClrThatIsThereSparesTheRateFromBeingHalved() {
        begin(50_000, "clrHalvingGrace", "10");
        report(first, 40_000, true, 1);
        control.halve(RTT, SIZE, now);
        assertThat(control.rate(now)).as("it is new").isEqualTo(40_000);
        control.left(1, RTT, now);
        control.halve(RTT, SIZE, now);
        assertThat(control.rate(now)).isEqualTo(20_000);
    }

    @Test
    void whoWasReturnedToAndThenConsideredDeadIsNotReturnedToAgain() {
        begin(50_000, "previousClrRtts", "50");
        report(first, 40_000, true, 1);
        report(second, 30_000, true, 1);
        report(second, 60_000, true, 1);
        assertThat(control.clr()).isSameAs(first);
        control.giveUpClr(RTT, now);
        report(second, 90_000, true, 1);
        assertThat(control.clr()).isSameAs(second);
    }

    @Test
    void aHigherRateToBeginWithIsTakenAndALowerOneNot() {
        begin(50_000);
        control.beginFaster(70_000, now);
        assertThat(control.rate(now)).isEqualTo(70_000);
        control.beginFaster(60_000, now);
        assertThat(control.rate(now)).isEqualTo(70_000);
    }
}
