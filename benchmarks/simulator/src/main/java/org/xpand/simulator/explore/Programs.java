package org.xpand.simulator.explore;

import java.util.SplittableRandom;

/** What members do besides sending to everybody, such as giving each other the group's state: a checker that takes part. */
@FunctionalInterface
public interface Programs {
    /**
     * Begins with a run. It hears what happens at the members of the group, may have them send, and says what broke a promise.
     *
     * @param random fixed by the run's seed
     */
    Checker begin(World world, SplittableRandom random);
}
