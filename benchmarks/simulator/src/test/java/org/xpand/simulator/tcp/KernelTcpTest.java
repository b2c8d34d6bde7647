package org.xpand.simulator.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.measure.Summary;
import org.xpand.simulator.net.Dumbbell;

/** The preset that stands for kernel TCP has what kernel TCP has on the test bed. */
class KernelTcpTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    private static final double BYTES_PER_MEGABIT = 125_000;
    /** Linux 6, Reno, 100 Mbit/s, RTT 50 ms, 1 % of packets lost at random, Mbit/s of IP packets before the loss. */
    private static final double MEASURED = 2.55;

    @Test
    void underRandomLossItHasWhatTheKernelHas() {
        LinkModelSettings lossy = LinkModelSettings.PERFECT.withRate(100 * BYTES_PER_MEGABIT).withDelayNanos(25 * MS)
                .withQueueBytes(625_000).withLoss(0.01);
        Summary megabits = Summary.overSeeds(1, 3, seed -> {
            Dumbbell dumbbell = new Dumbbell(seed, lossy);
            TcpFlow flow = new TcpFlow(dumbbell.network(), dumbbell.sender("from"), dumbbell.receiver("to"), TcpSettings.KERNEL);
            flow.startAt(0);
            dumbbell.run(300 * SECOND);
            return (double) flow.stats().sent() * TcpSettings.KERNEL.segmentSize() / 300 / BYTES_PER_MEGABIT;
        });
        assertThat(megabits.mean()).as("Mbit/s").isBetween(0.9 * MEASURED, 1.1 * MEASURED);
    }

    @Test
    void itBeginsWithTenSegments() {
        Dumbbell dumbbell = new Dumbbell(1, LinkModelSettings.PERFECT.withRate(100 * BYTES_PER_MEGABIT).withDelayNanos(50 * MS)
                .withQueueBytes(625_000));
        TcpFlow flow = new TcpFlow(dumbbell.network(), dumbbell.sender("from"), dumbbell.receiver("to"), TcpSettings.KERNEL);
        flow.startAt(0);
        dumbbell.run(99 * MS);
        assertThat(flow.stats().sent()).isEqualTo(10);
    }
}
