package org.xpand.protocols.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;

/** What the delegate divides, and who gets what. */
class AllocatorTest {
    private static final long MS = 1_000_000;
    private static final long RTT = 100 * MS;
    private static final AllocatorConfig CONFIG = AllocatorConfig.defaults();
    private static final double INITIAL = CONFIG.initialRate();
    private static final Offset<Double> EXACT = within(1e-6);

    private final Allocator allocator = new Allocator(CONFIG);
    private long now;
    private long newBytes;
    private long chargedBytes;

    @Test
    void demandsAreMetUpToTheMaxMinLevel() {
        demands(200_000, 600_000, 5e6);
        aggregate(1_200_000);
        assertThat(shares(3)).containsExactly(new double[] {200_000, 500_000, 500_000}, EXACT);
    }

    @Test
    void surplusIsHeadroomForAllAlike() {
        demands(100_000, 300_000);
        aggregate(1_000_000);
        assertThat(shares(2)).containsExactly(new double[] {400_000, 600_000}, EXACT);
        Allocator without = new Allocator(new AllocatorConfig(INITIAL, 0.75, 50 * MS, 0.1, 22_400, 0, 1, 0.1, 0.05, false));
        without.demand(sender(0), 100_000);
        without.update(1_000_000, 0, 0, 0, RTT, now);
        assertThat(without.share(sender(0))).isEqualTo(100_000);
    }

    @Test
    void newDemandIsDividedAtOnce() {
        demands(1e6, 1e6);
        aggregate(1_000_000);
        assertThat(shares(2)).containsExactly(new double[] {500_000, 500_000}, EXACT);
        allocator.demand(sender(1), 200_000);
        assertThat(shares(2)).containsExactly(new double[] {800_000, 200_000}, EXACT);
        allocator.remove(sender(0));
        assertThat(allocator.share(sender(1))).isCloseTo(1e6, EXACT);
    }

    @Test
    void everybodyMayBeginAndNothingIsKeptFreeForIt() {
        demands(0, 5e6, 5e6, 1000);
        aggregate(1_001_000);
        assertThat(shares(4)).containsExactly(new double[] {INITIAL, 500_000, 500_000, INITIAL}, EXACT);
        assertThat(allocator.share(sender(9))).as("one that nobody has heard of").isEqualTo(INITIAL);
        aggregate(21_000);
        assertThat(shares(4)).as("no more than the others have").containsExactly(new double[] {10_000, 10_000, 10_000,
            10_000}, EXACT);
        assertThat(allocator.share(sender(9))).isEqualTo(10_000);
    }

    @Test
    void senderWithoutDemandHasTheInitialRateAtMostHoweverMuchThereIs() {
        assertThat(allocator.share(sender(9))).as("before the aggregate is known").isEqualTo(INITIAL);
        allocator.demand(sender(0), 1e6);
        assertThat(allocator.share(sender(0))).as("before the aggregate is known").isEqualTo(INITIAL);
        aggregate(1e9);
        assertThat(allocator.share(sender(9))).isEqualTo(INITIAL);
        allocator.remove(sender(0));
        aggregate(1000);
        assertThat(allocator.share(sender(9))).isEqualTo(1000);
    }

    @Test
    void headersAndRepairsAreTakenOffSmoothly() {
        aggregate(1_000_000);
        sent(90_000, 100_000);
        aggregate(1_000_000);
        assertThat(allocator.divisibleRate()).as("100 kB/s of headers and repairs").isCloseTo(900_000, EXACT);
        sent(50_000, 100_000);
        aggregate(1_000_000);
        assertThat(allocator.divisibleRate()).isCloseTo(1e6 - (0.75 * 100_000 + 0.25 * 500_000), EXACT);
    }

    @Test
    void measureCoversARoundTrip() {
        aggregate(1_000_000);
        now += RTT / 2;
        newBytes += 1000;
        chargedBytes += 50_000;
        aggregate(1_000_000);
        assertThat(allocator.divisibleRate()).isEqualTo(1e6);
        now += RTT / 2;
        newBytes += 49_000;
        aggregate(1_000_000);
        assertThat(allocator.divisibleRate()).as("all of it in 100 ms").isEqualTo(1e6);
        sent(0, 10_000);
        aggregate(1_000_000);
        assertThat(allocator.divisibleRate()).isCloseTo(1e6 - 0.25 * 100_000, EXACT);
    }

    @Test
    void headersFallWithAnAggregateThatFalls() {
        aggregate(1_000_000);
        sent(90_000, 100_000);
        aggregate(100_000);
        assertThat(allocator.divisibleRate()).as("not 100 less 100").isCloseTo(90_000, EXACT);
    }

    @Test
    void repairsLeaveSomethingToDivide() {
        aggregate(1_000_000);
        sent(0, 100_000);
        aggregate(1_000_000);
        assertThat(allocator.divisibleRate()).isCloseTo(CONFIG.leastDivisible() * 1e6, EXACT);
    }

    @Test
    void countersOfANewStackBeginANewMeasure() {
        aggregate(1_000_000);
        sent(90_000, 100_000);
        aggregate(1_000_000);
        now += RTT;
        newBytes = 5;
        chargedBytes = 1_000_000;
        aggregate(1_000_000);
        assertThat(allocator.divisibleRate()).as("unchanged").isCloseTo(900_000, EXACT);
        sent(90_000, 100_000);
        aggregate(1_000_000);
        assertThat(allocator.divisibleRate()).isCloseTo(900_000, EXACT);
    }

    @Test
    void queueBeyondItsHalfShrinksWhatIsDivided() {
        backlog(50_000);
        assertThat(allocator.queueLimitBytes()).isEqualTo(100_000);
        assertThat(allocator.divisibleRate()).isEqualTo(1e6);
        backlog(75_000);
        assertThat(allocator.divisibleRate()).as("half way to the floor").isCloseTo(550_000, EXACT);
        backlog(100_000);
        assertThat(allocator.divisibleRate()).isCloseTo(100_000, EXACT);
        backlog(10_000_000);
        assertThat(allocator.divisibleRate()).isCloseTo(100_000, EXACT);
        backlog(0);
        assertThat(allocator.divisibleRate()).isEqualTo(1e6);
    }

    @Test
    void queueHasALeastLimit() {
        assertThat(allocator.queueLimitBytes()).isEqualTo(CONFIG.minQueueBytes());
        aggregate(1000);
        assertThat(allocator.queueLimitBytes()).isEqualTo(CONFIG.minQueueBytes());
        aggregate(10_000_000);
        assertThat(allocator.queueLimitBytes()).isEqualTo(1_000_000);
    }

    @Test
    void sendersAreNotifiedOnlyOfWhatMatters() {
        demands(1e6, 1e6);
        aggregate(1_000_000);
        assertThat(allocator.changed()).isTrue();
        allocator.clearChanged();
        assertThat(allocator.changed()).isFalse();
        aggregate(1_015_000);
        assertThat(allocator.changed()).isFalse();
        aggregate(1_025_000);
        assertThat(allocator.changed()).as("2.5 % since they were told").isTrue();
        allocator.clearChanged();
        allocator.demand(sender(2), 0);
        assertThat(allocator.changed()).as("a new sender").isTrue();
        allocator.clearChanged();
        allocator.demand(sender(2), 1);
        assertThat(allocator.changed()).isFalse();
        allocator.remove(sender(0));
        assertThat(allocator.changed()).as("more for the others").isTrue();
    }

    @Test
    void whatIsNoAmountIsRefused() {
        assertThatThrownBy(() -> allocator.demand(sender(0), -1)).hasMessageContaining("demand -1.0");
        assertThatThrownBy(() -> allocator.demand(sender(0), Double.NaN)).hasMessageContaining("demand NaN");
        assertThatThrownBy(() -> aggregate(Double.NaN)).hasMessageContaining("aggregate NaN");
        assertThatThrownBy(() -> aggregate(Double.POSITIVE_INFINITY)).hasMessageContaining("aggregate Infinity");
        assertThat(allocator.changed()).isFalse();
    }

    /** Senders come, change and go at random, all above the initial rate: a division made from scratch gives the same. */
    @Property(tries = 100)
    void randomComingsAndGoings(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Allocator any = new Allocator(CONFIG);
        Map<SenderId, Double> model = new LinkedHashMap<>();
        double aggregate = 2e6;
        any.update(aggregate, 0, 0, 0, RTT, 0);
        for (int i = 0; i < 150; i++) {
            SenderId sender = sender(random.nextInt(40));
            if (random.nextInt(3) == 0) {
                any.remove(sender);
                model.remove(sender);
            } else {
                double demand = random.nextDouble(INITIAL, 200_000);
                any.demand(sender, demand);
                model.put(sender, demand);
            }
            if (random.nextInt(10) == 0) {
                aggregate = random.nextDouble(2e6, 5e6);
                any.update(aggregate, 0, 0, 0, RTT, 0);
            }
            double[] expected = model.values().stream().mapToDouble(d -> d).toArray();
            double total = model.values().stream().mapToDouble(d -> d).sum();
            new MaxMin().allocate(aggregate, expected, expected.length, expected);
            double headroom = model.isEmpty() ? 0 : Math.max(0, aggregate - total) / model.size();
            double most = 0;
            int at = 0;
            for (SenderId each : model.keySet()) {
                most = Math.max(most, Math.abs(any.share(each) - expected[at++] - headroom));
            }
            assertThat(most).as("seed %d step %d: difference", seed, i).isLessThan(1e-3);
        }
    }

    private static SenderId sender(long number) {
        return new SenderId(new SiteId(1), number);
    }

    private void demands(double... demands) {
        for (int i = 0; i < demands.length; i++) {
            allocator.demand(sender(i), demands[i]);
        }
    }

    private double[] shares(int count) {
        double[] shares = new double[count];
        for (int i = 0; i < count; i++) {
            shares[i] = allocator.share(sender(i));
        }
        return shares;
    }

    private void aggregate(double rate) {
        allocator.update(rate, newBytes, chargedBytes, 0, RTT, now);
    }

    private void backlog(long bytes) {
        allocator.update(1_000_000, 0, 0, bytes, RTT, now);
    }

    /** A round-trip time in which so much left. */
    private void sent(long segments, long charged) {
        now += RTT;
        newBytes += segments;
        chargedBytes += charged;
    }
}
