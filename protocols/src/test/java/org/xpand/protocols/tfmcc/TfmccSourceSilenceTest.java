package org.xpand.protocols.tfmcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** What follows when reports fail to come (RFC 4654 §3.3, TFMCC §4.2). */
class TfmccSourceSilenceTest extends TfmccSourceFixture {
    private void limitedBy1() {
        source.receiverJoined(1, RTT, now);
        source.receiverJoined(2, RTT, now);
        answer(1, 100_000, false);
        pass(200);
        answer(1, 64_000, true);
        for (int i = 0; i < 10; i++) {
            answer(1, 64_000, true);
        }
        send();
    }

    @Test
    void fourRttsOfTheClrsSilenceHalveTheRate() {
        limitedBy1();
        silence(399);
        assertThat(rate()).isEqualTo(64_000);
        silence(1);
        assertThat(rate()).isEqualTo(32_000);
        silence(400);
        assertThat(rate()).as("and again").isEqualTo(16_000);
        assertThat(clr()).isEqualTo(1);
    }

    @Test
    void othersReportsDoNotStandForTheClrs() {
        limitedBy1();
        pass(100);
        report(2, 90_000, true);
        silence(300);
        assertThat(rate()).isEqualTo(32_000);
    }

    @Test
    void aReportOfTheClrEndsItsSilence() {
        limitedBy1();
        silence(300);
        report(1, next - 1, 200 * MS, 64_000, true);
        silence(10_000);
        assertThat(rate()).as("nothing was sent since").isEqualTo(64_000);
        send();
        silence(400);
        assertThat(rate()).isEqualTo(32_000);
    }

    @Test
    void aNewClrHasAGrace() {
        limitedBy1();
        report(2, 32_000, true);
        assertThat(clr()).isEqualTo(2);
        send();
        silence(900);
        assertThat(rate()).isEqualTo(32_000);
    }

    @Test
    void tenRttsOfSilenceGiveTheClrUp() {
        limitedBy1();
        silence(999);
        assertThat(clr()).isEqualTo(1);
        silence(1);
        assertThat(clr()).isEqualTo(-1);
        double before = rate();
        send();
        pass(100);
        report(2, 90_000, true);
        assertThat(clr()).as("the next report's").isEqualTo(2);
        pass(100);
        assertThat(rate()).as("as after a leave").isEqualTo(before);
    }

    @Test
    void inThePaperTheClrHasTenFeedbackDelays() {
        source = source(Map.of("preset", "paper", "pathRtts", "true"));
        limitedBy1();
        silence(3999);
        assertThat(clr()).isEqualTo(1);
        assertThat(rate()).as("and the rate stays").isEqualTo(64_000);
        silence(1);
        assertThat(clr()).isEqualTo(-1);
    }

    @Test
    void withoutAnyReportTheRateIsHalvedEveryTenRtts() {
        limitedBy1();
        source.receiverLeft(1, now);
        send();
        silence(999);
        assertThat(rate()).isEqualTo(64_000);
        silence(1);
        assertThat(rate()).isEqualTo(32_000);
        silence(1000);
        assertThat(rate()).isEqualTo(16_000);
    }

    @Test
    void theRateNeverFallsBelowAPacketInEightSeconds() {
        limitedBy1();
        for (int i = 0; i < 100; i++) {
            silence(100_000);
            send();
        }
        assertThat(rate()).isCloseTo(SIZE / 8.0, within(1.0));
        report(2, 1, true);
        assertThat(rate()).isCloseTo(SIZE / 8.0, within(1.0));
    }

    @Test
    void aShortRttDoesNotMakeAPauseASilence() {
        source = source(Map.of());
        source.receiverJoined(1, MS / 10, now);
        send();
        now += MS / 10;
        report(1, 1e8, false);
        pass(500);
        for (int i = 0; i < 20; i++) {
            send();
            now += MS / 10;
            report(1, 1e8, true);
            pass(50);
        }
        double before = rate();
        send();
        silence(199);
        assertThat(rate()).isEqualTo(before);
        silence(1);
        assertThat(rate()).isEqualTo(before / 2);
    }

    @Test
    void whoIsNotThereIsNotSilent() {
        source.receiverJoined(1, RTT, now);
        send();
        assertThat(source.nextDeadlineNanos()).isNotEqualTo(Long.MAX_VALUE);
        source.receiverLeft(1, now);
        assertThat(source.nextDeadlineNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void theLowerTheRateTheMoreTimeThereIsToAnswer() {
        source = source(Map.of("quickReports", "0"));
        source.receiverJoined(1, RTT, now);
        send();
        silence(999);
        assertThat(rate()).isEqualTo(10_000);
        silence(2);
        assertThat(rate()).isEqualTo(5_000);
        silence(1_990);
        assertThat(rate()).as("a packet in 200 ms now").isEqualTo(5_000);
        silence(10);
        assertThat(rate()).isEqualTo(2_500);
        silence(3_980);
        assertThat(rate()).isEqualTo(2_500);
        silence(20);
        assertThat(rate()).isEqualTo(1_250);
    }
}
