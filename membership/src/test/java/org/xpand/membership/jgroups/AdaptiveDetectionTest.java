package org.xpand.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.FD_ALL3;
import org.junit.jupiter.api.Test;

/** How long heartbeats may be missing. */
class AdaptiveDetectionTest {
    private static final long MS = 1_000_000;
    private static final long SILENCE = 1200 * MS;

    private final AdaptiveDetection.Gaps gaps = new AdaptiveDetection.Gaps(0);
    private long now;

    private void beat(long... afterMillis) {
        for (long millis : afterMillis) {
            now += millis * MS;
            gaps.received(now);
        }
    }

    private boolean isOverAfter(long millis) {
        return isOverAfter(millis, 1);
    }

    private boolean isOverAfter(long millis, double times) {
        return gaps.isOver(now + millis * MS, SILENCE, times);
    }

    @Test
    void itSpeaksTheProtocolThatItExtends() {
        assertThat(new AdaptiveDetection(1200, 240).getId()).isEqualTo(ClassConfigurator.getProtocolId(FD_ALL3.class));
    }

    @Test
    void whoIsRegularIsFoundAfterTheConfiguredSilence() {
        beat(240, 240, 240);
        assertThat(isOverAfter(1199)).isFalse();
        assertThat(isOverAfter(1200)).isTrue();
    }

    @Test
    void whoHasJustJoinedAndWasNotReceivedFromHasEightTimesAsLong() {
        assertThat(isOverAfter(9599)).isFalse();
        assertThat(isOverAfter(9600)).isTrue();
        beat(3000);
        assertThat(isOverAfter(4499)).isFalse();
        assertThat(isOverAfter(4500)).isTrue();
    }

    @Test
    void onABusyComputerAllHaveLonger() {
        beat(240, 240, 240);
        assertThat(isOverAfter(2999, 2.5)).isFalse();
        assertThat(isOverAfter(3000, 2.5)).isTrue();
    }

    @Test
    void aPauseOfHalfASecondChangesNothing() {
        beat(240, 740, 240);
        assertThat(isOverAfter(1200)).isTrue();
    }

    @Test
    void whoWasLateHasHalfAsLongAgainAndFourTimesAtMost() {
        beat(240, 1400, 240);
        assertThat(isOverAfter(2000)).isFalse();
        assertThat(isOverAfter(2100)).isTrue();
        beat(20_000, 240);
        assertThat(isOverAfter(4700)).isFalse();
        assertThat(isOverAfter(4800)).isTrue();
    }

    @Test
    void afterAMinuteItIsForgotten() {
        beat(1400);
        for (int i = 0; i < 260; i++) {
            beat(240);
        }
        assertThat(isOverAfter(1200)).isTrue();
    }
}
