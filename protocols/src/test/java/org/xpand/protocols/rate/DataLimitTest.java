package org.xpand.protocols.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** A source is data-limited until more than a burst has left without a pause. */
class DataLimitTest {
    private static final int SIZE = 1000;
    private static final double RATE = 100_000;

    private final DataLimit limit = new DataLimit(64);
    private long next;

    private void send(int packets, long nowNanos) {
        for (int i = 0; i < packets; i++) {
            limit.sent(next++, SIZE, RATE, nowNanos);
        }
    }

    @Test
    void aBurstIsNotABacklog() {
        send(4, 100);
        assertThat(limit.limitedSince(0, next - 1)).isTrue();
        send(1, 100);
        assertThat(limit.limitedSince(0, next - 1)).isFalse();
        assertThat(limit.limitedSince(100, next - 1)).as("nothing after the time asked for").isTrue();
        assertThat(limit.limitedSince(0, next - 2)).as("packets before it stay as they were").isTrue();
    }

    @Test
    void aPauseBeginsTheBurstAnew() {
        send(4, 100);
        limit.interrupted(150);
        send(4, 200);
        assertThat(limit.limitedSince(0, next - 1)).isTrue();
        send(1, 200);
        assertThat(limit.limitedSince(0, next - 1)).isFalse();
        limit.interrupted(250);
        send(1, 300);
        assertThat(limit.limitedSince(200, next - 1)).isTrue();
        assertThat(limit.limitedSince(199, next - 1)).isFalse();
    }

    @Test
    void forgottenPacketsAreRefused() {
        send(65, 0);
        assertThatThrownBy(() -> limit.limitedSince(0, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aPauseIsSeenFromEveryPacketAfterIt() {
        send(1, 100);
        assertThat(limit.interruptedSince(-1_000_000_000L, next - 1)).as("there was none yet").isFalse();
        limit.interrupted(150);
        send(2, 200);
        assertThat(limit.interruptedSince(150, next - 1)).isTrue();
        assertThat(limit.interruptedSince(151, next - 1)).isFalse();
        assertThat(limit.interruptedSince(0, 0)).as("a packet before it").isFalse();
    }

    @Test
    void timeThatALateSourceLetPassIsAPauseToo() {
        send(1, 0);
        send(1, 50_000_000);
        assertThat(limit.interruptedSince(1, next - 1)).as("a burst catches up with five packets' time").isFalse();
        send(1, 101_000_000);
        assertThat(limit.interruptedSince(101_000_000, next - 1)).isTrue();
        assertThat(limit.interruptedSince(101_000_001, next - 1)).isFalse();
    }
}
