package org.xpand.simulator.explore;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds few of a seed's faults with which a promise is broken still: larger and then smaller rows of them are left out as
 * long as it is the same promise that breaks.
 */
public final class Shrinking {
    private Shrinking() {
    }

    /**
     * Runs a seed again and again.
     *
     * @param broken   what the seed found with all its faults
     * @param mostRuns how often it is run at most
     * @return what was found with the fewest faults; {@code broken} itself if none could be left out
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

    /** The names of the checkers that found something; what ended the run is one promise. */
    private static Set<String> promises(Exploration.Result result) {
        List<String> names = result.violations().stream().map(each -> each.startsWith("at ") ? "at"
                : each.substring(0, each.indexOf(':'))).toList();
        return Set.copyOf(new TreeSet<>(names));
    }
}
