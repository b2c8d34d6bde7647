package org.xpand.examples;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.xpand.experiments.Experiment;
import org.xpand.experiments.Experiments;
import org.xpand.experiments.Finding;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Plan;
import org.xpand.experiments.output.ResultWriter;
import org.xpand.simulator.measure.Summary;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs experiments in the simulator. */
@Command(name = "experiment", mixinStandardHelpOptions = true,
        header = "Repeats the experiments of the documents in the simulator.",
        description = {"Runs one experiment, or all, and writes figures and pictures; 'list' prints their names.",
                "Exits with 0 if every finding is as expected, else with 1."})
public final class ExperimentCommand implements Callable<Integer> {
    private static final String ALL = "all";
    private static final String LIST = "list";

    @Parameters(paramLabel = "NAME", description = "An experiment's name, 'all' or 'list'.")
    private String name;

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "experiments", description = "Folder for the results, one "
            + "folder in it for each experiment (default: experiments).")
    private Path out;

    @Option(names = "--seeds", defaultValue = "5", description = "Number of seeds to run, 1 to 1000 (default: 5).")
    private int seeds;

    @Option(names = "--first-seed", defaultValue = "1", description = "The first seed; the pictures show its run (default: 1).")
    private long firstSeed;

    @Option(names = "--short", description = "Run shortened versions.")
    private boolean brief;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        PrintWriter text = spec.commandLine().getOut();
        if (name.equals(LIST)) {
            Experiments.all().forEach(each -> text.printf("%-16s %s (%s)%n", each.name(), each.question(),
                    each.source()));
            return 0;
        }
        List<Experiment> chosen = name.equals(ALL) ? Experiments.all() : List.of(Experiments.find(name));
        Plan plan = new Plan(firstSeed, seeds, brief);
        OutputFolder.make("--out", out);
        ResultWriter writer = new ResultWriter(out);
        boolean asExpected = true;
        for (Experiment experiment : chosen) {
            text.printf("%s: %s (%s; %d seeds from %d)%n", experiment.name(), experiment.question(), experiment.source(),
                    seeds, firstSeed);
            text.flush();
            Findings findings = experiment.run(plan);
            findings.numbers().forEach(finding -> text.println("  " + line(finding)));
            text.println("  written to " + writer.write(experiment, plan, findings));
            text.flush();
            asExpected &= findings.unmet().isEmpty();
        }
        return asExpected ? 0 : 1;
    }

    private static String line(Finding finding) {
        Summary value = finding.value();
        String mean = value.count() == 1 ? String.format(Locale.ROOT, "%.4g", value.mean()) : value.toString();
        String line = finding.name() + ": " + mean + (finding.unit().isEmpty() ? "" : " " + finding.unit());
        if (!finding.isExpectation()) {
            return line;
        }
        return line + ", expected " + finding.expected() + ": " + (finding.isMet() ? "met" : "NOT MET");
    }
}
