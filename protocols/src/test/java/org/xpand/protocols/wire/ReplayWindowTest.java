package org.xpand.protocols.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class ReplayWindowTest {
    @Property
    void aNumberIsTakenOnceAndNotWhenTooOld(@ForAll @IntRange(min = 6, max = 12) int power,
                                            @ForAll @Size(max = 200) List<@IntRange(max = 20_000) Integer> numbers) {
        ReplayWindow window = new ReplayWindow(1 << power);
        Set<Integer> taken = new HashSet<>();
        int newest = -1;
        for (int round = 0; round < 2; round++) {
            for (int number : numbers) {
                boolean expected = newest - number < 1 << power && !taken.contains(number);
                assertThat(window.mayTake(number)).as("%d after %s", number, taken).isEqualTo(expected);
                assertThat(window.take(number)).isEqualTo(expected);
                taken.add(number);
                newest = Math.max(newest, number);
            }
        }
    }

    @Property
    void negativeNumbersAreRefused(@ForAll long number) {
        assertThat(new ReplayWindow(2048).take(number)).isEqualTo(number >= 0);
    }

    @Example
    void theFarthestNumberIsTakenAtOnce() {
        ReplayWindow window = new ReplayWindow(64);
        assertThat(window.take(Long.MAX_VALUE)).isTrue();
        assertThat(window.take(Long.MAX_VALUE)).isFalse();
        assertThat(window.take(Long.MAX_VALUE - 63)).isTrue();
        assertThat(window.take(Long.MAX_VALUE - 64)).isFalse();
    }

    @Property
    void spansArePowersOfTwo(@ForAll @IntRange(min = -5, max = 300) int span) {
        if (span == 64 || span == 128 || span == 256) {
            assertThat(new ReplayWindow(span).take(0)).isTrue();
        } else {
            assertThatThrownBy(() -> new ReplayWindow(span)).hasMessageContaining("span " + span);
        }
    }
}
