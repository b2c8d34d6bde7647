package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What comes while the last has not been taken takes its place, and is told once. */
class NewestTest {
    private final Newest<String> newest = new Newest<>();

    @Test
    void theLastIsTakenAndToldOnce() {
        assertThat(newest.put("a")).isTrue();
        assertThat(newest.put("b")).isFalse();
        assertThat(newest.put("c")).isFalse();
        assertThat(newest.take()).isEqualTo("c");
    }

    @Test
    void whatComesAfterItWasTakenIsToldAgain() {
        newest.put("a");
        newest.take();
        assertThat(newest.put("b")).isTrue();
        assertThat(newest.take()).isEqualTo("b");
    }
}
