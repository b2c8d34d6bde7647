package org.xpand.protocols.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;

class DirectoryTest {
    private static final SiteId A = new SiteId(1);
    private static final SiteId B = new SiteId(2);
    private static final GroupName GROUP = new GroupName("whiteboard");

    private static SiteInfo info(SiteId id) {
        GroupInfo group = new GroupInfo(GROUP, "tfrc", List.of(new MemberInfo(new MemberId(5), "five")));
        return new SiteInfo(id, "site" + id.value(), 9, new Endpoint("host", 7800), List.of(group),
                Collections.emptySortedMap(), SnapshotId.NONE);
    }

    private static OverlaySnapshot snapshot(int number) {
        return new OverlaySnapshot(new SnapshotId(4, number), LinkCosts.NONE, Collections.emptySortedMap());
    }

    @Test
    void aSiteAndASnapshotAreFoundByWhatNamesThem() {
        Directory directory = new Directory(A, new TreeMap<>(Map.of(A, info(A), B, info(B))),
                List.of(snapshot(2), snapshot(1)));
        assertThat(directory.local()).isEqualTo(info(A));
        assertThat(directory.snapshot(new SnapshotId(4, 1))).contains(snapshot(1));
        assertThat(directory.snapshot(new SnapshotId(5, 1))).isEmpty();
        assertThat(info(A).group(GROUP.id())).isPresent();
        assertThat(info(A).group(new GroupId(0))).isEmpty();
    }

    @Test
    void aDirectoryListsItsOwnSiteAndNotMoreSnapshotsThanAreKept() {
        assertThatIllegalArgumentException().isThrownBy(
                () -> new Directory(A, new TreeMap<>(Map.of(B, info(B))), List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> new Directory(A, new TreeMap<>(Map.of(A, info(A))),
                IntStream.rangeClosed(0, Directory.SNAPSHOTS_KEPT).mapToObj(DirectoryTest::snapshot).toList()));
    }

    @Test
    void whatWasHandedInMayChangeAfterwards() {
        TreeSet<SiteId> members = new TreeSet<>(List.of(A));
        TreeMap<GroupId, SortedSet<SiteId>> groups = new TreeMap<>(Map.of(GROUP.id(), members));
        OverlaySnapshot snapshot = new OverlaySnapshot(new SnapshotId(4, 1), LinkCosts.NONE, groups);
        members.add(B);
        groups.clear();
        assertThat(snapshot.members(GROUP.id())).containsExactly(A);
        assertThat(snapshot.members(new GroupId(0))).isEmpty();
        assertThatThrownBy(() -> snapshot.members(GROUP.id()).add(B)).isInstanceOf(UnsupportedOperationException.class);

        TreeMap<SiteId, Long> row = new TreeMap<>(Map.of(B, 10L));
        LinkCosts costs = LinkCosts.of(Map.of(A, row));
        row.put(B, 99L);
        assertThat(costs.cost(A, B)).isEqualTo(10);
    }

    @Test
    void theCostOfAPairIsTheMeanOfWhatWasMeasured() {
        LinkCosts both = LinkCosts.of(Map.of(A, Map.of(B, 10L), B, Map.of(A, 21L)));
        assertThat(both.cost(A, B)).isEqualTo(15.5).isEqualTo(both.cost(B, A));
        LinkCosts one = LinkCosts.of(Map.of(A, Map.of(B, 10L)));
        assertThat(one.cost(B, A)).isEqualTo(10);
        assertThat(LinkCosts.NONE.cost(A, B)).isEqualTo(500e6);
        assertThatIllegalArgumentException().isThrownBy(() -> LinkCosts.of(Map.of(A, Map.of(B, -1L))));
    }

    @Property
    void sendersAreInTheOrderOfTheirUnsignedIds(@ForAll List<Long> values) {
        List<SenderId> senders = new ArrayList<>();
        values.forEach(value -> senders.add(new SenderId(new SiteId(value % 3), value)));
        Collections.sort(senders);
        for (int i = 1; i < senders.size(); i++) {
            SenderId before = senders.get(i - 1);
            SenderId after = senders.get(i);
            int bySite = Long.compareUnsigned(before.site().value(), after.site().value());
            assertThat(bySite).isNotPositive();
            if (bySite == 0) {
                assertThat(Long.compareUnsigned(before.member().value(), after.member().value())).isNotPositive();
            }
        }
    }
}
