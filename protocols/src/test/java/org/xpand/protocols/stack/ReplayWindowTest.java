package org.xpand.protocols.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class ReplayWindowTest {
    @Property
    void aNumberIsAcceptedOnceAndNotWhenTooOld(@ForAll List<@IntRange(max = 20_000) Integer> numbers) {
        ReplayWindow window = new ReplayWindow();
        Set<Integer> seen = new HashSet<>();
        int newest = -1;
        for (int number : numbers) {
            boolean expected = newest - number < ReplayWindow.SPAN && seen.add(number);
            assertThat(window.accept(number)).isEqualTo(expected);
            newest = Math.max(newest, number);
        }
    }

    @Property
    void negativeNumbersAreRefused(@ForAll long number) {
        assertThat(new ReplayWindow().accept(number)).isEqualTo(number >= 0);
    }
}
