package org.xpand.simulator.explore;

import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.xpand.protocols.strategy.RateStrategies;

/** Explores the seeds from the first argument to before the second, in parallel, and tells which break a promise. */
final class ExploreMain {
    private ExploreMain() {
    }

    public static void main(String[] args) {
        long from = Long.parseLong(args[0]);
        long to = Long.parseLong(args[1]);
        List<Exploration.Result> broken = LongStream.range(from, to).parallel()
                .mapToObj(seed -> Exploration.run(RateStrategies.create("tfrc", Map.of()), seed))
                .filter(result -> {
                    boolean bad = !result.violations().isEmpty();
                    if (bad || to - from == 1) {
                        print(result);
                    }
                    return bad;
                }).toList();
        System.out.println((to - from) + " seeds, " + broken.size() + " broke a promise");
        System.exit(broken.isEmpty() ? 0 : 1);
    }

    private static synchronized void print(Exploration.Result result) {
        System.out.println("seed " + result.seed() + ": " + result.messages() + " messages, " + result.delivered()
                + " deliveries");
        result.told().forEach(line -> System.out.println("    " + line));
        result.events().forEach(line -> System.out.println("  ! " + line));
        result.violations().forEach(line -> System.out.println("  * " + line));
    }
}
