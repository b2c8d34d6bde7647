package org.xpand.examples.drill;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VitalsTest {
    private final Vitals vitals = new Vitals();

    @Test
    void whatOnlyFillsUpAtFirstAndSwingsIsFlat() {
        for (int i = 0; i < 300; i++) {
            vitals.look(Math.min(i, 60) + i % 40, 30 + i % 3, 50);
        }
        assertThat(vitals.isFlat()).isTrue();
        assertThat(vitals.text()).isEqualTo("heap 0 60 60 MB, threads 30 30 30, descriptors 50 50 50 ".strip());
    }

    @Test
    void whatGoesOnGrowingIsNot() {
        for (int i = 0; i < 300; i++) {
            vitals.look(20 + i / 4 + i % 10, 30, 50);
        }
        assertThat(vitals.isFlat()).isFalse();
    }

    @Test
    void descriptorsAndThreadsAreLookedAtToo() {
        Vitals leaks = new Vitals();
        for (int i = 0; i < 300; i++) {
            vitals.look(20, 30, 50 + i / 4);
            leaks.look(20, 30 + i / 5, 50);
        }
        assertThat(vitals.isFlat()).isFalse();
        assertThat(leaks.isFlat()).isFalse();
    }
}
