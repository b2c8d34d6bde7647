package org.xpand.alm.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.alm.api.TreeSettings;
import org.xpand.alm.tree.SpanningTree;
import org.xpand.protocols.api.RateReason;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.LinkCosts;
import org.xpand.protocols.strategy.RateSourceStats;

/** Packets go down the tree as long as every site that has to forward can: here the second of three in a row. */
class DestinationsTest {
    private static final SiteId HERE = new SiteId(1);
    private static final SiteId BETWEEN = new SiteId(2);
    private static final SiteId FAR = new SiteId(3);

    private final Destinations destinations = new Destinations(HERE, 0, 32);

    @BeforeEach
    void threeInARow() {
        long hop = 10;
        long straight = 100;
        LinkCosts costs = LinkCosts.of(Map.of(HERE, Map.of(BETWEEN, hop, FAR, straight), BETWEEN, Map.of(HERE, hop, FAR, hop),
                FAR, Map.of(HERE, straight, BETWEEN, hop)));
        destinations.tree(SpanningTree.of(costs, new TreeSet<>(List.of(HERE, BETWEEN, FAR)), OverlayConfig.defaults().tree()));
    }

    private boolean choose(Set<SiteId> received, Set<SiteId> lackTree, Set<SiteId> held, Set<SiteId> excluded) {
        return destinations.choose(new TreeSet<>(received), lackTree::contains, held::contains, excluded::contains);
    }

    private boolean choose(SiteId... received) {
        return choose(Set.of(received), Set.of(), Set.of(), Set.of());
    }

    private void assertDirectTo(SiteId... sites) {
        assertThat(destinations.isDirect()).isTrue();
        assertThat(destinations.neighbours()).containsExactly(sites);
        assertThat(destinations.beyond()).isEmpty();
        assertThat(destinations.before(FAR)).isEmpty();
    }

    /** Another site may send directly while this one uses the tree: its hops await answers. */
    @Test
    void anySiteOfTheTreeIsLinked() {
        choose(BETWEEN, FAR);
        assertThat(destinations.isLinked(BETWEEN)).isTrue();
        assertThat(destinations.isLinked(FAR)).isTrue();
        assertThat(destinations.isLinked(new SiteId(4))).isFalse();
        assertThat(new Destinations(HERE, 0, 32).isLinked(FAR)).as("without a tree").isFalse();
    }

    @Test
    void theNeighbourForwardsToTheSiteBeyond() {
        assertThat(choose(BETWEEN, FAR)).isFalse();
        assertThat(destinations.isDirect()).isFalse();
        assertThat(destinations.neighbours()).containsExactly(BETWEEN);
        assertThat(destinations.beyond()).containsExactly(FAR);
        assertThat(destinations.before(FAR)).containsExactly(BETWEEN);
        assertThat(destinations.before(BETWEEN)).isEmpty();
    }

    @Test
    void whileTheForwarderIsSilentPacketsGoDirectlyToTheOthers() {
        choose(BETWEEN, FAR);
        assertThat(choose(FAR)).as("changed").isTrue();
        assertDirectTo(FAR);
        assertThat(choose(FAR)).as("changed").isFalse();
        assertThat(choose(BETWEEN, FAR)).as("changed").isTrue();
        assertThat(destinations.neighbours()).containsExactly(BETWEEN);
    }

    @Test
    void aSilentSiteThatForwardsNothingChangesNothing() {
        assertThat(choose(BETWEEN)).isFalse();
        assertThat(destinations.isDirect()).isFalse();
    }

    @Test
    void aForwarderThatDoesNotKnowTheTreeCannotForward() {
        assertThat(choose(Set.of(BETWEEN, FAR), Set.of(BETWEEN), Set.of(), Set.of())).isTrue();
        assertDirectTo(BETWEEN, FAR);
        assertThat(choose(Set.of(BETWEEN, FAR), Set.of(HERE, FAR), Set.of(), Set.of())).as("the others need not").isTrue();
        assertThat(destinations.isDirect()).isFalse();
    }

    @Test
    void anExcludedSiteThatOthersReachIsLeftOutOnlyIfPacketsGoDirectly() {
        choose(Set.of(BETWEEN, FAR), Set.of(), Set.of(), Set.of(FAR));
        assertDirectTo(BETWEEN);
    }

    @Test
    void aHeldNeighbourGetsNothing() {
        choose(Set.of(BETWEEN, FAR), Set.of(), Set.of(BETWEEN), Set.of());
        assertThat(destinations.neighbours()).isEmpty();
    }

    @Test
    void notMoreSitesThanWantedAreReachedThroughOthers() {
        destinations.mostBeyond(0);
        choose(BETWEEN, FAR);
        assertDirectTo(BETWEEN, FAR);
        destinations.mostBeyond(1);
        choose(BETWEEN, FAR);
        assertThat(destinations.isDirect()).isFalse();
    }

    private static RateSourceStats stats(boolean slowStart, SiteId limiting, double lossNear, double lossFar) {
        return new RateSourceStats(1000, slowStart, RateReason.PATH, OptionalLong.of(limiting.value()), List.of(
                new RateSourceStats.Receiver(BETWEEN.value(), 2000, 10, lossNear, 1000, 9),
                new RateSourceStats.Receiver(FAR.value(), 1000, 20, lossFar, 1000, 9)));
    }

    /** Whether direct paths are tried within ten seconds, with a path to the far site that is 20 long. */
    private boolean tries(long straight, boolean waits, RateSourceStats stats, Destinations to) {
        LinkCosts costs = LinkCosts.of(Map.of(HERE, Map.of(BETWEEN, 10L, FAR, straight), BETWEEN, Map.of(HERE, 10L, FAR, 10L),
                FAR, Map.of(HERE, straight, BETWEEN, 10L)));
        to.tree(SpanningTree.of(costs, new TreeSet<>(List.of(HERE, BETWEEN, FAR)), TreeSettings.paper()));
        to.choose(new TreeSet<>(List.of(BETWEEN, FAR)), site -> false, site -> false, site -> false);
        for (long now = 0; now < 10_000_000_000L; now += 100_000_000) {
            if (to.isLookDue(now) && to.look(stats, waits, now)) {
                assertThat(to.avoidsTree()).isTrue();
                return true;
            }
        }
        return false;
    }

    private boolean tries(long straight, boolean waits, RateSourceStats stats) {
        return tries(straight, waits, stats, new Destinations(HERE, 0, 2));
    }

    @Test
    void directPathsAreTriedWhereALongerPathWithLossesOfItsOwnLimitsTheRate() {
        RateSourceStats far = stats(false, FAR, 0.01, 0.02);
        assertThat(tries(15, true, far)).isTrue();
        assertThat(tries(17, true, far)).as("a path that is hardly longer").isFalse();
        assertThat(tries(15, false, far)).as("nothing waits for the rate").isFalse();
        assertThat(tries(15, true, stats(false, BETWEEN, 0.01, 0.02))).as("a neighbour limits the rate").isFalse();
        assertThat(tries(15, true, stats(true, FAR, 0.01, 0.02))).as("slow start").isFalse();
        assertThat(tries(15, true, stats(false, FAR, 0.015, 0.02))).as("all lose about the same").isFalse();
        assertThat(tries(15, true, far, new Destinations(HERE, 0, 1))).as("more sites than wanted").isFalse();
    }

    @Test
    void onlyATrialBeginsWithAPartOfTheRate() {
        Destinations to = new Destinations(HERE, 0, 2);
        assertThat(tries(15, true, stats(false, FAR, 0.01, 0.02), to)).isTrue();
        to.choose(new TreeSet<>(List.of(BETWEEN, FAR)), site -> false, site -> false, site -> false);
        assertThat(to.firstPart(1)).isEqualTo(0.5);
        assertThat(to.firstPart(2)).isEqualTo(1);
        choose(FAR);
        assertThat(destinations.firstPart(0)).as("the forwarder is silent").isEqualTo(1);
    }

    @Test
    void aTrialEndsWhenTheTreeOrItsSitesChange() {
        RateSourceStats far = stats(false, FAR, 0.01, 0.02);
        SpanningTree smaller = SpanningTree.of(LinkCosts.of(Map.of()), new TreeSet<>(List.of(HERE, FAR)), TreeSettings.paper());
        for (SpanningTree next : Arrays.asList(null, smaller)) {
            Destinations to = new Destinations(HERE, 0, 2);
            assertThat(tries(15, true, far, to)).isTrue();
            to.tree(next);
            to.choose(new TreeSet<>(List.of(FAR)), site -> false, site -> false, site -> false);
            for (long now = 10_000_000_000L; now < 11_000_000_000L; now += 10_000_000) {
                if (to.isLookDue(now)) {
                    to.look(far, true, now);
                }
            }
            assertThat(to.avoidsTree()).isFalse();
        }
    }

    @Test
    void withoutATreeNothingIsSent() {
        choose(BETWEEN, FAR);
        destinations.tree(null);
        choose(BETWEEN, FAR);
        assertThat(destinations.hasTree()).isFalse();
        assertThat(destinations.neighbours()).isEmpty();
        assertThat(destinations.beyond()).isEmpty();
    }
}
