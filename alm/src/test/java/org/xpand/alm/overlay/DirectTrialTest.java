package org.xpand.alm.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Direct paths are taken if they turn out to be faster than the tree. */
class DirectTrialTest {
    private static final long SECOND = 1_000_000_000L;
    private static final double BOUND = 0.02;

    private final DirectTrial trial = new DirectTrial();
    private long now = 5 * SECOND;

    /** Looks for some seconds at a rate for each kind of paths; returns how often the paths changed. */
    private int look(double tree, double direct, boolean worth, double seconds) {
        int changes = 0;
        for (long end = now + Math.round(seconds * SECOND); now < end; now += SECOND / 2) {
            changes += trial.look(trial.isDirect() ? direct : tree, worth, BOUND, now) ? 1 : 0;
        }
        return changes;
    }

    /** Seconds until the paths change, with rates as before. */
    private double untilChange(double tree, double direct) {
        for (long from = now; ; ) {
            if (look(tree, direct, true, 0.5) > 0) {
                return (now - from) / (double) SECOND;
            }
            assertThat((now - from) / SECOND).isLessThan(4000);
        }
    }

    @Test
    void fasterDirectPathsAreKept() {
        assertThat(look(100, 120, true, 4.5)).isZero();
        assertThat(look(100, 120, true, 0.5)).isEqualTo(1);
        assertThat(trial.isDirect()).isTrue();
        assertThat(look(100, 120, true, 60)).isZero();
        assertThat(trial.isDirect()).isTrue();
    }

    @Test
    void theTreeIsKeptIfThereIsLittleDifference() {
        assertThat(look(100, 110, true, 5)).isEqualTo(1);
        assertThat(look(100, 110, true, 9.5)).isZero();
        assertThat(look(100, 110, true, 0.5)).as("after ten seconds of direct paths").isEqualTo(1);
        assertThat(trial.isDirect()).isFalse();
    }

    @Test
    void othersAreTriedLessAndLessOften() {
        untilChange(100, 110);
        for (double wait : new double[] {60, 120, 240, 480, 960, 1920, 1920}) {
            assertThat(untilChange(100, 110)).as("the trial").isEqualTo(10);
            assertThat(untilChange(100, 110)).isBetween(wait - 1, wait + 1);
        }
    }

    @Test
    void aTrialThatHalvesTheRateEndsSoon() {
        assertThat(look(100, 40, true, 5)).isEqualTo(1);
        assertThat(untilChange(100, 40)).isEqualTo(3);
    }

    @Test
    void aTrialLastsWhileTheRateRises() {
        look(100, 0, true, 5);
        double rate = 60;
        for (int i = 0; i < 39; i++) {
            assertThat(look(0, rate, true, 0.5)).isZero();
            rate *= 1.03;
        }
        look(0, rate, true, 10);
        assertThat(trial.isDirect()).as("kept at %s", rate).isTrue();
    }

    @Test
    void noTrialBeginsWhileTheRateFalls() {
        double rate = 1000;
        for (int i = 0; i < 40; i++) {
            assertThat(look(rate, 0, true, 0.5)).isZero();
            rate *= 0.95;
        }
        assertThat(untilChange(rate, 0)).isLessThanOrEqualTo(5);
    }

    @Test
    void nothingIsTriedWhereItIsNotWorthIt() {
        assertThat(look(100, 200, false, 600)).isZero();
        for (int i = 0; i < 100; i++) {
            assertThat(look(100, 200, i % 5 < 3, 0.5)).as("six of ten looks").isZero();
        }
    }

    @Test
    void aTrialWithoutEnoughToSendIsGivenUp() {
        look(100, 200, true, 5);
        assertThat(look(100, 200, false, 10)).isEqualTo(1);
        assertThat(trial.isDirect()).isFalse();
        assertThat(untilChange(100, 200)).isBetween(58.0, 62.0);
    }

    @Test
    void aTrialEndsWhenTheSitesChange() {
        look(100, 200, true, 5);
        assertThat(trial.restart(now)).isTrue();
        assertThat(trial.isDirect()).isFalse();
        assertThat(trial.restart(now)).isFalse();
    }

    @Test
    void directPathsAreComparedWithTheTreeAgain() {
        look(100, 200, true, 16);
        assertThat(untilChange(100, 200)).as("the tree is tried").isBetween(58.0, 62.0);
        assertThat(untilChange(100, 200)).as("direct paths again").isLessThan(11);
        assertThat(trial.isDirect()).isTrue();
        assertThat(untilChange(100, 70)).as("slower than the tree was").isLessThan(10);
        look(100, 70, true, 30);
        assertThat(trial.isDirect()).as("the tree is better now").isFalse();
    }

    @Test
    void aLinkThatStaysFullForHalfASecondEndsATrial() {
        look(100, 50, true, 5);
        assertThat(trial.isWatchDue(now)).isTrue();
        assertThat(trial.watch(50, BOUND, now)).isFalse();
        assertThat(trial.isWatchDue(now)).isFalse();
        now += SECOND / 10;
        assertThat(trial.isWatchDue(now)).isTrue();
        for (int i = 0; i < 9; i++) {
            assertThat(trial.watch(99, BOUND + 0.01, now)).isFalse();
        }
        assertThat(trial.watch(100, BOUND + 0.01, now)).as("the rate is no lower").isFalse();
        for (int i = 0; i < 9; i++) {
            assertThat(trial.watch(99, BOUND + 0.01, now)).isFalse();
        }
        assertThat(trial.watch(99, BOUND, now)).as("the loss is no higher").isFalse();
        for (int i = 0; i < 9; i++) {
            assertThat(trial.watch(99, BOUND + 0.01, now)).as("a single one may be chance").isFalse();
        }
        assertThat(trial.watch(99, BOUND + 0.01, now)).isTrue();
        assertThat(trial.isDirect()).isFalse();
        assertThat(trial.isWatchDue(now + SECOND)).isFalse();
    }
}
