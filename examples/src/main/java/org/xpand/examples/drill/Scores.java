package org.xpand.examples.drill;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;

/** The results of several drills as one table, and the exit code of the command. For one thread. */
final class Scores {
    private static final int LOST = 1;
    private static final int MISSED = 3;
    private static final String ROW = "%-24s %4s %7s %4s %4s  %-13s %-13s %-13s %-13s %-13s %-13s %-9s %s%n";

    private final Map<Fault, List<Outcome>> outcomes = new EnumMap<>(Fault.class);
    private final Map<Fault, Integer> failures = new EnumMap<>(Fault.class);

    void add(Outcome outcome) {
        outcomes.computeIfAbsent(outcome.fault(), fault -> new ArrayList<>()).add(outcome);
    }

    /** Records a drill that was not completed. */
    void failed(Fault fault) {
        outcomes.computeIfAbsent(fault, key -> new ArrayList<>());
        failures.merge(fault, 1, Integer::sum);
    }

    /** Returns 0 if all requirements were met, 3 if nothing was lost that should not be, else 1. */
    int exitCode() {
        boolean lost = !failures.isEmpty() || outcomes.values().stream().flatMap(List::stream).anyMatch(each -> !each.isClean());
        boolean missed = outcomes.values().stream().flatMap(List::stream).anyMatch(each -> !each.meetsAims());
        return lost ? LOST : missed ? MISSED : 0;
    }

    /** Returns one row per fault; for several runs the sums of losses, median and maximum of times. */
    String text() {
        StringBuilder out = new StringBuilder(String.format(ROW, "fault", "runs", "lost", "dup", "reo", "from it", "to it",
                "others", "mended", "back at 80 %", "there again", "late ms", "aims"));
        outcomes.forEach((fault, all) -> out.append(String.format(ROW, fault.text(), all.size() + failures.getOrDefault(fault, 0),
                sum(all, each -> each.findings().lost()), sum(all, each -> each.findings().duplicated()),
                sum(all, each -> each.findings().reordered()), times(all, Outcome::from), times(all, Outcome::to),
                times(all, each -> each.findings().silenceWithout(each.victimSite())),
                fault.seconds() == 0 ? "-" : times(all, each -> each.findings().silenceSinceMend()),
                times(all, each -> each.findings().backAfterNanos()), times(all, Outcome::joined), late(all),
                aims(fault, all))));
        return out.toString().stripTrailing();
    }

    /** Returns the median of the 99th percentiles of lateness, and the maximum of all. */
    private static String late(List<Outcome> all) {
        double[] sorted = all.stream().mapToDouble(each -> each.late().p99()).sorted().toArray();
        double worst = all.stream().mapToDouble(each -> each.late().worst()).max().orElse(0);
        return sorted.length == 0 ? "-" : String.format(Locale.ROOT, "%.0f / %.0f", sorted[(sorted.length - 1) / 2], worst);
    }

    private static long sum(List<Outcome> all, Function<Outcome, Long> what) {
        return all.stream().mapToLong(what::apply).sum();
    }

    private static String times(List<Outcome> all, Function<Outcome, OptionalLong> what) {
        long[] sorted = all.stream().map(what).mapToLong(nanos -> nanos.orElse(Long.MAX_VALUE)).sorted().toArray();
        if (sorted.length == 0 || Arrays.stream(sorted).allMatch(nanos -> nanos == Long.MAX_VALUE)) {
            return "-";
        }
        String median = seconds(sorted[(sorted.length - 1) / 2]);
        return sorted.length == 1 ? median : median + " / " + seconds(sorted[sorted.length - 1]);
    }

    private static String seconds(long nanos) {
        return nanos == Long.MAX_VALUE ? "never" : String.format(Locale.ROOT, "%.2f", nanos / 1e9);
    }

    private String aims(Fault fault, List<Outcome> all) {
        long met = all.stream().filter(Outcome::meetsAims).count();
        int runs = all.size() + failures.getOrDefault(fault, 0);
        String failed = failures.containsKey(fault) ? ", " + failures.get(fault) + " did not end" : "";
        return (runs == 1 ? met == 1 ? "met" : "missed" : met + " of " + runs + " met") + failed;
    }
}
