package org.xpand.testbed.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Line;
import org.xpand.experiments.output.Pictures;
import org.xpand.testbed.row.Row;
import org.xpand.testbed.row.RowFigures;

/** Writes the table and the pictures of a folder of results. */
public final class Report {
    private Report() {
    }

    /** Writes {@code table.md}, {@code table.json} and a picture of each kind of run's first seed; answers the table. */
    public static List<Cell> write(Path folder, List<Row> rows, List<RunResult> runs) throws IOException {
        List<Cell> cells = new Evaluation(rows, runs).cells();
        Files.writeString(folder.resolve("table.md"), TableText.of(cells));
        Results.write(folder.resolve("table.json"), cells);
        Set<String> drawn = new HashSet<>();
        for (Row row : rows) {
            for (RunResult run : runs) {
                String name = run.row() + "-" + run.contender() + "-" + run.size() + "-" + run.pauses();
                if (run.row().equals(row.name()) && run.failure() == null && !run.series().isEmpty() && drawn.add(name)) {
                    Pictures.write(figure(name, row.title(), run), folder.resolve(name + ".png"));
                }
            }
        }
        return cells;
    }

    private static Figure figure(String name, String title, RunResult run) {
        List<Line> lines = new ArrayList<>();
        for (Map.Entry<String, double[]> series : run.series().entrySet()) {
            double[] x = IntStream.range(0, series.getValue().length).mapToDouble(i -> (i + 0.5) * RowFigures.BIN_SECONDS)
                    .toArray();
            lines.add(new Line(series.getKey(), x, series.getValue()));
        }
        return Figure.rates(name, title + ", seed " + run.seed(), lines);
    }
}
