package org.xpand.protocols.tfmcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Packets that come in another order, the change from one role to the other, and another source. */
class TfmccReceiverOrderTest extends TfmccReceiverFixture {
    @Test
    void aPacketThatWasOvertakenShowsNothing() {
        packets(20);
        measure(100);
        round = 2;
        packets(1);
        long after = next;
        long rtt = receiver.rttNanos();
        next = 5;
        round = 1;
        clr = KEY;
        packet(700, null);
        next = after;
        assertThat(receiver.rttNanos()).as("its delay").isEqualTo(rtt);
        assertThat(report().round()).as("its round").isEqualTo(2);
        clr = OTHER;
        round = 2;
        packets(1);
        assertThat(report().asClr()).as("its CLR").isFalse();
    }

    @Test
    void whoBecomesTheClrReportsOncePerRttAndNotByItsTimer() {
        packets(20);
        measure(100);
        long reported = now - 100 * MS;
        round++;
        packets(1);
        assertThat(receiver.nextDeadlineNanos()).as("the timer").isLessThan(Long.MAX_VALUE);
        clr = KEY;
        packets(1);
        assertThat(receiver.nextDeadlineNanos()).isEqualTo(reported + receiver.rttNanos());
        clr = OTHER;
        packets(1);
        assertThat(receiver.nextDeadlineNanos()).as("no longer the CLR, and nothing to say in this round")
                .isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void onALanTheClrReportsLessOftenThanOncePerRtt() {
        clr = KEY;
        rate = 10_000_000;
        packet();
        report();
        now += MS / 5;
        packet(0, now - MS / 5);
        assertThat(receiver.rttNanos()).isLessThan(MS);
        int reports = 0;
        for (int i = 0; i < 2000; i++) {
            now += MS / 10;
            packet(0, null);
            if (receiver.reportDue(now)) {
                report();
                reports++;
            }
        }
        assertThat(reports).as("in 200 ms").isBetween(35, 41);
    }

    @Test
    void whatIsSuppressedIsCounted() {
        packets(20);
        round++;
        packets(1);
        assertThat(receiver.stats(now).suppressed()).isZero();
        suppression = 1;
        packets(1);
        assertThat(receiver.stats(now).suppressed()).isEqualTo(1);
        packets(3);
        assertThat(receiver.stats(now).suppressed()).as("once in a round").isEqualTo(1);
    }

    @Test
    void anotherSourcesNumbersAreNoLossAndNothingIsReportedOfTheOldOnes() {
        clr = KEY;
        next = 1000;
        packets(20);
        receiver.numbersRestarted(now);
        assertThat(receiver.reportDue(now + 1000 * MS)).isFalse();
        assertThatThrownBy(this::report).isInstanceOf(IllegalStateException.class);
        next = 0;
        packets(10);
        assertThat(receiver.stats(now).lost()).isZero();
        assertThat(receiver.stats(now).received()).isEqualTo(30);
    }

    @Test
    void whatAnOvertakenPacketSuppressesIsNotSuppressedNow() {
        packets(20);
        round++;
        packets(2);
        long after = next;
        next = after - 2;
        suppression = 1;
        packet();
        next = after;
        assertThat(dueWithin(10_000)).isTrue();
        assertThat(receiver.stats(now).suppressed()).isZero();
    }

    @Test
    void nothingIsDueBeforeTheTimerExpires() {
        packets(20);
        round++;
        packets(1);
        long deadline = receiver.nextDeadlineNanos();
        receiver.deadlineReached(deadline - 1);
        assertThat(receiver.reportDue(deadline - 1)).isFalse();
        receiver.deadlineReached(deadline);
        assertThat(receiver.reportDue(deadline)).isTrue();
    }

    @Test
    void withoutATimerNothingIsDueAtATimeBelowZeroEither() {
        now = -1_000_000 * MS;
        packets(20);
        assertThat(dueWithin(10_000)).isTrue();
        report();
        receiver.deadlineReached(now);
        assertThat(receiver.reportDue(now)).isFalse();
    }

    @Test
    void whatWasDueIsNotWhenItsWriterBecomesTheClr() {
        packets(20);
        measure(1000);
        round++;
        packets(1);
        assertThat(dueWithin(10_000)).isTrue();
        report();
        round++;
        rate = 10_000_000;
        packets(1);
        clr = KEY;
        long reported = now;
        receiver.deadlineReached(receiver.nextDeadlineNanos());
        packets(1);
        assertThat(receiver.reportDue(now)).as("within an RTT of its last report").isFalse();
        assertThat(receiver.nextDeadlineNanos()).isGreaterThan(reported);
    }

    @Test
    void inThePaperWhoGetsLittleWithoutALossHasNothingToSay() {
        receiver = receiver(Map.of("preset", "paper", "slowDownTimers", "false"));
        packets(200);
        rate = 1_000_000;
        round++;
        packets(1);
        assertThat(receiver.nextDeadlineNanos()).isLessThan(Long.MAX_VALUE);
        assertThat(dueWithin(100_000)).isFalse();
    }
}
