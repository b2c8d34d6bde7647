package org.xpand.examples.simulate;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.xpand.examples.OutputFolder;
import org.xpand.simulator.scenario.ResultCsv;
import org.xpand.simulator.scenario.ResultJson;
import org.xpand.simulator.scenario.RunResult;
import org.xpand.simulator.scenario.Scenario;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a scenario file in the simulator. */
@Command(name = "simulate", mixinStandardHelpOptions = true,
        header = "Runs a scenario of links and flows in virtual time.",
        description = {"The rate controls run as they do on the wire, beside TCP and other traffic. Prints throughput and "
                + "links, with 95 %% confidence intervals over several seeds. The same seed gives the same bytes.",
                "docs/scenarios.md describes the file and the results."})
public final class SimulateCommand implements Callable<Integer> {
    @Parameters(paramLabel = "SCENARIO.json", description = "The scenario.")
    private Path file;

    @Option(names = "--seed", paramLabel = "N", arity = "1..*", description = "Seeds to run instead of the scenario's.")
    private List<Long> seeds;

    @Option(names = "--out", paramLabel = "DIR", description = "Folder for result.json and tables as CSV.")
    private Path out;

    @Option(names = "--plot", paramLabel = "DIR", description = "Folder for pictures: throughput over time per seed with a "
            + "line per flow, and per session the rate "
            + "its strategy allowed.")
    private Path plot;

    @Option(names = "--json", description = "Print the result as JSON instead of text.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        Scenario scenario = Scenario.load(file);
        List<Long> wanted = seeds == null ? scenario.seeds() : seeds.stream().distinct().toList();
        if (out != null) {
            OutputFolder.make("--out", out);
        }
        if (plot != null) {
            OutputFolder.make("--plot", plot);
        }
        AtomicInteger done = new AtomicInteger();
        List<RunResult> runs = wanted.parallelStream().map(seed -> {
            RunResult run = scenario.run(seed);
            System.err.println("seed " + seed + " done, " + done.incrementAndGet() + " of " + wanted.size());
            return run;
        }).toList();
        print(scenario, runs);
        if (out != null) {
            writeFiles(scenario, runs);
        }
        if (plot != null) {
            ScenarioPlots plots = new ScenarioPlots(scenario, plot);
            for (RunResult run : runs) {
                plots.draw(run);
            }
        }
        return 0;
    }

    private void print(Scenario scenario, List<RunResult> runs) throws IOException {
        if (!json) {
            System.out.print(new ScenarioReport(scenario, runs).text());
            return;
        }
        // The stream stays open: it belongs to the process.
        Writer writer = new OutputStreamWriter(System.out, StandardCharsets.UTF_8);
        ResultJson.write(scenario, runs, writer);
        writer.flush();
    }

    private void writeFiles(Scenario scenario, List<RunResult> runs) throws IOException {
        try (Writer writer = Files.newBufferedWriter(out.resolve("result.json"))) {
            ResultJson.write(scenario, runs, writer);
        }
        for (ResultCsv table : ResultCsv.values()) {
            try (Writer writer = Files.newBufferedWriter(out.resolve(table.fileName()))) {
                table.write(scenario, runs, writer);
            }
        }
    }
}
