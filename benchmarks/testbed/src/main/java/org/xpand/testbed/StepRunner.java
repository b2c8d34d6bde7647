package org.xpand.testbed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.xpand.testbed.bed.NativeTool;
import org.xpand.testbed.bed.Sleeper;
import org.xpand.testbed.report.RunResult;
import org.xpand.testbed.row.RowFigures;
import org.xpand.testbed.row.Run;
import org.xpand.testbed.row.RunSettings;

/** Makes one run, with a sleeper beside it. */
final class StepRunner {
    private final NativeTool tool;
    private final List<String> java;
    private final List<String> arguments;
    private final double scale;
    private final boolean trace;
    private final Path folder;

    /**
     * @param java      the command line that runs the {@code xpand} command
     * @param arguments further ones for Xpand's processes
     * @param scale     factor of all measuring times
     * @param trace     whether packets and TCP's state are kept
     * @param folder    of results
     */
    StepRunner(NativeTool tool, List<String> java, List<String> arguments, double scale, boolean trace, Path folder) {
        this.tool = tool;
        this.java = java;
        this.arguments = arguments;
        this.scale = scale;
        this.trace = trace;
        this.folder = folder;
    }

    /** A run that fails is a result, too. */
    RunResult run(BedPlan.Step step) throws IOException, InterruptedException {
        Path words = folder.resolve("words").resolve(step.row().name() + "_" + step.contender() + "_" + step.size() + "_"
                + step.pauses() + "_" + step.seed());
        RunSettings settings = new RunSettings(step.contender(), step.size(), step.seed(), step.pauses(), scale, trace, arguments,
                java, tool, words);
        RowFigures findings = new RowFigures();
        double emulatorP99 = Double.NaN;
        String failure = null;
        Sleeper sleeper = new Sleeper(tool);
        try (Run run = new Run(settings, step.row().topology(), step.row().maxSeconds())) {
            findings = step.row().measure(run);
            emulatorP99 = run.lateness().p99Millis();
        } catch (IOException | IllegalStateException e) {
            failure = String.valueOf(e.getMessage());
        } finally {
            sleeper.close();
        }
        Map<String, Double> figures = new LinkedHashMap<>();
        findings.figures().forEach((name, value) -> figures.put(name, Double.isInfinite(value) ? null : value));
        return new RunResult(step.row().name(), step.contender(), step.size(), step.pauses().toString(), step.seed(), scale,
                arguments, figures, findings.series(), lateness(sleeper.words()), emulatorP99, failure);
    }

    private static RunResult.Lateness lateness(String words) throws IOException {
        JsonNode late = new ObjectMapper().readTree(words);
        return new RunResult.Lateness(late.path("p99Micros").asDouble() / 1000, late.path("maxMicros").asDouble() / 1000);
    }
}
