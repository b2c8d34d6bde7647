package org.xpand.simulator;

import java.util.SplittableRandom;

/** Makes independent random generators for one run. */
public final class Seeds {
    private Seeds() {
    }

    /** The generator of one user of randomness, determined by the run's seed and two numbers that no other user has. */
    public static SplittableRandom generator(long seed, long first, long second) {
        long mixed = new SplittableRandom(seed).nextLong();
        mixed = new SplittableRandom(mixed ^ first).nextLong();
        return new SplittableRandom(mixed ^ second).split();
    }
}
