package org.xpand.alm.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.alm.tree.SpanningTree;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.LinkCosts;

/** Packets go down the tree as long as every site that has to forward can: here the second of three in a row. */
class DestinationsTest {
    private static final SiteId HERE = new SiteId(1);
    private static final SiteId BETWEEN = new SiteId(2);
    private static final SiteId FAR = new SiteId(3);

    private final Destinations destinations = new Destinations(HERE, 0);

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
