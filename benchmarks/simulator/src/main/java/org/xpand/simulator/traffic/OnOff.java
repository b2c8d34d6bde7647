package org.xpand.simulator.traffic;

import java.util.Objects;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Alternating periods of sending and of silence, which are made with the generator of a run.
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
