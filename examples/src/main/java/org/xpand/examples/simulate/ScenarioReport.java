package org.xpand.examples.simulate;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.xpand.examples.Units;
import org.xpand.simulator.measure.Summary;
import org.xpand.simulator.scenario.RunResult;
import org.xpand.simulator.scenario.Scenario;
import org.xpand.simulator.scenario.ScenarioSummary;

/** The measurements of a scenario's runs, for people. */
final class ScenarioReport {
    private static final int MAX_LINES = 40;
    /** Only the busiest links are listed. */
    private static final int MAX_LINKS = 8;
    private static final int BITS_PER_BYTE = 8;
    private static final int NANO_DIGITS = 9;

    private final Scenario scenario;
    private final List<RunResult> runs;
    private final StringBuilder text = new StringBuilder();

    ScenarioReport(Scenario scenario, List<RunResult> runs) {
        this.scenario = scenario;
        this.runs = runs;
    }

    String text() {
        ScenarioSummary summary = ScenarioSummary.of(runs);
        if (!scenario.description().isEmpty()) {
            text.append(scenario.description()).append('\n');
        }
        line("window %s s to %s s, seeds %s", seconds(scenario.windowFromNanos()), seconds(scenario.windowToNanos()),
                runs.stream().map(RunResult::seed).toList());
        line("");
        line("%-24s %-9s %-36s %s", "flow", "kind", "throughput", "variation");
        summary.flows().stream().limit(MAX_LINES).forEach(flow -> line("%-24s %-9s %-36s %.2f", flow.name(),
                flow.kind().text(), rate(flow.throughput()), flow.variation().mean()));
        more(summary.flows().size(), MAX_LINES);
        line("");
        line("%-33s %-12s %-10s %s", "link", "utilisation", "dropped", "mean queue");
        summary.links().stream().sorted(Comparator.comparingDouble(link -> -link.utilisation().mean())).limit(MAX_LINKS)
                .forEach(link -> line("%-33s %-12s %-10s %.1f packets",
                link.from() + " > " + link.to(), percent(link.utilisation()), percent(link.dropRate()),
                link.queue().mean()));
        more(summary.links().size(), MAX_LINKS);
        return text.toString();
    }

    private void more(int count, int shown) {
        if (count > shown) {
            line("and %d more: --out writes all", count - shown);
        }
    }

    private static String rate(Summary bytesPerSecond) {
        String mean = Units.bitPerSecond(bytesPerSecond.mean() * BITS_PER_BYTE);
        return bytesPerSecond.count() == 1 ? mean
                : mean + " ± " + Units.bitPerSecond(bytesPerSecond.halfWidth() * BITS_PER_BYTE);
    }

    private static String percent(Summary share) {
        return String.format(Locale.ROOT, "%.2f %%", share.mean() * 100);
    }

    private static String seconds(long nanos) {
        return BigDecimal.valueOf(nanos, NANO_DIGITS).stripTrailingZeros().toPlainString();
    }

    private void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values).stripTrailing()).append('\n');
    }
}
