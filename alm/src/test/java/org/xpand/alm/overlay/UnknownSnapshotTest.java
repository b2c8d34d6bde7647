package org.xpand.alm.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.xpand.alm.overlay.ThreeInARow.FIRST;
import static org.xpand.alm.overlay.ThreeInARow.MS;
import static org.xpand.alm.overlay.ThreeInARow.SECOND;
import static org.xpand.alm.overlay.ThreeInARow.THIRD;

import org.junit.jupiter.api.Test;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.alm.overlay.ThreeInARow.Datagram;
import org.xpand.protocols.directory.SnapshotId;

/** A snapshot is needed to choose a tree, not to receive packets along one; and for a while any snapshot is sufficient for forwarding. */
class UnknownSnapshotTest {
    private final ThreeInARow sites = new ThreeInARow("tfrc", OverlayConfig.defaults(), Datagram::ecn);

    private void sendFifty() {
        sites.offer(50, 1000);
        sites.run(1000 * MS);
    }

    @Test
    void aForwarderThatLacksTheSnapshotReceivesForwardsAndAsks() {
        sites.snapshots(FIRST, 2);
        sites.snapshots(THIRD, 2);
        sendFifty();
        assertThat(sites.delivered(SECOND)).isEqualTo(50);
        assertThat(sites.delivered(THIRD)).isEqualTo(50);
        assertThat(sites.overlays.get(SECOND).stats().forwarded()).isPositive();
        assertThat(sites.overlays.get(SECOND).takeWanted()).contains(new SnapshotId(9, 2));
        assertThat(sites.overlays.get(SECOND).takeWanted()).as("once").isEmpty();
        assertThat(sites.stacks.get(FIRST).reliability().stats().repairSegments()).as("nothing had to be repaired").isZero();
    }

    @Test
    void aSiteAtTheEndOfATreeThatItDoesNotKnowReceives() {
        sites.snapshots(FIRST, 2);
        sites.snapshots(SECOND, 2);
        sendFifty();
        assertThat(sites.delivered(THIRD)).isEqualTo(50);
        assertThat(sites.stacks.get(FIRST).reliability().stats().repairSegments()).isZero();
    }

    @Test
    void whatComesWithAnEarlierSnapshotThatIsHeldNoMoreIsNotRequested() {
        sites.snapshots(SECOND, 0);
        sites.snapshots(THIRD, 3);
        sites.overlays.get(THIRD).directory(ThreeInARow.newestOnly(THIRD, 3), sites.now);
        sendFifty();
        assertThat(sites.delivered(SECOND)).isEqualTo(50);
        assertThat(sites.overlays.get(THIRD).takeWanted()).isEmpty();
    }
}
