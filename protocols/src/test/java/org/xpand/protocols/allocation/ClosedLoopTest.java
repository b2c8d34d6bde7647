package org.xpand.protocols.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Demands, division and buckets together bring each sender what is fair. */
class ClosedLoopTest {
    private static final long MS = ClosedLoop.MS;
    private static final long SECOND = 1000 * MS;
    private static final double ALWAYS = Double.POSITIVE_INFINITY;
    private static final int WINDOW = 64_000;
    private static final Percentage TENTH = Percentage.withPercentage(10);

    /** The paper's three senders in a LAN: one wants a sixth, one a half, one all of it. */
    @ParameterizedTest
    @ValueSource(doubles = {125_000, 1_200_000, 6_000_000})
    void threeSendersShareTheAggregate(double aggregate) {
        ClosedLoop loop = new ClosedLoop(aggregate);
        double net = aggregate * ClosedLoop.SEGMENT / ClosedLoop.CHARGED;
        loop.sender(WINDOW, time -> net / 6);
        loop.sender(WINDOW, time -> net / 2);
        loop.sender(WINDOW, time -> ALWAYS);
        loop.run(SECOND);
        double[] rates = loop.measure(5 * SECOND);
        assertThat(rates[0]).isCloseTo(net / 6, TENTH);
        assertThat(rates[1]).isCloseTo(net * 5 / 12, TENTH);
        assertThat(rates[2]).isCloseTo(net * 5 / 12, TENTH);
        assertThat(rates[0] + rates[1] + rates[2]).as("all is used").isGreaterThan(0.98 * net);
        assertThat((double) loop.worstBacklog).isLessThan(loop.allocator.queueLimitBytes());
    }

    /** Once a second 100 kB in a tenth of it, against one that always has more. */
    @Test
    void burstsAreServedAndWhatTheyLeaveIsUsed() {
        ClosedLoop loop = new ClosedLoop(1_060_000);
        ClosedLoop.Sender bursty = loop.sender(WINDOW, time -> time % SECOND < SECOND / 10 ? 1e6 : 0);
        loop.sender(WINDOW, time -> ALWAYS);
        loop.run(SECOND);
        double[] rates = loop.measure(5 * SECOND);
        assertThat(rates[0]).isCloseTo(100_000, within(1000.0));
        assertThat(rates[1]).isGreaterThan(0.95 * 900_000);
        assertThat(bursty.longestWait).as("at its fair half a burst takes 200 ms").isLessThan(250 * MS);
        assertThat(bursty.reports).as("reports in 6 s").isLessThan(90);
    }

    @Test
    void idleSenderCostsTheOthersNothingAndHasItsShareSoon() {
        ClosedLoop loop = new ClosedLoop(1_060_000);
        ClosedLoop.Sender idle = loop.sender(WINDOW, time -> time < 4 * SECOND ? 0 : ALWAYS);
        loop.sender(WINDOW, time -> ALWAYS);
        loop.run(2 * SECOND);
        assertThat(loop.measure(2 * SECOND)[1]).isGreaterThan(0.98e6);
        assertThat(idle.estimator.demand(loop.now)).isZero();
        loop.run(20 * MS);
        assertThat(idle.taken).as("it sends at once").isGreaterThan(0);
        loop.run(480 * MS);
        assertThat(loop.measure(SECOND)).containsExactly(new double[] {500_000, 500_000}, within(15_000.0));
    }

    @Test
    void senderThatLeavesGivesItsShareToTheOthers() {
        ClosedLoop loop = new ClosedLoop(1_060_000);
        loop.sender(WINDOW, time -> time < 3 * SECOND ? ALWAYS : 0);
        loop.sender(WINDOW, time -> ALWAYS);
        loop.run(3 * SECOND + 400 * MS);
        assertThat(loop.measure(SECOND)[1]).isGreaterThan(0.97e6);
    }

    @Test
    void senderIsNotHeldBackWhileThereIsRoom() {
        ClosedLoop loop = startsBesideASlowOne(AllocatorConfig.defaults());
        assertThat(loop.measure(50 * MS)[0]).as("the surplus is there before its demand is known").isGreaterThan(350_000);
        loop.run(50 * MS);
        assertThat(loop.measure(SECOND)[0]).isCloseTo(600_000, Percentage.withPercentage(5));
        ClosedLoop tight = startsBesideASlowOne(withoutSurplus());
        assertThat(tight.measure(50 * MS)[0]).as("held back without the surplus").isLessThan(150_000);
    }

    /** The process that is delegate gets a quarter done of what the aggregate allows, and a round trip is short. */
    @Test
    void delegateThatIsSlowerThanItsRateNeverRunsEmpty() {
        double gotDone = 15e6;
        ClosedLoop loop = new ClosedLoop(60e6, gotDone, MS / 2, AllocatorConfig.defaults());
        loop.sender(1_000_000, time -> ALWAYS);
        loop.run(SECOND);
        assertThat(loop.measure(2 * SECOND)[0]).isGreaterThan(0.98 * gotDone * ClosedLoop.SEGMENT / ClosedLoop.CHARGED);
        assertThat((double) loop.worstBacklog).isLessThan(2 * loop.allocator.queueLimitBytes());
    }

    /** One sender is about to begin at 600 kB/s beside one of 200 kB/s, with room for 1 MB/s. */
    private static ClosedLoop startsBesideASlowOne(AllocatorConfig allocation) {
        ClosedLoop loop = new ClosedLoop(1_060_000, DemandConfig.defaults(), allocation);
        loop.sender(WINDOW, time -> time < 3 * SECOND ? 0 : 600_000);
        loop.sender(WINDOW, time -> 200_000);
        loop.run(3 * SECOND);
        return loop;
    }

    private static AllocatorConfig withoutSurplus() {
        AllocatorConfig d = AllocatorConfig.defaults();
        return new AllocatorConfig(d.initialRate(), d.overheadWeight(), d.measureNanos(), d.leastDivisible(),
                d.minQueueBytes(), d.minQueueNanos(), d.queueRtts(), d.backlogFloor(), d.tolerance(), false);
    }
}
