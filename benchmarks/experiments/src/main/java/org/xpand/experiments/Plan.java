package org.xpand.experiments;

import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/**
 * How long and how often an experiment runs.
 *
 * @param firstSeed the first of consecutive seeds; figures show its run
 * @param seeds     how many runs are summarised, 1 to {@link #MAX_SEEDS}
 * @param brief     whether to run a shortened version: enough to see the answer, not enough for its figures
 */
public record Plan(long firstSeed, int seeds, boolean brief) {
    /** The most seeds. */
    public static final int MAX_SEEDS = 1000;
    /** Five seeds from 1 on, full length. */
    public static final Plan FULL = new Plan(1, 5, false);

    /** @throws IllegalArgumentException if the number of seeds is out of range */
    public Plan {
        if (seeds < 1 || seeds > MAX_SEEDS) {
            throw new IllegalArgumentException("number of seeds is " + seeds + ": accepted is 1 to " + MAX_SEEDS);
        }
    }

    /** One of two values: the first in a full version, the second in a shortened one. */
    public <T> T fullOrBrief(T full, T shortened) {
        return brief ? shortened : full;
    }

    /** What a run answers for each seed, in the order of the seeds. Runs may take place at the same time. */
    public <T> List<T> overSeeds(LongFunction<T> run) {
        return LongStream.range(firstSeed, firstSeed + seeds).parallel().mapToObj(run).toList();
    }
}
