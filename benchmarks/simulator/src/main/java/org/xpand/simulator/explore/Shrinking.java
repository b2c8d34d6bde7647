package org.xpand.simulator.explore;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds few of a seed's faults that still violate a guarantee: larger and then smaller groups of them are left out as
 * long as the same guarantee is violated.
 */
public final class Shrinking {
    private Shrinking() {
    }

    /**
     * Runs a seed repeatedly.
     *
     * @param broken   the result with all its faults
     * @param mostRuns most runs
     * @return the result with the fewest faults; {@code broken} itself if none could be left out
     */
    public static Exploration.Result shrink(Exploration.Seeded exploration, Exploration.Result broken, int mostRuns) {
        Set<String> promises = promises(broken);
        TreeSet<Integer> leftOut = new TreeSet<>();
        Exploration.Result smallest = broken;
        int runs = 0;
        for (int row = Math.max(1, broken.faults() / 2); row >= 1; row /= 2) {
            for (int first = 0; first < broken.faults() && runs < mostRuns; first += row) {
                TreeSet<Integer> more = new TreeSet<>(leftOut);
                for (int fault = first; fault < Math.min(first + row, broken.faults()); fault++) {
                    more.add(fault);
                }
                if (!more.equals(leftOut)) {
                    runs++;
                    Exploration.Result result = exploration.run(broken.seed(), more);
                    if (promises(result).stream().anyMatch(promises::contains)) {
                        leftOut = more;
                        smallest = result;
                    }
                }
            }
        }
        return smallest;
    }

    /** The names of the checkers with violations; an exception that ended the run counts as one guarantee. */
    private static Set<String> promises(Exploration.Result result) {
        List<String> names = result.violations().stream().map(each -> each.startsWith("at ") ? "at"
                : each.substring(0, each.indexOf(':'))).toList();
        return Set.copyOf(new TreeSet<>(names));
    }
}
