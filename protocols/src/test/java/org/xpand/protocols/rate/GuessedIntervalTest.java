package org.xpand.protocols.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** A first loss interval that stands for a rate, also with other packets. */
class GuessedIntervalTest extends LossHistoryFixture {
    private final GuessedInterval guess = new GuessedInterval(history);

    private double afterTheFirstLoss() {
        receive(10);
        lose(1);
        receive(1);
        return 1 / history.lossEventRate();
    }

    @Test
    void withPacketsOfTwiceTheSizeItIsAQuarter() {
        assertThat(afterTheFirstLoss()).isCloseTo(SEED, within(1e-9));
        guess.made(700);
        for (int bytes = 701; bytes <= 1400; bytes++) {
            guess.follow(bytes);
        }
        assertThat(1 / history.lossEventRate()).isCloseTo(SEED / 4, within(SEED / 4 * 0.02));
    }

    @Test
    void whatWasNotDerivedFromARateStays() {
        assertThat(afterTheFirstLoss()).isCloseTo(SEED, within(1e-9));
        guess.follow(700);
        guess.follow(1400);
        assertThat(1 / history.lossEventRate()).isCloseTo(SEED, within(1e-9));
    }
}
