package org.xpand.protocols.tuf;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The neighbour remembers K for the hop that takes another's place, and silence halves it there too. */
class NeighbourThresholdTest {
    private static final long SILENCE = 1_000_000_000L;
    private final NeighbourThreshold neighbour = new NeighbourThreshold(SILENCE);

    private long predecessor(long silences) {
        neighbour.announced(6, new FoundThreshold(Tag.MAX_THRESHOLD, false), 0);
        neighbour.announced(6, new FoundThreshold(1000, true), 5 * SILENCE);
        neighbour.announced(7, FoundThreshold.UNKNOWN, (5 + silences) * SILENCE);
        return neighbour.predecessor().threshold();
    }

    @Test
    void theNewestOfTheHopBeforeIsRemembered() {
        assertThat(predecessor(0)).isEqualTo(1000);
        assertThat(neighbour.predecessor().searching()).isTrue();
    }

    @Test
    void silenceCountsSinceThatHopWasLastReceived() {
        assertThat(predecessor(3)).isEqualTo(125);
    }

    @Test
    void afterAnySilenceNothingIsLeftOfIt() {
        assertThat(predecessor(64)).isZero();
    }
}
