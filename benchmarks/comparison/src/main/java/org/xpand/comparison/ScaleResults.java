package org.xpand.comparison;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.xpand.comparison.scale.Cost;

/** What the points of one kind of growth cost, in all runs. */
final class ScaleResults {
    /** Least part of one group's goodput that so many busy groups or fewer carry together. */
    private static final int SOME_GROUPS = 50;
    private static final double SOME_CARRY = 0.8;
    private static final int MANY_GROUPS = 200;
    private static final double MANY_CARRY = 0.6;
    private static final double LEAST_JAIN = 0.95;
    private static final double MEGA = 1e6;
    private static final double BITS = 8;
    private static final List<String> COLUMNS = List.of("start s", "join s", "Mbit/s per site", "Mbit/s to all members", "CPU s/GB",
            "heap MB", "resident MB", "threads");
    private static final List<String> OF_GROUPS = List.of("of one group", "slowest group Mbit/s", "fastest group Mbit/s", "Jain");

    private final String kind;
    private final boolean groups;
    private final List<Integer> counts;
    /** By run, then by point; null where a run of a point failed. */
    private final List<Cost[]> runs = new ArrayList<>();

    /**
     * @param kind   what grows
     * @param counts of it, the points
     * @param groups whether it is groups, which are compared with each other and with one
     */
    ScaleResults(String kind, List<Integer> counts, boolean groups) {
        this.kind = kind;
        this.counts = List.copyOf(counts);
        this.groups = groups;
    }

    /** Adds a run: the costs of all points in their order, null for one that failed. */
    void add(Cost... costs) {
        runs.add(costs.clone());
    }

    /** Medians over the runs, and with several points the power with which each figure grows. */
    Table medians() {
        Table table = table(1, List.of(kind));
        List<Integer> known = new ArrayList<>();
        List<Cost> medians = new ArrayList<>();
        for (int i = 0; i < counts.size(); i++) {
            int point = i;
            List<Cost> costs = runs.stream().map(run -> run[point]).filter(cost -> cost != null).toList();
            if (!costs.isEmpty()) {
                known.add(counts.get(i));
                medians.add(Cost.median(costs));
                double[] parts = runs.stream().mapToDouble(run -> ofOne(run, point)).filter(part -> !Double.isNaN(part)).toArray();
                table.add(row(List.of(String.valueOf(counts.get(i))), medians.get(medians.size() - 1),
                        parts.length == 0 ? Double.NaN : Cost.median(parts)));
            }
        }
        if (known.size() > 1) {
            List<String> growth = new ArrayList<>(Growth.row(known, medians));
            OF_GROUPS.stream().filter(each -> groups).forEach(each -> growth.add(""));
            table.add(growth);
        }
        return table;
    }

    /** Every run of every point. */
    Table all() {
        Table table = table(2, List.of(kind, "run"));
        for (int i = 0; i < counts.size(); i++) {
            for (int run = 0; run < runs.size(); run++) {
                Cost cost = runs.get(run)[i];
                if (cost != null) {
                    table.add(row(List.of(String.valueOf(counts.get(i)), String.valueOf(run + 1)), cost, ofOne(runs.get(run), i)));
                }
            }
        }
        return table;
    }

    private Table table(int words, List<String> first) {
        List<String> head = new ArrayList<>(first);
        head.addAll(COLUMNS);
        if (groups) {
            head.addAll(OF_GROUPS);
        }
        return new Table(words, head.toArray(String[]::new));
    }

    private List<String> row(List<String> first, Cost cost, double ofOne) {
        List<Double> figures = new ArrayList<>(List.of(cost.startSeconds(), cost.joinSeconds(), cost.goodput() * BITS / MEGA,
                cost.total() * BITS / MEGA, cost.cpuPerGigabyte(), cost.heapBytes() / MEGA, cost.residentBytes() / MEGA, cost.threads()));
        if (groups) {
            figures.addAll(List.of(ofOne, cost.slowestGroup() * BITS / MEGA, cost.fastestGroup() * BITS / MEGA, cost.jain()));
        }
        List<String> row = new ArrayList<>(first);
        figures.forEach(figure -> row.add(Table.figure(figure)));
        return row;
    }

    /** The part of one group's goodput in the same run; NaN if either was not measured, or one group carried nothing. */
    private double ofOne(Cost[] run, int point) {
        int one = counts.indexOf(1);
        return one < 0 || run[one] == null || run[point] == null || run[one].goodput() == 0 ? Double.NaN
                : run[point].goodput() / run[one].goodput();
    }

    /** The runs that miss what busy groups are to carry, a sentence each; a failed point is a miss. */
    List<String> missed() {
        List<String> missed = new ArrayList<>();
        for (int run = 0; run < runs.size(); run++) {
            for (int i = 0; i < counts.size(); i++) {
                Cost cost = runs.get(run)[i];
                String where = String.format(Locale.ROOT, "run %d, %d groups: ", run + 1, counts.get(i));
                double least = least(counts.get(i));
                if (cost == null) {
                    missed.add(where + "no figures");
                } else if (counts.get(i) > 1) {
                    double part = ofOne(runs.get(run), i);
                    // NaN, where the one group failed, is a miss too.
                    if (!(part >= least)) {
                        missed.add(String.format(Locale.ROOT, "%s%.3f of one group's goodput, %.1f or more is aimed for", where, part, least));
                    }
                    if (!(cost.jain() >= LEAST_JAIN)) {
                        missed.add(String.format(Locale.ROOT, "%sJain's index %.3f, %.2f or more is aimed for", where, cost.jain(), LEAST_JAIN));
                    }
                }
            }
        }
        return missed;
    }

    /** What so many groups are to carry of one group's goodput; nothing for more groups than there is an aim for. */
    private static double least(int groups) {
        return groups <= SOME_GROUPS ? SOME_CARRY : groups <= MANY_GROUPS ? MANY_CARRY : 0;
    }

    /** Whether a point of a run failed. */
    boolean failed() {
        return runs.stream().flatMap(Arrays::stream).anyMatch(cost -> cost == null);
    }
}
