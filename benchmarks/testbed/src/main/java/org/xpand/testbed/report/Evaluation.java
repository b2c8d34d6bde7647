package org.xpand.testbed.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.xpand.testbed.row.Aim;
import org.xpand.testbed.row.Pauses;
import org.xpand.testbed.row.Row;

/** Puts medians of runs beside the rows' aims. */
public final class Evaluation {
    private final List<Row> rows;
    private final List<RunResult> runs;

    /** @param runs of any rows; those of rows that are not there are left out */
    public Evaluation(List<Row> rows, List<RunResult> runs) {
        this.rows = List.copyOf(rows);
        this.runs = List.copyOf(runs);
    }

    private record Kind(String row, String contender, int size, String pauses) {
        private Kind(RunResult run) {
            this(run.row(), run.contender(), run.size(), run.pauses());
        }
    }

    /** All figures that were measured, in the order of the rows. */
    public List<Cell> cells() {
        List<Cell> cells = new ArrayList<>();
        Map<Kind, List<RunResult>> kinds = new LinkedHashMap<>();
        runs.forEach(run -> kinds.computeIfAbsent(new Kind(run), any -> new ArrayList<>()).add(run));
        for (Row row : rows) {
            kinds.forEach((kind, some) -> {
                if (kind.row.equals(row.name())) {
                    row.aims(kind.contender).forEach(aim -> cells.add(cell(row, kind, some, aim, kinds)));
                }
            });
        }
        return cells;
    }

    private static Cell cell(Row row, Kind kind, List<RunResult> some, Aim aim, Map<Kind, List<RunResult>> kinds) {
        List<Double> values = values(some, aim.figure());
        double median = median(values);
        boolean met;
        String text;
        if (!Pauses.parse(kind.pauses).exist()) {
            met = aim.isMet(median, reference(kind, aim, kinds));
            text = aim.text();
        } else if (aim.kind() == Aim.Kind.SHARE && aim.exists()) {
            double share = Pauses.parse(kind.pauses).keptShare();
            double quiet = medianOf(kinds.get(new Kind(kind.row, kind.contender, kind.size, Pauses.NONE.toString())), aim.figure());
            met = median >= share * quiet;
            text = "≥ " + share + " × quiet" + (Double.isNaN(quiet) ? ", which is not there" : "");
        } else {
            met = true;
            text = "";
        }
        return new Cell(row.name(), row.title(), kind.contender, kind.size, kind.pauses, aim.figure(), values, median, text,
                met, median(some, run -> run.lateness().p99Millis()),
                some.stream().mapToDouble(run -> run.lateness().maxMillis()).max().orElse(Double.NaN));
    }

    private static double reference(Kind kind, Aim aim, Map<Kind, List<RunResult>> kinds) {
        if (aim.relativeTo() == null && aim.relativeRow() == null) {
            return 1;
        }
        String row = aim.relativeRow() == null ? kind.row : aim.relativeRow();
        String contender = aim.relativeTo() == null ? kind.contender : aim.relativeTo();
        return medianOf(kinds.get(new Kind(row, contender, kind.size, kind.pauses)), aim.figure());
    }

    private static double medianOf(List<RunResult> some, String figure) {
        return some == null ? Double.NaN : median(values(some, figure));
    }

    private static List<Double> values(List<RunResult> some, String figure) {
        return some.stream().map(run -> run.failure() != null || !run.figures().containsKey(figure) ? Double.NaN
                : run.figures().get(figure) == null ? Double.POSITIVE_INFINITY : run.figures().get(figure)).toList();
    }

    private static double median(List<RunResult> some, ToDoubleFunction<RunResult> value) {
        return median(some.stream().map(value::applyAsDouble).toList());
    }

    /** The middle value, or the mean of the two in the middle; not a number if there is one that is none. */
    static double median(List<Double> values) {
        if (values.isEmpty() || values.stream().anyMatch(value -> value.isNaN())) {
            return Double.NaN;
        }
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
