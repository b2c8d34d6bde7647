package org.xpand.alm.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.xpand.protocols.directory.LinkCosts;
import org.xpand.protocols.directory.SiteId;

class TreeHysteresisTest {
    private static final TreeSettings TOLERANT = new TreeSettings(TreeSettings.UNLIMITED, 0.15);

    private final SiteId[] sites = TreeCosts.sites(3, 1);
    private final LinkCosts published = triangle(100, 100, 120);

    @Test
    void treeWithinTheToleranceIsKept() {
        assertThat(publish(triangle(100, 139, 110), TOLERANT)).isEqualTo(published);
    }

    @Test
    void treeBeyondTheToleranceIsReplaced() {
        LinkCosts measured = triangle(100, 143, 110);
        assertThat(publish(measured, TOLERANT)).isEqualTo(measured);
    }

    @Test
    void withoutToleranceEveryImprovementIsTaken() {
        LinkCosts measured = triangle(100, 111, 110);
        assertThat(publish(measured, TreeSettings.paper())).isEqualTo(measured);
    }

    @Test
    void oneGroupWithABadTreeIsEnough() {
        LinkCosts measured = triangle(100, 143, 110);
        assertThat(TreeHysteresis.costsToPublish(published, measured,
                List.of(TreeCosts.set(new SiteId[] {sites[0], sites[1]}), TreeCosts.set(sites)), TOLERANT))
                .isEqualTo(measured);
        assertThat(TreeHysteresis.costsToPublish(published, measured,
                List.of(TreeCosts.set(new SiteId[] {sites[0], sites[1]})), TOLERANT)).isEqualTo(published);
    }

    @Test
    void firstMeasurementsArePublished() {
        // With no costs known the tree goes by ids; the measured costs make a better one.
        LinkCosts measured = TreeCosts.of(sorted(), (a, b) -> a == 0 || b == 0 ? 100 : 1);
        assertThat(TreeHysteresis.costsToPublish(LinkCosts.NONE, measured, List.of(TreeCosts.set(sites)), TOLERANT))
                .isEqualTo(measured);
    }

    private LinkCosts publish(LinkCosts measured, TreeSettings settings) {
        return TreeHysteresis.costsToPublish(published, measured, List.of(TreeCosts.set(sites)), settings);
    }

    private SiteId[] sorted() {
        return TreeCosts.set(sites).toArray(new SiteId[0]);
    }

    /** Costs of 0–1, 1–2 and 0–2. */
    private LinkCosts triangle(long first, long second, long third) {
        return TreeCosts.of(sites, (a, b) -> a + b == 1 ? first : a + b == 3 ? second : third);
    }
}
