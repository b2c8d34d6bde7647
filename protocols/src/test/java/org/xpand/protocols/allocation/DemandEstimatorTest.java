package org.xpand.protocols.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** What a sender demands, from how its window fills and drains. */
class DemandEstimatorTest {
    private static final long MS = 1_000_000;
    private static final DemandConfig CONFIG = DemandConfig.defaults();
    private static final long SAMPLE = CONFIG.sampleNanos();
    private static final double INITIAL = CONFIG.initialRate();

    private final DemandEstimator estimator = new DemandEstimator(CONFIG, 0);
    private long now;

    @Test
    void newSenderDemandsTheInitialRateAndSaysSoAtOnce() {
        assertThat(estimator.reportDue(0)).isTrue();
        assertThat(estimator.report(0)).isEqualTo(INITIAL);
        assertThat(estimator.reportDue(0)).isFalse();
    }

    @Test
    void openWindowIsMeasuredWithLittleHistory() {
        pass(100_000, 100_000);
        double first = 0.4 * INITIAL + 0.6 * 2_000_000;
        assertThat(estimator.demand(now)).isCloseTo(first, within(1.0));
        pass(50_000, 50_000);
        assertThat(estimator.demand(now)).isCloseTo(0.4 * first + 0.6 * 1_000_000, within(1.0));
    }

    @Test
    void whatStandsInTheWindowIsToDrainToo() {
        pass(100_000, 60_000);
        assertThat(estimator.demand(now)).isCloseTo(0.4 * INITIAL + 0.6 * (2_000_000 + 40_000 / 0.2), within(1.0));
    }

    @Test
    void segmentsThatLeaveTwiceDoNotHideWhatStandsThereLater() {
        estimator.drained(1_000_000, now);
        pass(100_000, 60_000);
        assertThat(estimator.demand(now)).isCloseTo(0.4 * INITIAL + 0.6 * (2_000_000 + 40_000 / 0.2), within(1.0));
    }

    @Test
    void sampleThatIsLateCountsWithItsRealLength() {
        estimator.filled(100_000, now);
        estimator.drained(100_000, now);
        now += 4 * SAMPLE;
        assertThat(estimator.demand(now)).isCloseTo(0.4 * INITIAL + 0.6 * 500_000, within(1.0));
        assertThat(estimator.nextDeadlineNanos()).isEqualTo(now + SAMPLE);
    }

    @Test
    void fullWindowDoublesTheRequestOnceItIsGranted() {
        blocked(INITIAL);
        for (double request = 2 * INITIAL; request < 1e6; request *= 2) {
            assertThat(estimator.demand(now)).isEqualTo(request);
            blocked(request);
        }
    }

    @Test
    void moreIsNotRequestedIfTheLastRequestWasNotGranted() {
        blocked(INITIAL);
        for (int i = 0; i < 10; i++) {
            blocked(2 * INITIAL * 0.97);
            assertThat(estimator.demand(now)).isEqualTo(2 * INITIAL);
        }
        blocked(2 * INITIAL * 0.99);
        assertThat(estimator.demand(now)).as("granted but for the tolerance").isEqualTo(4 * INITIAL);
    }

    @Test
    void moreIsNotRequestedBeforeThereIsAGrant() {
        estimator.report(now);
        estimator.window(true, now);
        now += 5 * SAMPLE;
        assertThat(estimator.demand(now)).isEqualTo(INITIAL);
    }

    @Test
    void requestThatNobodyHasReceivedIsNotDoubledAgain() {
        estimator.report(now);
        estimator.granted(1e9, now);
        estimator.window(true, now);
        for (int i = 0; i < 5; i++) {
            now += SAMPLE;
            assertThat(estimator.demand(now)).isEqualTo(2 * INITIAL);
        }
        estimator.report(now);
        now += SAMPLE;
        assertThat(estimator.demand(now)).isEqualTo(4 * INITIAL);
    }

    @Test
    void whatDrainsFromAFullWindowWasWanted() {
        estimator.report(now);
        estimator.granted(1e6, now);
        estimator.window(true, now);
        estimator.drained(30_000, now);
        now += SAMPLE;
        assertThat(estimator.demand(now)).as("twice 600 kB/s").isCloseTo(1.2e6, within(1.0));
        DemandEstimator ahead = new DemandEstimator(CONFIG, 0);
        ahead.report(0);
        ahead.granted(100_000, 0);
        ahead.window(true, 0);
        ahead.drained(30_000, 0);
        assertThat(ahead.demand(SAMPLE)).as("a burst beyond the grant is not").isEqualTo(200_000);
    }

    @Test
    void openedWindowIsMeasuredAgain() {
        blocked(INITIAL);
        blocked(2 * INITIAL);
        double request = estimator.demand(now);
        estimator.window(false, now);
        pass(5000, 5000);
        assertThat(estimator.demand(now)).isCloseTo(0.4 * request + 0.6 * 100_000, within(1.0));
    }

    @Test
    void windowThatIsFullForLessThanHalfASampleIsMeasured() {
        estimator.report(now);
        estimator.granted(1e9, now);
        toggled(SAMPLE * 2 / 5);
        assertThat(estimator.demand(now)).as("nothing was put in").isCloseTo(0.4 * INITIAL, within(1.0));
        estimator.report(now);
        double request = estimator.demand(now);
        toggled(SAMPLE * 3 / 5);
        assertThat(estimator.demand(now)).isEqualTo(2 * request);
    }

    @Test
    void fullRetentionMakesTheCurrentRateTheDemand() {
        blocked(INITIAL);
        estimator.granted(1e9, now);
        estimator.report(now);
        estimator.drained(10_000, now);
        estimator.held(now + SAMPLE / 2);
        now += SAMPLE;
        // The first sample drained nothing, the second 200 kB/s.
        assertThat(estimator.demand(now)).isCloseTo(0.6 * 200_000, within(1.0));
        now += SAMPLE;
        assertThat(estimator.demand(now)).as("still held").isCloseTo(0.4 * 0.6 * 200_000, within(1.0));
        estimator.report(now);
        estimator.drained(1, now);
        now += SAMPLE;
        double last = estimator.demand(now);
        estimator.report(now);
        now += SAMPLE;
        assertThat(estimator.demand(now)).as("no longer held: the full window asks").isEqualTo(2 * last);
    }

    @Test
    void activeSenderDemandsTheFloorAndAnIdleOneNothing() {
        estimator.filled(1, now);
        for (long end = now + CONFIG.idleNanos() - SAMPLE; now < end; now += SAMPLE) {
            assertThat(estimator.demand(now)).isGreaterThanOrEqualTo(CONFIG.floorRate());
        }
        now += 20 * SAMPLE;
        assertThat(estimator.demand(now)).as("something stands in the window").isEqualTo(CONFIG.floorRate());
        estimator.drained(1, now);
        now += SAMPLE;
        assertThat(estimator.demand(now)).isEqualTo(CONFIG.floorRate());
        now += CONFIG.idleNanos();
        assertThat(estimator.demand(now)).isZero();
    }

    @Test
    void blockedSenderIsNotIdle() {
        estimator.window(true, now);
        for (long end = now + 3 * CONFIG.idleNanos(); now < end; now += SAMPLE) {
            assertThat(estimator.demand(now)).isEqualTo(INITIAL);
        }
    }

    @Test
    void idleSenderWakesOnlyToRefreshAndIsMeasuredFromItsNextByteOn() {
        estimator.report(now);
        now += CONFIG.idleNanos();
        assertThat(estimator.reportDue(now)).isTrue();
        assertThat(estimator.report(now)).isZero();
        now += SAMPLE;
        estimator.deadlineReached(now);
        assertThat(estimator.nextDeadlineNanos()).isEqualTo(now - SAMPLE + CONFIG.refreshNanos());
        now += 700 * MS;
        estimator.filled(10_000, now);
        estimator.drained(10_000, now);
        assertThat(estimator.nextDeadlineNanos()).isEqualTo(now + SAMPLE);
        now += SAMPLE;
        assertThat(estimator.demand(now)).isCloseTo(0.6 * 200_000, within(1.0));
        assertThat(estimator.reportDue(now)).isTrue();
    }

    @Test
    void changeByDeltaIsReportedAtOnceButNotTwiceInASample() {
        settle(1_000_000);
        estimator.report(now);
        pass(SAMPLE, 1_150_000);
        assertThat(estimator.demand(now)).isCloseTo(1_090_000, within(1000.0));
        assertThat(estimator.reportDue(now)).as("9 %").isFalse();
        pass(SAMPLE, 1_150_000);
        assertThat(estimator.reportDue(now)).as("more than 10 %").isTrue();
        now += SAMPLE / 2;
        estimator.report(now);
        now -= SAMPLE / 2;
        pass(SAMPLE, 9_000_000);
        assertThat(estimator.reportDue(now)).as("half a sample after the last").isFalse();
        assertThat(estimator.reportDue(now + SAMPLE / 2)).isTrue();
    }

    @Test
    void steadyDemandIsRefreshed() {
        settle(1_000_000);
        estimator.report(now);
        long reported = now;
        while (now < reported + CONFIG.refreshNanos()) {
            assertThat(estimator.reportDue(now)).isFalse();
            pass(SAMPLE, 1_000_000);
        }
        assertThat(estimator.reportDue(now)).isTrue();
    }

    @Test
    void newDelegateIsNotifiedAndHasGrantedNothing() {
        blocked(INITIAL);
        estimator.report(now);
        estimator.granted(1e9, now);
        estimator.delegateChanged();
        assertThat(estimator.reportDue(now)).isTrue();
        estimator.report(now);
        now += 3 * SAMPLE;
        assertThat(estimator.demand(now)).isEqualTo(2 * INITIAL);
    }

    @Test
    void grantThatIsNoRateIsRefused() {
        assertThatThrownBy(() -> estimator.granted(-1, 0)).hasMessageContaining("grant of -1.0");
        assertThatThrownBy(() -> estimator.granted(Double.NaN, 0)).hasMessageContaining("NaN");
    }

    /** Whatever happens, demands are amounts at or above the floor or nothing, and timers lie ahead. */
    @Property(tries = 200)
    void randomEventsKeepTheBounds(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        DemandEstimator any = new DemandEstimator(CONFIG, Long.MAX_VALUE - 1000 * MS);
        long time = Long.MAX_VALUE - 1000 * MS;
        for (int i = 0; i < 500; i++) {
            time += random.nextInt(10) == 0 ? random.nextLong(2000 * MS) : random.nextLong(30 * MS);
            switch (random.nextInt(7)) {
                case 0 -> any.filled(random.nextInt(100_000), time);
                case 1 -> any.drained(random.nextInt(100_000), time);
                case 2 -> any.window(random.nextBoolean(), time);
                case 3 -> any.held(time);
                case 4 -> any.granted(random.nextDouble(1e7), time);
                case 5 -> any.delegateChanged();
                default -> any.report(time);
            }
            any.deadlineReached(time);
            assertThat(any.nextDeadlineNanos() - time).as("seed %d", seed).isPositive();
            double demand = any.demand(time);
            assertThat(demand == 0 || demand >= CONFIG.floorRate()).as("seed %d demand %s", seed, demand).isTrue();
            assertThat(demand).isLessThan(1e9);
        }
    }

    /** One sample with an open window through which so many bytes pass, in the middle of it. */
    private void pass(int filled, int drained) {
        estimator.filled(filled, now + SAMPLE / 2);
        estimator.drained(drained, now + SAMPLE / 2);
        now += SAMPLE;
        estimator.deadlineReached(now);
    }

    private void pass(long nanos, double rate) {
        int bytes = (int) Math.round(rate * nanos / 1e9);
        pass(bytes, bytes);
    }

    private void settle(double rate) {
        for (int i = 0; i < 20; i++) {
            pass(SAMPLE, rate);
        }
    }

    /** One sample with a full window, after a report that was granted so much. */
    private void blocked(double grant) {
        estimator.report(now);
        estimator.granted(grant, now);
        estimator.window(true, now);
        now += SAMPLE;
        estimator.deadlineReached(now);
    }

    private void toggled(long fullNanos) {
        estimator.window(true, now + MS);
        estimator.window(false, now + MS + fullNanos);
        now += SAMPLE;
        estimator.deadlineReached(now);
    }
}
