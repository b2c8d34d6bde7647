package org.xpand.simulator;

import java.util.SplittableRandom;

/** Generators of one run, none of which knows how much the others are used. */
public final class Seeds {
    private Seeds() {
    }

    /** The generator of one user of randomness, fixed by the run's seed and two numbers that no other user has. */
    public static SplittableRandom generator(long seed, long first, long second) {
        long mixed = new SplittableRandom(seed).nextLong();
        mixed = new SplittableRandom(mixed ^ first).nextLong();
        return new SplittableRandom(mixed ^ second).split();
    }
}
