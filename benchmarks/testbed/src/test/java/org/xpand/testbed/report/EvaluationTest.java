package org.xpand.testbed.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xpand.testbed.row.Rows;

class EvaluationTest {
    private static RunResult run(String contender, String pauses, long seed, Double ratio, String failure) {
        Map<String, Double> figures = new HashMap<>();
        figures.put("ratio", ratio);
        figures.put("used by both", 1.0);
        return new RunResult("beside-reno", contender, 1000, pauses, seed, 1, List.of(), figures,
                Map.of("tfrc", new double[] {1, 2}), new RunResult.Lateness(0.3, 10 + seed), 0.05, failure);
    }

    private static Cell ratio(RunResult... runs) {
        return new Evaluation(Rows.all(), Arrays.asList(runs)).cells().stream()
                .filter(cell -> cell.figure().equals("ratio")).reduce((first, second) -> second).orElseThrow();
    }

    @Test
    void theMedianOfTheSeedsIsCompared() {
        Cell met = ratio(run("tfrc", "none", 1, 0.5, null), run("tfrc", "none", 2, 0.9, null), run("tfrc", "none", 3, 1.9, null));
        assertThat(met.median()).isEqualTo(0.9);
        assertThat(met.met()).isTrue();
        assertThat(met.maxMillis()).isEqualTo(13);
        assertThat(ratio(run("tfrc", "none", 1, 0.7, null), run("tfrc", "none", 2, 0.8, null)).met()).isFalse();
    }

    @Test
    void aRunThatFailedFailsTheAim() {
        assertThat(ratio(run("tfrc", "none", 1, 0.9, null), run("tfrc", "none", 2, 0.9, "no route")).met()).isFalse();
    }

    @Test
    void withPausesThePartOfTheQuietFigureCounts() {
        RunResult quiet = run("tfrc", "none", 1, 1.0, null);
        assertThat(ratio(quiet, run("tfrc", "20-50", 1, 0.96, null)).met()).isTrue();
        assertThat(ratio(quiet, run("tfrc", "20-50", 1, 0.94, null)).met()).isFalse();
        assertThat(ratio(quiet, run("tfrc", "20-250", 1, 0.86, null)).met()).isTrue();
        assertThat(ratio(run("tfrc", "20-250", 1, 0.86, null)).met()).as("without a quiet run").isFalse();
    }

    @Test
    void tcpHasFiguresButNoAims() {
        Cell cell = ratio(run("reno", "none", 1, 0.2, null));
        assertThat(cell.aim()).isEmpty();
        assertThat(cell.met()).isTrue();
    }

    @Test
    void resultsAreReadAsTheyWereKept(@TempDir Path folder) throws IOException {
        Results results = new Results(folder);
        results.keep(run("tfrc", "none", 2, 0.9, null));
        results.keep(run("tfrc", "none", 1, null, null));
        results.keep(run("tfrc", "none", 2, 0.8, null));
        List<RunResult> all = results.all();
        assertThat(all).hasSize(2);
        assertThat(all.get(1).figures()).containsEntry("ratio", 0.8);
        assertThat(all.get(1).series().get("tfrc")).containsExactly(1, 2);
        assertThat(new Evaluation(Rows.all(), all).cells().get(0).values()).containsExactly(Double.POSITIVE_INFINITY, 0.8);
        assertThat(results.has("beside-reno", "tfrc", 1000, "none", 1)).isTrue();
        assertThat(results.has("beside-reno", "tfrc", 1000, "none", 3)).isFalse();
        List<Cell> cells = Report.write(folder, Rows.all(), all);
        assertThat(folder.resolve("table.md")).content().contains("never 0.800");
        assertThat(folder.resolve("beside-reno-tfrc-1000-none.png")).exists();
        assertThat(TableText.of(cells)).contains("| beside-reno | tfrc | 1000 | none   | ratio");
    }
}
