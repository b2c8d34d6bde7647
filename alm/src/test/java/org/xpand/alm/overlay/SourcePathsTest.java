package org.xpand.alm.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.LinkCosts;
import org.xpand.protocols.directory.OverlaySnapshot;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;

/** A path from a source keeps its number as long as the same delegates forward its packets. */
class SourcePathsTest {
    private static final SiteId HERE = new SiteId(1);
    private static final SiteId BETWEEN = new SiteId(2);
    private static final SiteId SOURCE = new SiteId(3);
    private static final GroupId GROUP = new GroupId(7);
    private static final SnapshotId FIRST = new SnapshotId(9, 1);
    private static final SnapshotId SECOND = new SnapshotId(9, 2);
    private static final SnapshotId STRAIGHT = new SnapshotId(9, 3);

    private final Trees trees = new Trees(OverlayConfig.defaults().tree());
    private final SourcePaths ways = new SourcePaths(HERE, GROUP);

    private void known(long incarnationBetween) {
        TreeMap<SiteId, SiteInfo> sites = new TreeMap<>();
        for (SiteId site : List.of(HERE, BETWEEN, SOURCE)) {
            long incarnation = site.equals(BETWEEN) ? incarnationBetween : site.value();
            sites.put(site, new SiteInfo(site, "site " + site.value(), incarnation, new Endpoint("localhost", 7800), List.of(),
                    new TreeMap<>(), FIRST));
        }
        Directory directory = new Directory(HERE, sites, List.of(snapshot(STRAIGHT, 1), snapshot(SECOND, 100), snapshot(FIRST, 100)));
        trees.directory(directory);
        ways.directory(directory);
    }

    private static OverlaySnapshot snapshot(SnapshotId id, long straightMillis) {
        long hop = 10_000_000;
        long straight = straightMillis * 1_000_000;
        return new OverlaySnapshot(id, LinkCosts.of(Map.of(HERE, Map.of(BETWEEN, hop, SOURCE, straight), BETWEEN, Map.of(HERE, hop, SOURCE, hop),
                SOURCE, Map.of(HERE, straight, BETWEEN, hop))), new TreeMap<>(Map.of(GROUP, new TreeSet<>(List.of(HERE, BETWEEN, SOURCE)))));
    }

    private long number(SnapshotId snapshot) {
        return ways.number(SOURCE, snapshot, trees);
    }

    @Test
    void aSnapshotWithTheSameWayHasTheSameNumber() {
        known(22);
        long way = number(FIRST);
        assertThat(way).isNotZero();
        assertThat(number(SECOND)).isEqualTo(way);
        assertThat(number(STRAIGHT)).as("another way").isNotEqualTo(way).isNotZero();
        assertThat(number(FIRST)).isEqualTo(way);
    }

    @Test
    void anotherDelegateOnThePathMakesItAnother() {
        known(22);
        long way = number(FIRST);
        known(22);
        assertThat(number(FIRST)).as("nothing has changed").isEqualTo(way);
        known(23);
        assertThat(number(FIRST)).isNotEqualTo(way);
    }

    @Test
    void aSnapshotThatIsNotHeldHasNoPath() {
        known(22);
        assertThat(number(new SnapshotId(9, 4))).isZero();
    }
}
