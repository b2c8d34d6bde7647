package org.xpand.protocols.tuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** A new delegate at one end of a link begins with the threshold that its predecessor had found, once. */
class TufHopSuccessorTest extends TufHopFixture {
    /** A hop takes the place of one that had this K, so long after its last message; answers B0 K after the first answer. */
    private double successor(Map<String, String> settings, Map<String, String> predecessor, long pauseNanos) {
        TufHop far = new TufHop(CONFIG, 5);
        far.messageReceived(pull(new TufHop(TufConfig.fromSettings(predecessor), 6), 0), 0);
        pull(far, 0);
        TufHop next = new TufHop(TufConfig.fromSettings(settings), 7);
        far.messageReceived(pull(next, pauseNanos), pauseNanos + 20 * MS);
        next.messageReceived(pull(far, pauseNanos + 20 * MS), pauseNanos + 40 * MS);
        admit(next, (long) (next.rate() / CONFIG.b0()));
        double begun = next.rate();
        long due = next.nextDeadlineNanos();
        pull(next, due);
        deliver(next, 1, 1, due + 40 * MS);
        assertThat(next.rate() / begun).as("it is searched for as before")
                .isCloseTo(predecessor.containsKey("doubling") ? 1 : 2, within(0.1));
        return begun;
    }

    @Test
    void theHopOfTheDelegateBeforeLeavesItsThresholdBehind() {
        Map<String, String> searching = Map.of("initialRate", "1000");
        Map<String, String> found = Map.of("initialRate", "1000", "doubling", "false");
        assertThat(successor(Map.of(), searching, 900 * MS)).isEqualTo(1000);
        assertThat(successor(Map.of(), found, 900 * MS)).isEqualTo(1000);
        assertThat(successor(Map.of(), found, 3100 * MS)).as("three silences later").isEqualTo(125);
        assertThat(successor(Map.of("inherited", "false"), searching, 0)).isEqualTo(40);
    }

    @Test
    void aThresholdIsLeftOnceAndToNobodyElse() {
        answer(hop, 0, 0, new FoundThreshold(FIRST / 2, false));
        assertThat(hop.rate()).isEqualTo(20);
        answer(hop, 250 * MS, 0, new FoundThreshold(FIRST, false));
        assertThat(hop.rate()).as("it has found its own").isCloseTo(20, within(0.1));
        NeighbourThreshold neighbour = new NeighbourThreshold(1000 * MS);
        neighbour.announced(6, new FoundThreshold(5, true), 0);
        assertThat(neighbour.predecessor().known()).as("of the first").isFalse();
        neighbour.announced(6, new FoundThreshold(9, true), 0);
        assertThat(neighbour.predecessor().known()).isFalse();
        neighbour.announced(7, FoundThreshold.UNKNOWN, Long.MAX_VALUE);
        assertThat(neighbour.predecessor()).isEqualTo(new FoundThreshold(0, true));
        neighbour.announced(8, FoundThreshold.UNKNOWN, Long.MAX_VALUE);
        assertThat(neighbour.predecessor().known()).isFalse();
    }
}
