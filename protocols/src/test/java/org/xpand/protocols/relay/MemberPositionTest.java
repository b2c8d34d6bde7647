package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** For how long a member has held a sender up. */
class MemberPositionTest {
    private static final long SECOND = 1_000_000_000L;

    private final MemberPosition position = new MemberPosition(0, 100);

    @Test
    void aMemberThatLacksSomethingHoldsUpUntilItMoves() {
        position.look(10, 10, SECOND);
        assertThat(position.holdsUpNanos(3 * SECOND)).isEqualTo(2 * SECOND);
        position.announced(10, 100);
        position.look(10, 10, 4 * SECOND);
        assertThat(position.holdsUpNanos(5 * SECOND)).isZero();
    }

    @Test
    void aMemberWithoutRoomHoldsUpUntilItHasSome() {
        position.announced(95, 100);
        position.look(100, 10, SECOND);
        assertThat(position.holdsUpNanos(3 * SECOND)).isEqualTo(2 * SECOND);
        position.announced(100, 110);
        position.look(100, 10, 4 * SECOND);
        assertThat(position.holdsUpNanos(5 * SECOND)).isZero();
    }

    @Test
    void theTimeInWhichTheDelegateItselfStoodStillDoesNotCount() {
        position.announced(95, 100);
        position.look(100, 10, SECOND);
        position.paused(14 * SECOND);
        assertThat(position.holdsUpNanos(16 * SECOND)).isEqualTo(SECOND);
        assertThat(position.wantsRepair(2 * SECOND, 16 * SECOND)).isFalse();
    }
}
