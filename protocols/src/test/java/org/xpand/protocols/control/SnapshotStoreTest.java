package org.xpand.protocols.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.LinkCosts;
import org.xpand.protocols.directory.OverlaySnapshot;
import org.xpand.protocols.directory.SnapshotId;

class SnapshotStoreTest {
    private final SnapshotStore store = new SnapshotStore();

    private static OverlaySnapshot snapshot(long coordinator, int number) {
        return new OverlaySnapshot(new SnapshotId(coordinator, number), LinkCosts.NONE, new TreeMap<>());
    }

    @Test
    void theNewestAndThoseBeforeAreHeldUpToABound() {
        store.onView(List.of(1L, 2L));
        assertThat(store.newest()).isEqualTo(SnapshotId.NONE);
        int last = Directory.SNAPSHOTS_KEPT + 1;
        for (int number = 1; number <= last; number++) {
            assertThat(store.onSnapshot(1, snapshot(1, number))).isTrue();
        }
        assertThat(store.held()).extracting(held -> held.id().number()).startsWith(last, last - 1).endsWith(2)
                .hasSize(Directory.SNAPSHOTS_KEPT);
    }

    @Test
    void repeatedAndOlderOnesChangeNothing() {
        store.onView(List.of(1L));
        store.onSnapshot(1, snapshot(1, 2));
        assertThat(store.onSnapshot(1, snapshot(1, 2))).isFalse();
        assertThat(store.onSnapshot(1, snapshot(1, 1))).isFalse();
        assertThat(store.newest()).isEqualTo(new SnapshotId(1, 2));
    }

    @Test
    void nobodyPublishesInAnothersNameOrFromOutsideTheView() {
        store.onView(List.of(1L, 2L));
        assertThat(store.onSnapshot(2, snapshot(1, 9))).isFalse();
        assertThat(store.onSnapshot(3, snapshot(3, 1))).isFalse();
        assertThat(store.held()).isEmpty();
    }

    @Test
    void aSnapshotThatArrivesBeforeItsPublishersViewWaitsForIt() {
        store.onView(List.of(1L, 2L));
        store.onSnapshot(1, snapshot(1, 7));
        assertThat(store.onSnapshot(2, snapshot(2, 1))).isFalse();
        assertThat(store.newest()).isEqualTo(new SnapshotId(1, 7));
        assertThat(store.onView(List.of(2L))).isTrue();
        assertThat(store.held()).extracting(OverlaySnapshot::id)
                .containsExactly(new SnapshotId(2, 1), new SnapshotId(1, 7));
    }
}
