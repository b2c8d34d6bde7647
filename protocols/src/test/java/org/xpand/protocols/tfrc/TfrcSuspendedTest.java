package org.xpand.protocols.tfrc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** A receiver that cannot be reached holds nobody up, and goes on where it was; what was sent before a change of strategy counts. */
class TfrcSuspendedTest extends TfrcSourceFixture {
    @Test
    void whoCannotBeReachedDoesNotLimitAndLimitsAgainWhenItIsBack() {
        source.receiverJoined(1, RTT, now);
        source.receiverJoined(2, RTT, now);
        round(40_000, 40_000, 20_000);
        assertThat(rate()).isEqualTo(20_000);
        source.receiverSuspended(2, now);
        assertThat(source.stats(now).limitingReceiver()).hasValue(1);
        // Twice what is received at most, and the other one allows 40,000 (RFC 5348 §4.3).
        round(40_000, 40_000);
        assertThat(rate()).isEqualTo(40_000);
        source.receiverResumed(2, false, RTT, now);
        round(40_000, 40_000, 20_000);
        assertThat(rate()).isEqualTo(20_000);
        assertThat(source.stats(now).limitingReceiver()).hasValue(2);
    }

    @Test
    void theOnlyReceiverGoesOnAtTheRateItHad() {
        source.receiverJoined(1, RTT, now);
        round(40_000, 40_000);
        source.receiverSuspended(1, now);
        now += 50 * RTT;
        source.deadlineReached(now);
        source.receiverResumed(1, false, RTT, now);
        assertThat(rate()).isEqualTo(40_000);
    }

    @Test
    void whoWasSilentGoesOnAtHalfOfWhatItHadBeforeItsSilence() {
        source.receiverJoined(1, RTT, now);
        round(40_000, 40_000);
        for (int i = 0; i < 4; i++) {
            send();
            now += 4 * RTT;
            source.deadlineReached(now);
        }
        assertThat(rate()).isEqualTo(2_500);
        source.receiverResumed(1, false, RTT, now);
        assertThat(rate()).as("the path or the peer failed; this is no congestion signal").isEqualTo(20_000);
    }

    @Test
    void whoIsNotKnownAndComesBackIsNew() {
        source.receiverJoined(1, RTT, now);
        round(40_000, 40_000);
        source.receiverResumed(2, false, RTT, now);
        round(40_000, 40_000, 10_000);
        assertThat(rate()).isEqualTo(10_000);
        source.receiverSuspended(3, now);
        assertThat(rate()).as("of a receiver that is not known nothing is suspended").isEqualTo(10_000);
    }

    @Test
    void aSourceThatFollowsAnotherBeginsAtHalfOfItsRateUntilAllHaveReported() {
        source.receiverJoined(1, RTT, now);
        double alone = rate();
        source.predecessorRate(1e6, now);
        assertThat(rate()).isEqualTo(0.5e6);
        source = source(Map.of());
        source.predecessorRate(1e6, now);
        source.receiverJoined(1, RTT, now);
        assertThat(rate()).as("in the other order too").isEqualTo(0.5e6);
        round(0.5e6, NO_LOSS);
        assertThat(rate()).isEqualTo(1e6, within(1.0));
        for (double nonsense : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            TfrcSource other = source(Map.of());
            other.receiverJoined(1, RTT, now);
            other.predecessorRate(nonsense, now);
            assertThat(other.allowedRate(now)).as("after %s", nonsense).isEqualTo(alone);
        }
    }

    @Test
    void whatWasSentBeforeDoesNotCountOnceAPacketHasLeft() {
        source.receiverJoined(1, RTT, now);
        send();
        double before = rate();
        source.predecessorRate(1e6, now);
        assertThat(rate()).isEqualTo(before);
    }
}
