package org.xpand.alm.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.xpand.alm.tree.RonCosts.RON0;
import static org.xpand.alm.tree.RonCosts.RON2;
import static org.xpand.alm.tree.RonCosts.RON33;
import static org.xpand.alm.tree.RonCosts.RON35;
import static org.xpand.alm.tree.RonCosts.RON45;
import static org.xpand.alm.tree.RonCosts.SITES;
import static org.xpand.alm.tree.RonCosts.ZIKIT1;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.xpand.alm.api.TreeSettings;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.LinkCosts;

/** Xpand §5, Table 1 and Fig. 2. */
class PaperTreeTest {
    private static final Set<Set<SiteId>> PAPER = Set.of(Set.of(ZIKIT1, RON0), Set.of(RON0, RON33),
            Set.of(RON33, RON45), Set.of(RON45, RON2), Set.of(RON45, RON35));

    private final SpanningTree tree = tree(RonCosts.measured(), TreeSettings.paper());

    @Test
    void meanOfBothDirectionsGivesThePapersTree() {
        assertThat(ends(tree)).isEqualTo(PAPER);
        assertThat(ends(tree(RonCosts.measured(), TreeSettings.recommended()))).isEqualTo(PAPER);
        assertThat(tree.totalCost()).isCloseTo(365.61e6, within(1.0));
    }

    @Test
    void minimumOfTheDirectionsDoesNot() {
        assertThat(ends(tree(RonCosts.minimumOfDirections(), TreeSettings.paper())))
                .isNotEqualTo(PAPER).contains(Set.of(RON2, RON33));
    }

    @Test
    void rootIsRon33() {
        assertThat(tree.root()).contains(RON33);
    }

    @Test
    void rootDoesNotHangOnTheOrderOfIds() {
        SiteId[] renamed = {new SiteId(6), new SiteId(5), new SiteId(4), new SiteId(3), new SiteId(2), new SiteId(1)};
        SpanningTree other = SpanningTree.of(TreeCosts.of(renamed,
                (a, b) -> Math.round(RonCosts.measured().cost(SITES.get(a), SITES.get(b)))),
                new TreeSet<>(List.of(renamed)), TreeSettings.paper());
        assertThat(other.root()).contains(renamed[SITES.indexOf(RON33)]);
    }

    @Test
    void pathsAndCostsAreThoseOfFig2() {
        assertThat(tree.path(ZIKIT1, RON35)).containsExactly(ZIKIT1, RON0, RON33, RON45, RON35);
        assertThat(tree.path(RON2, RON2)).containsExactly(RON2);
        assertThat(tree.neighbours(RON45)).containsExactly(RON2, RON33, RON35);
        assertThat(tree.pathCost(ZIKIT1, RON35)).isCloseTo(307.30e6, within(1.0));
        assertThat(tree.stretch(ZIKIT1, RON35)).isCloseTo(307.30 / 288.56, within(1e-9));
        assertThat(tree.stretch(RON35, RON45)).isEqualTo(1);
        assertThat(tree.linkStress(RON45)).isEqualTo(3);
        assertThat(tree.linkStress(RON2)).isEqualTo(1);
    }

    private static SpanningTree tree(LinkCosts costs, TreeSettings settings) {
        return SpanningTree.of(costs, new TreeSet<>(SITES), settings);
    }

    private static Set<Set<SiteId>> ends(SpanningTree tree) {
        Set<Set<SiteId>> ends = new HashSet<>();
        tree.links().forEach(link -> ends.add(Set.of(link.a(), link.b())));
        return ends;
    }
}
