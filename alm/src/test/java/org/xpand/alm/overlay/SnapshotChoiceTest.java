package org.xpand.alm.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.LinkCosts;
import org.xpand.protocols.directory.OverlaySnapshot;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;

class SnapshotChoiceTest {
    private static final GroupId GROUP = new GroupId(5);
    private static final long GRACE = 1000;
    private static final SiteId HERE = new SiteId(1);
    private static final SiteId NEAR = new SiteId(2);
    private static final SiteId FAR = new SiteId(3);
    private static final SortedSet<SiteId> ALL = new TreeSet<>(List.of(HERE, NEAR, FAR));

    private final SnapshotChoice choice = new SnapshotChoice(GROUP, GRACE);

    private static SnapshotId id(int number) {
        return new SnapshotId(9, number);
    }

    private static OverlaySnapshot snapshot(int number, SortedSet<SiteId> members) {
        return new OverlaySnapshot(id(number), LinkCosts.NONE, new TreeMap<>(Map.of(GROUP, members)));
    }

    /** The held snapshots from the newest on, and the newest ones announced by the two others. */
    private static Directory held(int newest, int oldest, int near, int far) {
        return directory(IntStream.iterate(newest, number -> number >= oldest, number -> number - 1)
                .mapToObj(number -> snapshot(number, ALL)).toList(), near, far);
    }

    private static Directory directory(List<OverlaySnapshot> snapshots, int near, int far) {
        SortedMap<SiteId, SiteInfo> sites = new TreeMap<>();
        Stream.of(info(HERE, 0), info(NEAR, near), info(FAR, far)).forEach(info -> sites.put(info.id(), info));
        return new Directory(HERE, sites, snapshots);
    }

    private static SiteInfo info(SiteId site, int snapshot) {
        return new SiteInfo(site, "site" + site.value(), 7, new Endpoint("host", 1), List.of(), Collections.emptySortedMap(),
                snapshot == 0 ? SnapshotId.NONE : id(snapshot));
    }

    private int chosen(Directory directory, long nowNanos) {
        return choice.choose(directory, nowNanos).map(snapshot -> snapshot.id().number()).orElse(0);
    }

    @Test
    void isUsedOnceEverySiteHasIt() {
        assertThat(chosen(held(1, 1, 0, 0), 0)).isZero();
        assertThat(chosen(held(1, 1, 1, 0), 10)).isZero();
        assertThat(chosen(held(1, 1, 1, 1), 20)).isEqualTo(1);
        assertThat(choice.nextNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void isUsedWithoutThatAfterTheGraceTime() {
        assertThat(chosen(held(1, 1, 0, 0), 7)).isZero();
        assertThat(choice.nextNanos()).isEqualTo(7 + GRACE);
        assertThat(chosen(held(1, 1, 0, 0), 6 + GRACE)).isZero();
        assertThat(chosen(held(1, 1, 0, 0), 7 + GRACE)).isEqualTo(1);
    }

    @Test
    void thatInUseIsUsedOnWhileOthersLackThoseAfterIt() {
        chosen(held(1, 1, 1, 1), 0);
        assertThat(chosen(held(2, 1, 1, 1), 10)).isEqualTo(1);
        assertThat(chosen(held(3, 1, 2, 1), 20)).as("not that before the newest, which not all have either").isEqualTo(1);
        assertThat(chosen(held(3, 1, 3, 2), 30)).as("who has reported a later one has it too").isEqualTo(2);
        assertThat(chosen(held(3, 1, 3, 3), 40)).isEqualTo(3);
    }

    @Test
    void theGraceTimeOfEachIsItsOwn() {
        chosen(held(1, 1, 1, 1), 0);
        chosen(held(2, 1, 1, 1), 10);
        assertThat(chosen(held(3, 1, 1, 1), 900)).isEqualTo(1);
        assertThat(choice.nextNanos()).isEqualTo(10 + GRACE);
        assertThat(chosen(held(3, 1, 1, 1), 10 + GRACE)).isEqualTo(2);
        assertThat(choice.nextNanos()).isEqualTo(900 + GRACE);
    }

    @Test
    void whereThereWereManySinceItGoesOnWithTheOldest() {
        chosen(held(1, 1, 1, 1), 0);
        assertThat(chosen(held(5, 3, 1, 1), 10)).isEqualTo(3);
    }

    @Test
    void thoseWithoutThisSiteAreNotUsed() {
        OverlaySnapshot others = snapshot(2, new TreeSet<>(List.of(NEAR, FAR)));
        assertThat(chosen(directory(List.of(others, snapshot(1, ALL)), 2, 2), 0)).isEqualTo(1);
        assertThat(chosen(directory(List.of(others), 2, 2), 10)).isZero();
        assertThat(chosen(held(3, 3, 2, 2), 20)).as("as at the beginning").isZero();
    }

    @Test
    void aSiteThatIsNotThereIsNotWaitedFor() {
        TreeMap<SiteId, SiteInfo> sites = new TreeMap<>(Map.of(HERE, info(HERE, 0), NEAR, info(NEAR, 1)));
        Optional<OverlaySnapshot> chosen = choice.choose(new Directory(HERE, sites, List.of(snapshot(1, ALL))), 0);
        assertThat(chosen).contains(snapshot(1, ALL));
    }
}
