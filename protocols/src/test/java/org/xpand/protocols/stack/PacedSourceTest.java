package org.xpand.protocols.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.rate.Pacer;
import org.xpand.protocols.strategy.RateSource;

/** Whatever changes the rate of a source is applied to its pacer, as far as it is believed. */
class PacedSourceTest {
    private static final SiteId SITE = new SiteId(2);
    private static final long MS = 1_000_000;

    private final FixedRateStrategy strategy = new FixedRateStrategy();
    private final PacedSource paced = new PacedSource(strategy, new Pacer(Pacer.Limits.DEFAULT, 0), new SplittableRandom(1));

    /** Sends as much as may be sent at once; returns when the next packet may leave. */
    private long sentAll(long nowNanos) {
        while (paced.maySend(nowNanos)) {
            paced.sent(1000, nowNanos);
        }
        return paced.nextSendNanos(nowNanos);
    }

    @Test
    void aPacketThatWaitsLeavesEarlierAtAHigherRate() {
        long atOldRate = sentAll(0);
        strategy.rate = 2 * FixedRateStrategy.RATE;
        paced.rateChanged(0);
        assertThat(paced.nextSendNanos(0)).isBetween(1L, atOldRate - 1);
    }

    @Test
    void aReceiverThatJoinsChangesTheRateAtOnce() {
        long atOldRate = sentAll(0);
        strategy.rate = 100 * FixedRateStrategy.RATE;
        assertThat(paced.allowedRate(0)).as("not believed").isEqualTo(RateGrowthCheck.MAX_GROWTH * RateGrowthCheck.INITIAL_BYTES
                / FixedRateStrategy.RTT_NANOS * 1e9);
        paced.joined(SITE, 0, 0);
        assertThat(paced.allowedRate(0)).isEqualTo(strategy.rate);
        assertThat(paced.nextSendNanos(0)).isLessThan(atOldRate);
        assertThat(strategy.source).containsExactly("joined 2");
    }

    @Test
    void aDeadlineOfTheSourceChangesTheRate() {
        strategy.sourceDeadlineNanos = 5 * MS;
        paced.run(5 * MS - 1);
        assertThat(strategy.source).isEmpty();
        long atOldRate = sentAll(5 * MS);
        strategy.rate = 2 * FixedRateStrategy.RATE;
        paced.run(5 * MS);
        assertThat(strategy.source).containsExactly("deadline");
        assertThat(paced.nextSendNanos(5 * MS)).isLessThan(atOldRate);
    }

    @Test
    void theNextSendIsNotLaterThanARoundTripTimeFromNow() {
        strategy.rate = 1;
        paced.joined(SITE, 0, 0);
        assertThat(sentAll(0)).isEqualTo(FixedRateStrategy.RTT_NANOS);
    }

    @Test
    void ratesOfLinksArePassedOnOnceToEachSource() {
        paced.linkRates(9, 3, 0);
        paced.linkRates(9, 3, MS);
        assertThat(strategy.source).containsExactly("links 9.0 to 3.0");
        RateSource former = paced.source();
        assertThat(paced.change(strategy, new Pacer(Pacer.Limits.DEFAULT, MS))).isSameAs(former);
        assertThat(paced.source()).isNotSameAs(former);
        paced.linkRates(9, 3, MS);
        assertThat(strategy.source).containsExactly("links 9.0 to 3.0", "links 9.0 to 3.0");
    }

    @Test
    void everythingSentIsCharged() {
        paced.sent(1000, 0);
        paced.sent(200, 0);
        assertThat(paced.chargedBytes()).isEqualTo(1200);
    }
}
