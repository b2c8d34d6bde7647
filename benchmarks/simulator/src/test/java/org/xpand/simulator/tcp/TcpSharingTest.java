package org.xpand.simulator.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.LinkModelStats;
import org.xpand.simulator.RedSettings;
import org.xpand.simulator.measure.Summary;
import org.xpand.simulator.net.Dumbbell;

class TcpSharingTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    private static final double RATE = 625_000;
    /** 5 Mbit/s and 2 × 30 ms: a bandwidth-delay product of 37 segments. */
    private static final LinkModelSettings BOTTLENECK = LinkModelSettings.PERFECT.withRate(RATE).withDelayNanos(30 * MS)
            .withQueuePackets(38);
    private static final LinkModelSettings RED = BOTTLENECK.withQueuePackets(100).withRed(RedSettings.between(10, 30));

    @ParameterizedTest
    @EnumSource
    void oneFlowFillsALinkWithAQueueOfOneBandwidthDelayProduct(TcpSettings.Recovery recovery) {
        Dumbbell dumbbell = new Dumbbell(1, BOTTLENECK);
        TcpFlow flow = flow(dumbbell, "only", TcpSettings.DEFAULT.withRecovery(recovery));
        flow.startAt(0);
        dumbbell.run(20 * SECOND);
        LinkModelStats before = dumbbell.bottleneck().stats();
        dumbbell.run(60 * SECOND);

        assertThat(dumbbell.bottleneck().stats().since(before).utilisation(40 * SECOND)).isGreaterThan(0.95);
        assertThat(flow.throughput().mean(20 * SECOND, 60 * SECOND)).isGreaterThan(0.95 * RATE);
    }

    @ParameterizedTest
    @EnumSource
    void twoFlowsShareARedBottleneck(TcpSettings.Recovery recovery) {
        Summary share = Summary.overSeeds(1, 3, seed -> shareOfFirst(RED, recovery, seed));
        assertThat(share.mean()).isBetween(0.42, 0.58);
    }

    @ParameterizedTest
    @EnumSource
    void twoFlowsShareADropTailBottleneck(TcpSettings.Recovery recovery) {
        Summary share = Summary.overSeeds(1, 3, seed -> shareOfFirst(BOTTLENECK, recovery, seed));
        assertThat(share.mean()).isBetween(0.45, 0.55);
    }

    @Test
    void shorterRoundTripTimeGetsMore() {
        Dumbbell dumbbell = new Dumbbell(1, RED);
        TcpFlow near = flow(dumbbell, "near", TcpSettings.DEFAULT);
        TcpFlow far = new TcpFlow(dumbbell.network(), dumbbell.sender("far from"),
                dumbbell.receiver("far to", LinkModelSettings.PERFECT.withDelayNanos(70 * MS)), TcpSettings.DEFAULT);
        near.startAt(0);
        far.startAt(0);
        dumbbell.run(100 * SECOND);
        assertThat(near.throughput().mean(20 * SECOND, 100 * SECOND))
                .isGreaterThan(1.5 * far.throughput().mean(20 * SECOND, 100 * SECOND));
    }

    private static TcpFlow flow(Dumbbell dumbbell, String name, TcpSettings settings) {
        return new TcpFlow(dumbbell.network(), dumbbell.sender(name + " from"), dumbbell.receiver(name + " to"), settings);
    }

    private static double shareOfFirst(LinkModelSettings bottleneck, TcpSettings.Recovery recovery, long seed) {
        Dumbbell dumbbell = new Dumbbell(seed, bottleneck);
        TcpSettings settings = TcpSettings.DEFAULT.withRecovery(recovery);
        TcpFlow first = flow(dumbbell, "first", settings);
        TcpFlow second = flow(dumbbell, "second", settings);
        first.startAt(seed * 100 * MS);
        second.startAt((4 - seed) * 100 * MS);
        dumbbell.run(110 * SECOND);
        double rate = first.throughput().mean(10 * SECOND, 110 * SECOND);
        double other = second.throughput().mean(10 * SECOND, 110 * SECOND);
        assertThat(rate + other).as("seed %d", seed).isGreaterThan(0.85 * RATE);
        assertThat(rate / (rate + other)).as("seed %d", seed).isBetween(0.25, 0.75);
        return rate / (rate + other);
    }
}
