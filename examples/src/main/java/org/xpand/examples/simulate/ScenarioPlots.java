package org.xpand.examples.simulate;

import java.awt.BasicStroke;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.xpand.simulator.scenario.FlowResult;
import org.xpand.simulator.scenario.RunResult;
import org.xpand.simulator.scenario.Scenario;
import org.xpand.simulator.scenario.SessionResult;
import org.xpand.simulator.session.SessionSample;

/** Draws runs as PNG files: throughput over time with one line per flow, and the rate each session was allowed. */
final class ScenarioPlots {
    private static final int WIDTH = 1000;
    private static final int HEIGHT = 600;
    private static final float LINE_WIDTH = 1.6f;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double BYTES_PER_MEGABIT = 125_000;
    /** Receivers of one session that get a line each; of more, the slowest, the median and the fastest. */
    private static final int MAX_RECEIVERS = 6;
    private static final int MAX_LINES = 16;
    /** Allowed rates are drawn up to this many times the most that was sent in a bin. */
    private static final double HEADROOM = 1.5;
    private static final int MAX_TITLE = 90;

    private final Scenario scenario;
    private final Path folder;

    ScenarioPlots(Scenario scenario, Path folder) {
        // Pictures go to files, also where there is a screen.
        System.setProperty("java.awt.headless", "true");
        this.scenario = scenario;
        this.folder = folder;
    }

    void draw(RunResult run) throws IOException {
        XYChart chart = chart(title(run), "throughput, Mbit/s");
        Map<String, FlowResult> lines = new LinkedHashMap<>();
        run.flows().stream().filter(ScenarioPlots::hasItsOwnLine)
                .forEach(flow -> lines.put(flow.name(), flow));
        run.sessions().forEach(session -> lines.putAll(receivers(run, session)));
        lines.entrySet().stream().limit(MAX_LINES).forEach(line -> add(chart, line.getKey(), line.getValue()));
        save(chart, "throughput-seed-" + run.seed());
        for (SessionResult session : run.sessions()) {
            drawAllowed(run, session);
        }
    }

    /** Of the processes of a site the first stands for all, and what stays in a site is not drawn. */
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
        double most = sent.series().stream().mapToDouble(each -> each).max().orElse(0) * HEADROOM / BYTES_PER_MEGABIT;
        List<SessionSample> samples = session.samples();
        XYChart chart = chart(title(run), session.name() + ", Mbit/s");
        add(chart, "sent", sent);
        // Before there are receivers nothing limits a session, and one line of that would flatten all others.
        style(chart.addSeries("allowed by " + session.strategy(),
                samples.stream().map(sample -> sample.nanos() / NANOS_PER_SECOND).toList(),
                samples.stream().map(sample -> Math.min(most, sample.allowedRate() / BYTES_PER_MEGABIT)).toList()));
        save(chart, "allowed-" + session.name() + "-seed-" + run.seed());
    }

    private static Map<String, FlowResult> receivers(RunResult run, SessionResult session) {
        List<FlowResult> all = new ArrayList<>(run.flows().stream()
                .filter(flow -> flow.kind() == FlowResult.Kind.RECEIVER
                        && session.receivers().stream().anyMatch(each -> each.name().equals(flow.name()))).toList());
        Map<String, FlowResult> lines = new LinkedHashMap<>();
        if (all.size() <= MAX_RECEIVERS) {
            all.forEach(flow -> lines.put(flow.name(), flow));
        } else {
            all.sort(Comparator.comparingDouble(FlowResult::mean));
            lines.put(session.name() + ", slowest of " + all.size(), all.get(0));
            lines.put(session.name() + ", median", all.get(all.size() / 2));
            lines.put(session.name() + ", fastest", all.get(all.size() - 1));
        }
        return lines;
    }

    private void add(XYChart chart, String name, FlowResult flow) {
        double bin = scenario.binNanos() / NANOS_PER_SECOND;
        List<Double> times = new ArrayList<>();
        List<Double> values = new ArrayList<>();
        for (int i = 0; i < flow.series().size(); i++) {
            times.add((i + 0.5) * bin);
            values.add(flow.series().get(i) / BYTES_PER_MEGABIT);
        }
        style(chart.addSeries(name, times, values));
    }

    private String title(RunResult run) {
        String text = scenario.description().isEmpty() ? "" : scenario.description() + ", ";
        return (text.length() > MAX_TITLE ? text.substring(0, MAX_TITLE) + "…, " : text) + "seed " + run.seed();
    }

    private static XYChart chart(String title, String yTitle) {
        XYChart chart = new XYChartBuilder().width(WIDTH).height(HEIGHT).title(title).xAxisTitle("time, s")
                .yAxisTitle(yTitle).theme(Styler.ChartTheme.Matlab).build();
        chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideE).setChartBackgroundColor(Color.WHITE);
        chart.getStyler().setYAxisMin(0.0).setXAxisMin(0.0);
        return chart;
    }

    private static void style(XYSeries series) {
        series.setMarker(SeriesMarkers.NONE);
        series.setLineStyle(new BasicStroke(LINE_WIDTH));
    }

    private void save(XYChart chart, String name) throws IOException {
        ImageIO.write(BitmapEncoder.getBufferedImage(chart), "png", folder.resolve(name + ".png").toFile());
    }
}
