package org.xpand.simulator.explore;

import java.util.SplittableRandom;

/** What members do besides sending to all, such as transferring the group's state: a checker that takes part. */
@FunctionalInterface
public interface Programs {
    /**
     * Begins with a run. The checker observes the members of the group, may make them send, and reports violations.
     *
     * @param random determined by the run's seed
     */
    Checker begin(World world, SplittableRandom random);
}
