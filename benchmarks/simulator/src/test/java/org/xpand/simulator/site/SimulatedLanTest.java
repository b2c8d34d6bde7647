package org.xpand.simulator.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.relay.SegmentMessage;
import org.xpand.simulator.EventQueue;

class SimulatedLanTest {
    private static final long MS = 1_000_000;

    private final EventQueue queue = new EventQueue();
    private final SimulatedLan lan = new SimulatedLan(queue, new SplittableRandom(1), MS / 10);
    private final Map<Long, TreeSet<Long>> views = new TreeMap<>();
    private final List<String> arrived = new ArrayList<>();

    @Test
    void aLanThatIsSplitSplitsAgain() {
        for (long id = 1; id <= 4; id++) {
            attach(id);
        }
        split(1000, 1L);
        queue.runUntil(500 * MS);
        split(1000, 2L, 3L);

        queue.runUntil(700 * MS);
        assertViews("{1=[1], 2=[2, 3], 3=[2, 3], 4=[4]}");
        assertThat(arrivals()).containsExactlyInAnyOrder("1 to 1", "2 to 2", "2 to 3", "3 to 2", "3 to 3", "4 to 4");

        // The first split is over, the second one is not.
        queue.runUntil(1200 * MS);
        assertViews("{1=[1, 4], 2=[2, 3], 3=[2, 3], 4=[1, 4]}");
        assertThat(arrivals()).containsExactlyInAnyOrder("1 to 1", "1 to 4", "4 to 1", "4 to 4", "2 to 2", "2 to 3", "3 to 2", "3 to 3");

        queue.runUntil(1700 * MS);
        assertViews("{1=[1, 2, 3, 4], 2=[1, 2, 3, 4], 3=[1, 2, 3, 4], 4=[1, 2, 3, 4]}");
        assertThat(arrivals()).hasSize(16);
    }

    private void split(long millis, Long... half) {
        lan.split(new TreeSet<>(List.of(half)), millis * MS, 100 * MS);
    }

    private void assertViews(String expected) {
        assertThat(views).hasToString(expected);
    }

    /** Who receives whom now. */
    private List<String> arrivals() {
        arrived.clear();
        views.keySet().forEach(id -> lan.multicast(id, new byte[1]));
        queue.runUntil(queue.now() + 10 * MS);
        return arrived;
    }

    private void attach(long id) {
        lan.attach(id, new SimulatedLan.Process() {
            @Override
            public void message(long from, byte[] message) {
                arrived.add(from + " to " + id);
            }

            @Override
            public void ownSegments(SegmentMessage message) {
                throw new AssertionError("nobody multicasts segments");
            }

            @Override
            public void view(List<Long> processes) {
                views.put(id, new TreeSet<>(processes));
            }

            @Override
            public void roomAgain() {
                throw new AssertionError("nobody asks for room");
            }
        });
    }
}
