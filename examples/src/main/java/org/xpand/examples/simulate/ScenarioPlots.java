package org.xpand.examples.simulate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Line;
import org.xpand.experiments.output.Pictures;
import org.xpand.simulator.scenario.FlowResult;
import org.xpand.simulator.scenario.RunResult;
import org.xpand.simulator.scenario.Scenario;
import org.xpand.simulator.scenario.SessionResult;

/** Draws runs as PNG files: throughput over time with one line per flow, and the allowed rate of each session. */
final class ScenarioPlots {
    private static final double NANOS_PER_SECOND = 1e9;
    /**
     * Maximum number of receivers of one session that get a line each; if there are more, only the slowest, the median and the
     * fastest.
     */
    private static final int MAX_RECEIVERS = 6;
    private static final int MAX_LINES = 16;
    /** Allowed rates are drawn up to this multiple of the highest sending rate. */
    private static final double HEADROOM = 1.5;
    private static final int MAX_TITLE = 55;

    private final Scenario scenario;
    private final Path folder;

    ScenarioPlots(Scenario scenario, Path folder) {
        // Pictures are written to files, even if there is a screen.
        System.setProperty("java.awt.headless", "true");
        this.scenario = scenario;
        this.folder = folder;
    }

    void draw(RunResult run) throws IOException {
        List<Line> lines = new ArrayList<>();
        run.flows().stream().filter(ScenarioPlots::hasItsOwnLine).forEach(flow -> lines.add(line(flow.name(), flow)));
        run.sessions().forEach(session -> lines.addAll(receivers(run, session)));
        if (!lines.isEmpty()) {
            write(Figure.rates("throughput", title(run), lines.subList(0, Math.min(MAX_LINES, lines.size()))), run);
        }
        for (SessionResult session : run.sessions()) {
            drawAllowed(run, session);
        }
    }

    /** The first process of a site represents all of them, and traffic within a site is not drawn. */
    private static boolean hasItsOwnLine(FlowResult flow) {
        if (flow.kind() != FlowResult.Kind.DELIVERY) {
            return flow.kind() == FlowResult.Kind.TCP || flow.kind() == FlowResult.Kind.UDP;
        }
        String[] ends = flow.name().split(">");
        return ends[1].endsWith(".1") && !site(ends[0]).equals(site(ends[1]));
    }

    private static String site(String process) {
        return process.substring(0, process.lastIndexOf('.'));
    }

    private void drawAllowed(RunResult run, SessionResult session) throws IOException {
        FlowResult sent = run.flows().stream().filter(flow -> flow.kind() == FlowResult.Kind.SOURCE
                && flow.name().equals(session.name())).findFirst().orElse(null);
        if (sent == null) {
            // A site without senders.
            return;
        }
        // Without receivers nothing limits a session, and one such line would flatten all others.
        double most = sent.series().stream().mapToDouble(Line::megabits).max().orElse(0) * HEADROOM;
        List<Line> lines = new ArrayList<>(List.of(line("sent", sent)));
        if (!session.samples().isEmpty()) {
            lines.add(Line.samples("allowed by " + session.strategy(), session.samples(),
                    sample -> Math.min(most, Line.megabits(sample.allowedRate()))));
        }
        write(Figure.rates("allowed-" + session.name(), title(run) + ", " + session.name(), lines), run);
    }

    private List<Line> receivers(RunResult run, SessionResult session) {
        List<FlowResult> all = new ArrayList<>(run.flows().stream()
                .filter(flow -> flow.kind() == FlowResult.Kind.RECEIVER
                        && session.receivers().stream().anyMatch(each -> each.name().equals(flow.name()))).toList());
        if (all.size() <= MAX_RECEIVERS) {
            return all.stream().map(flow -> line(flow.name(), flow)).toList();
        }
        all.sort(Comparator.comparingDouble(FlowResult::mean));
        return List.of(line(session.name() + ", slowest of " + all.size(), all.get(0)),
                line(session.name() + ", median", all.get(all.size() / 2)),
                line(session.name() + ", fastest", all.get(all.size() - 1)));
    }

    private Line line(String label, FlowResult flow) {
        double bin = scenario.binNanos() / NANOS_PER_SECOND;
        return new Line(label, IntStream.range(0, flow.series().size()).mapToDouble(i -> (i + 0.5) * bin).toArray(),
                flow.series().stream().mapToDouble(Line::megabits).toArray());
    }

    private String title(RunResult run) {
        String text = scenario.description().isEmpty() ? "" : scenario.description() + ", ";
        return (text.length() > MAX_TITLE ? text.substring(0, MAX_TITLE) + "…, " : text) + "seed " + run.seed();
    }

    private void write(Figure figure, RunResult run) throws IOException {
        // Names of a group's sites contain a slash.
        Pictures.write(figure, folder.resolve(figure.name().replace('/', '-') + "-seed-" + run.seed() + ".png"));
    }
}
