package org.xpand.protocols.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import org.junit.jupiter.api.Test;

/** The window within one LAN grows and shrinks as TCP's does. */
class LanWindowTest {
    private final LanWindow window = new LanWindow(new LanWindowConfig(10, 2, 100, 90_000, 60_000, 0.5));

    @Test
    void slowStartDoublesPerWindow() {
        assertThat(window.segments()).isEqualTo(10);
        window.acknowledged(10);
        assertThat(window.segments()).isEqualTo(20);
        window.acknowledged(5);
        assertThat(window.segments()).isEqualTo(25);
        assertThat(window.slowStart()).isTrue();
    }

    @Test
    void firstPressureEndsSlowStartAndThenOnePerWindowIsGained() {
        window.acknowledged(30);
        window.pressure(50, 100);
        assertThat(window.segments()).isEqualTo(20);
        assertThat(window.slowStart()).isFalse();
        window.acknowledged(19);
        assertThat(window.segments()).isEqualTo(20);
        window.acknowledged(1);
        assertThat(window.segments()).isEqualTo(21);
        window.acknowledged(21 + 22 + 5);
        assertThat(window.segments()).isEqualTo(23);
        window.acknowledged(18);
        assertThat(window.segments()).isEqualTo(24);
    }

    @Test
    void pressureHalvesOncePerWindow() {
        window.acknowledged(70);
        window.pressure(100, 100);
        window.pressure(100, 100);
        window.pressure(139, 100);
        assertThat(window.segments()).isEqualTo(40);
        window.pressure(140, 100);
        assertThat(window.segments()).isEqualTo(20);
        window.pressure(159, 100);
        assertThat(window.segments()).isEqualTo(20);
    }

    @Test
    void pressureTakesBackWhatWasGainedTowardsTheNextStep() {
        window.pressure(10, 100);
        window.acknowledged(4);
        window.pressure(20, 100);
        assertThat(window.segments()).isEqualTo(2);
        window.acknowledged(1);
        assertThat(window.segments()).isEqualTo(2);
    }

    @Test
    void windowKeepsItsBounds() {
        window.acknowledged(Integer.MAX_VALUE);
        assertThat(window.segments()).isEqualTo(100);
        for (int i = 1; i < 20; i++) {
            window.pressure(i * 1000L, 100);
        }
        assertThat(window.segments()).isEqualTo(2);
        window.acknowledged(Integer.MAX_VALUE);
        assertThat(window.segments()).isEqualTo(100);
        assertThat(new LanWindow(new LanWindowConfig(1, 4, 100, 90_000, 60_000, 0.5)).segments()).isEqualTo(4);
    }

    @Test
    void sendersShareTheSiteAndWhoIsAloneHasItsOwnWindowAgain() {
        assertThat(window.bytes()).isEqualTo(90_000);
        window.senders(3);
        assertThat(window.bytes()).isEqualTo(20_000);
        window.senders(2);
        assertThat(window.bytes()).isEqualTo(30_000);
        window.senders(1);
        assertThat(window.bytes()).isEqualTo(90_000);
    }

    @Test
    void isBoundedInSegmentsAndInBytesButHoldsTheLeastWindow() {
        window.acknowledged(1000);
        assertThat(window.isFull(99, 89_999)).isFalse();
        assertThat(window.isFull(100, 100)).isTrue();
        assertThat(window.isFull(50, 90_000)).isTrue();
        window.senders(1000);
        assertThat(window.isFull(1, 9_000)).as("two segments may always be in flight").isFalse();
        assertThat(window.isFull(2, 9_000)).isTrue();
    }

    @Test
    void pressureHalvesWhatIsInFlightAndNotAWindowThatTheBytesKeepUnused() {
        window.acknowledged(1000);
        window.pressure(50, 40);
        assertThat(window.segments()).isEqualTo(20);
        window.pressure(500, 3);
        assertThat(window.segments()).as("who sends little begins again like a new sender").isEqualTo(5);
    }

    /** A LAN that holds 40 segments and drops what is more: after slow start the window saws between 20 and 40. */
    @Test
    void windowSawsBelowWhatTheLanHolds() {
        LanWindow own = new LanWindow(LanWindowConfig.defaults());
        ArrayDeque<Integer> rounds = new ArrayDeque<>();
        long sent = 0;
        int stable = 0;
        for (int round = 0; round < 400; round++) {
            int segments = own.segments();
            sent += segments;
            if (segments > 40) {
                own.pressure(sent, segments);
            }
            own.acknowledged(segments);
            stable += segments;
            if (round >= 200) {
                rounds.add(segments);
            }
        }
        assertThat(rounds).allMatch(segments -> segments >= 20 && segments <= 42);
        assertThat(rounds.stream().mapToInt(segments -> segments).average().orElseThrow()).isBetween(29.0, 33.0);
        assertThat(stable).isGreaterThan(400 * 28);
    }
}
