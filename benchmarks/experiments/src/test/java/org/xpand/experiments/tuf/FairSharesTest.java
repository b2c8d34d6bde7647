package org.xpand.experiments.tuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.xpand.experiments.tuf.FairShares.Receiver;

/** Max-min fair rates of multi-rate sessions (TUF §1, §5.1). */
class FairSharesTest {
    private static final double ANY = Double.POSITIVE_INFINITY;
    private static final Offset<Double> EXACT = within(1e-6);

    @Test
    void flowsOverOneLinkShareItEquallyUpToTheirDemands() {
        double[] rates = FairShares.of(new double[] {100}, List.of(new Receiver(0, 10, List.of(0)),
                new Receiver(1, ANY, List.of(0)), new Receiver(2, ANY, List.of(0))));

        assertThat(rates).containsExactly(new double[] {10, 45, 45}, EXACT);
    }

    @Test
    void receiversOfOneSessionPayForALinkOnce() {
        double[] rates = FairShares.of(new double[] {100}, List.of(new Receiver(0, ANY, List.of(0)),
                new Receiver(0, ANY, List.of(0)), new Receiver(1, ANY, List.of(0))));

        assertThat(rates).containsExactly(new double[] {50, 50, 50}, EXACT);
    }

    @Test
    void aSlowReceiverHoldsNobodyBack() {
        double[] rates = FairShares.of(new double[] {100, 10}, List.of(new Receiver(0, ANY, List.of(0, 1)),
                new Receiver(0, ANY, List.of(0)), new Receiver(1, ANY, List.of(0))));

        assertThat(rates).containsExactly(new double[] {10, 50, 50}, EXACT);
    }

    @Test
    void whatASessionCannotUseFartherDownIsLeftToOthers() {
        double[] rates = FairShares.of(new double[] {100, 10}, List.of(new Receiver(0, ANY, List.of(0, 1)),
                new Receiver(1, ANY, List.of(0))));

        assertThat(rates).containsExactly(new double[] {10, 90}, EXACT);
    }

    @Test
    void inThePapersTopologyItIsTheBottleneckOverTheGroups() {
        TwoBottlenecks topology = new TwoBottlenecks(1, FilteredNetwork.PAPER, 2, TwoBottlenecks.SHORT_QUEUE_SECONDS);
        for (int i = 0; i < 5; i++) {
            topology.group().sendAt(10e6);
        }

        assertThat(topology.network().fairShares()).hasSize(5 * 8).startsWith(8000, 200_000, 90_000, 200_000, 8000,
                100_000, 90_000, 100_000);
    }

    @Test
    void aReceiverThatNothingLimitsIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> FairShares.of(new double[] {1},
                List.of(new Receiver(0, ANY, List.of())))).withMessageContaining("without demand and links");
    }

    /** What defines the allocation: it fits, and each one is held back where nobody has more. */
    @Property(tries = 500)
    void everyReceiverHasItsDemandOrAFullLinkOnWhichNoSessionHasMore(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] capacities = IntStream.range(0, random.nextInt(1, 8)).mapToDouble(i -> random.nextInt(1, 50)).toArray();
        List<Receiver> receivers = new ArrayList<>();
        for (int i = random.nextInt(1, 15); i > 0; i--) {
            List<Integer> path = IntStream.range(0, capacities.length).filter(link -> random.nextBoolean()).boxed().toList();
            receivers.add(new Receiver(random.nextInt(4), path.isEmpty() || random.nextInt(3) == 0
                    ? random.nextInt(1, 30) : ANY, path));
        }

        double[] rates = FairShares.of(capacities, receivers);

        for (int link = 0; link < capacities.length; link++) {
            assertThat(load(link, receivers, rates)).isLessThanOrEqualTo(capacities[link] + 1e-6);
        }
        for (int i = 0; i < rates.length; i++) {
            double rate = rates[i];
            assertThat(rate).isLessThanOrEqualTo(receivers.get(i).demand() + 1e-6);
            assertThat(rate >= receivers.get(i).demand() - 1e-6 || receivers.get(i).path().stream().anyMatch(link ->
                    load(link, receivers, rates) >= capacities[link] - 1e-6
                            && IntStream.range(0, 4).allMatch(session -> on(link, session, receivers, rates) <= rate + 1e-6)))
                    .as("receiver %s of %s: %s", i, receivers, rates).isTrue();
        }
    }

    private static double load(int link, List<Receiver> receivers, double[] rates) {
        return IntStream.range(0, 4).mapToDouble(session -> on(link, session, receivers, rates)).sum();
    }

    /** What a session takes of a link. */
    private static double on(int link, int session, List<Receiver> receivers, double[] rates) {
        return IntStream.range(0, rates.length).filter(i -> receivers.get(i).session() == session
                && receivers.get(i).path().contains(link)).mapToDouble(i -> rates[i]).max().orElse(0);
    }
}
