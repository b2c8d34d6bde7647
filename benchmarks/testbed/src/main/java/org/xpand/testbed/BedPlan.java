package org.xpand.testbed;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.xpand.testbed.row.Aim;
import org.xpand.testbed.row.DescribedRow;
import org.xpand.testbed.row.Pauses;
import org.xpand.testbed.row.Row;

/** Which runs are made: rows, contenders, sizes and seeds. */
final class BedPlan {
    /** A contender that has all aims. */
    private static final String ANY = "tfrc";

    /** One run. */
    record Step(Row row, String contender, int size, Pauses pauses, long seed) {
        @Override
        public String toString() {
            return row.name() + " " + contender + ", " + size + " B, pauses " + pauses + ", seed " + seed;
        }
    }

    private BedPlan() {
    }

    /**
     * The runs, in order. Rows in which sizes make no difference are run with the first; references that aims need are
     * added.
     *
     * @throws IllegalArgumentException if a row neither exists nor is described; the message names what is accepted
     */
    static List<Step> steps(List<Row> all, List<String> rows, List<String> contenders, List<Integer> sizes, Pauses pauses,
                            List<Long> seeds) {
        List<Step> steps = new ArrayList<>();
        for (Row row : chosen(all, rows)) {
            if (pauses.exist() && !row.takesPauses()) {
                continue;
            }
            for (String contender : withReferences(row, contenders)) {
                if (!row.aims(contender).isEmpty()) {
                    for (int size : row.variesSize() ? sizes : sizes.subList(0, 1)) {
                        seeds.forEach(seed -> steps.add(new Step(row, contender, size, pauses, seed)));
                    }
                }
            }
        }
        return steps;
    }

    private static Set<String> withReferences(Row row, List<String> contenders) {
        Set<String> all = new LinkedHashSet<>();
        for (String contender : contenders) {
            row.aims(contender).stream().map(Aim::relativeTo).filter(Objects::nonNull).forEach(all::add);
        }
        all.addAll(contenders);
        return all;
    }

    private static List<Row> chosen(List<Row> all, List<String> names) {
        if (names.isEmpty()) {
            return all;
        }
        Set<Row> chosen = new LinkedHashSet<>();
        for (String name : names) {
            List<Row> some = all.stream().filter(row -> row.name().equals(name)).toList();
            if (some.isEmpty()) {
                some = List.of(DescribedRow.of(name).orElseThrow(() -> new IllegalArgumentException("--rows '" + name + "': accepted are "
                        + String.join(", ", all.stream().map(Row::name).toList()) + ", and descriptions: " + DescribedRow.SYNTAX)));
            }
            some.forEach(row -> row.aims(ANY).stream().map(Aim::relativeRow).filter(Objects::nonNull)
                    .forEach(reference -> all.stream().filter(each -> each.name().equals(reference)).forEach(chosen::add)));
            chosen.addAll(some);
        }
        return List.copyOf(chosen);
    }
}
