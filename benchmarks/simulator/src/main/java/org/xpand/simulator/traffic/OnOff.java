package org.xpand.simulator.traffic;

import java.util.Objects;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Alternating periods of sending and of silence, as a run has them once it gives a generator.
 *
 * @param on  makes the periods of sending
 * @param off makes the periods of silence
 */
public record OnOff(Function<RandomGenerator, Periods> on, Function<RandomGenerator, Periods> off) {
    public OnOff {
        Objects.requireNonNull(on, "on");
        Objects.requireNonNull(off, "off");
    }
}
