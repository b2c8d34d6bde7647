package org.xpand.protocols.rate;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Whether packets find room in the path's queue. */
class QueueRoomTest {
    private static final long MS = 1_000_000;

    private final QueueRoom queue = new QueueRoom();

    private void fills(long from, long to) {
        for (long delay = from; delay <= to; delay += MS) {
            queue.arrived(delay, false);
            assertThat(queue.hasRoom()).as("nothing was lost yet").isFalse();
        }
    }

    @Test
    void thereIsRoomBelowTwoThirdsOfTheQueueThatOverflowed() {
        fills(20 * MS, 70 * MS);
        queue.arrived(54 * MS, true);
        assertThat(queue.hasRoom()).isFalse();
        queue.arrived(53 * MS, true);
        assertThat(queue.hasRoom()).isTrue();
        queue.arrived(80 * MS, true);
        assertThat(queue.hasRoom()).isFalse();
    }

    /** Neither the clocks' difference nor that of the path's length matters. */
    @Property
    void onlyDifferencesCount(@ForAll @LongRange(min = -1_000_000_000_000L, max = 1_000_000_000_000L) long offset) {
        QueueRoom other = new QueueRoom();
        other.arrived(offset, false);
        other.arrived(offset + 50 * MS, false);
        other.arrived(offset + 33 * MS, true);
        assertThat(other.hasRoom()).isTrue();
        other.arrived(offset + 34 * MS, true);
        assertThat(other.hasRoom()).isFalse();
    }

    @Test
    void whereDelaysHardlyDifferNothingIsKnown() {
        queue.arrived(20 * MS, false);
        queue.arrived(21 * MS, false);
        queue.arrived(20 * MS, true);
        assertThat(queue.hasRoom()).isFalse();
    }

    @Test
    void ifTheFirstPacketFollowsALossNothingIsKnown() {
        queue.arrived(20 * MS, true);
        queue.arrived(10 * MS, true);
        assertThat(queue.hasRoom()).isFalse();
    }
}
