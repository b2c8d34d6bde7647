package org.xpand.protocols.tfmcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Packets that come in another order, the change from one role to the other, and another source. */
class TfmccReceiverOrderTest extends TfmccReceiverFixture {
    @Test
    void aPacketThatWasOvertakenTellsNothing() {
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
    void anotherSourcesNumbersAreNoLossAndNothingIsToldOfTheOldOnes() {
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
}
