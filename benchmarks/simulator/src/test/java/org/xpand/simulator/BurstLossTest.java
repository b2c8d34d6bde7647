package org.xpand.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BurstLossTest {
    private static final int PACKETS = 300_000;

    @Test
    void losesTheConfiguredShareInBurstsOfTheConfiguredMeanLength() {
        BurstLoss bursts = BurstLoss.of(0.02, 4);
        LinkModel link = new LinkModel(LinkModelSettings.PERFECT.withBurstLoss(bursts), new SplittableRandom(3));
        int lost = 0;
        int runs = 0;
        boolean losing = false;
        for (int i = 0; i < PACKETS; i++) {
            boolean loses = link.offer(100, i) == LinkVerdict.LOST;
            lost += loses ? 1 : 0;
            runs += loses && !losing ? 1 : 0;
            losing = loses;
        }
        assertThat(bursts.meanLoss()).isCloseTo(0.02, within(1e-12));
        assertThat((double) lost / PACKETS).isCloseTo(0.02, within(0.002));
        assertThat((double) lost / runs).isCloseTo(4, within(0.3));
    }

    @Test
    void eachStateHasItsOwnLoss() {
        BurstLoss loss = new BurstLoss(0.1, 0.3, 0.01, 0.5);
        LinkModel link = new LinkModel(LinkModelSettings.PERFECT.withBurstLoss(loss), new SplittableRandom(4));
        for (int i = 0; i < PACKETS; i++) {
            link.offer(100, i);
        }
        assertThat(loss.meanLoss()).isCloseTo(0.25 * 0.5 + 0.75 * 0.01, within(1e-12));
        assertThat((double) link.stats(PACKETS).lost() / PACKETS).isCloseTo(loss.meanLoss(), within(0.005));
    }
}
