package org.xpand.testbed;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.xpand.testbed.bed.Bed;
import org.xpand.testbed.bed.NativeTool;
import org.xpand.testbed.bed.Requirements;
import org.xpand.testbed.report.Cell;
import org.xpand.testbed.report.Report;
import org.xpand.testbed.report.Results;
import org.xpand.testbed.report.RunResult;
import org.xpand.testbed.report.TableText;
import org.xpand.testbed.row.DescribedRow;
import org.xpand.testbed.row.Pauses;
import org.xpand.testbed.row.Row;
import org.xpand.testbed.row.Rows;
import org.xpand.testbed.slow.SlowSite;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command. */
@Command(name = "xpand-testbed", mixinStandardHelpOptions = true, sortOptions = false, subcommands = SlowSite.class, description = {
        "Runs Xpand beside kernel TCP over an emulated network on this machine (Linux, as root), and prints what it measures "
                + "beside the aims. Exits with 0 if all aims are met, 1 if not, 2 if it cannot run.",
        "Other work on the machine shows: how late a process of the same priority was stands beside each figure."})
public final class Testbed implements Callable<Integer> {
    private static final int CANNOT = 2;
    private static final double HURRY = 0.4;

    @Option(names = "--rows", split = ",", paramLabel = "ROW", description = "Rows to run (default: all; see --list), or "
            + "descriptions: " + DescribedRow.SYNTAX + ", as in beside:rate=20:rtt=80 (default: 10 Mbit/s, RTT 40 ms, queue 50 ms, one TCP, "
            + "one site).")
    private List<String> rows = List.of();

    @Option(names = "--strategies", split = ",", paramLabel = "NAME", description = "Strategies to run, and reno for kernel "
            + "TCP in their place (default: tfrc,tfmcc,mca,tuf).")
    private List<String> strategies = List.of("tfrc", "tfmcc", "mca", "tuf");

    @Option(names = "--seeds", split = ",", paramLabel = "SEED", description = "One run for each (default: 1,2,3,4,5).")
    private List<Long> seeds = List.of(1L, 2L, 3L, 4L, 5L);

    @Option(names = "--sizes", split = ",", paramLabel = "BYTES", description = "Sizes of messages, in rows where they matter; "
            + "the first one elsewhere (default: 1000,100,1232,1300,10000).")
    private List<Integer> sizes = List.of(1000, 100, 1232, 1300, 10000);

    @Option(names = "--pauses", defaultValue = "none", paramLabel = "LEAST-MOST", description = "Stop a sender, a receiver and a "
            + "forwarder in turn every two seconds for so many milliseconds, at random (default: none).")
    private String pauses;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "A setting of the rate control. Repeatable.")
    private List<String> settings = List.of();

    @Option(names = "--out", defaultValue = "testbed-results", paramLabel = "FOLDER", description = "Where results are kept; runs "
            + "of earlier calls stay and are shown too (default: ${DEFAULT-VALUE}).")
    private Path out;

    @Option(names = "--quick", description = "Measure for 0.4 of the time.")
    private boolean quick;

    @Option(names = "--trace", description = "Keep each packet at the links, and each TCP's state ten times a second, in words/.")
    private boolean trace;

    @Option(names = "--skip", description = "Leave out runs whose results are there.")
    private boolean skip;

    @Option(names = "--parallel", defaultValue = "1", paramLabel = "RUNS", description = "Runs side by side (default: 1). They "
            + "disturb each other.")
    private int parallel;

    @Option(names = "--jar", paramLabel = "FILE", description = "The xpand command (default: examples/target/xpand.jar).")
    private Path jar = Path.of("examples/target/xpand.jar");

    @Option(names = "--jvm", paramLabel = "OPTION", description = "An option for Xpand's virtual machines, in place of those "
            + "that the bed gives. Repeatable.")
    private List<String> jvm = Bed.JVM_OPTIONS;

    @Option(names = "--list", description = "List the rows.")
    private boolean list;

    @Option(names = "--check", description = "Only say what is missing.")
    private boolean check;

    @Option(names = "--report", description = "Run nothing; show and draw what is in the folder.")
    private boolean report;

    /** Runs the command. */
    public static void main(String[] arguments) {
        System.setProperty("java.awt.headless", "true");
        CommandLine line = new CommandLine(new Testbed());
        line.setExecutionExceptionHandler((e, commandLine, result) -> {
            if (e instanceof IllegalArgumentException || e instanceof IOException) {
                System.err.println("testbed: " + e.getMessage());
                return CANNOT;
            }
            throw e;
        });
        System.exit(line.execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<Row> all = Rows.all();
        if (list) {
            all.forEach(row -> System.out.printf("%-20s %s%n", row.name(), row.title()));
            System.out.println("and descriptions of others: " + DescribedRow.SYNTAX);
            return 0;
        }
        List<BedPlan.Step> steps = BedPlan.steps(all, rows, strategies, sizes, Pauses.parse(pauses), seeds);
        if (!report) {
            List<String> missing = Requirements.missing(jar);
            if (!missing.isEmpty()) {
                System.err.println("testbed: cannot run here, missing: " + String.join("; ", missing));
                return CANNOT;
            }
            if (check) {
                return 0;
            }
            run(steps);
        }
        List<RunResult> kept = new Results(out).all();
        List<Cell> cells = Report.write(Files.createDirectories(out), withDescribed(all, kept), kept);
        System.out.print(TableText.of(cells));
        return cells.stream().allMatch(Cell::met) ? 0 : 1;
    }

    /** The table's rows, and those that runs of this or earlier calls describe. */
    private static List<Row> withDescribed(List<Row> all, List<RunResult> kept) {
        List<Row> rows = new ArrayList<>(all);
        kept.stream().map(RunResult::row).distinct().forEach(name -> DescribedRow.of(name).ifPresent(rows::add));
        return rows;
    }

    private void run(List<BedPlan.Step> steps) throws IOException, InterruptedException {
        Results results = new Results(out);
        StepRunner runner = new StepRunner(NativeTool.compiled(NativeTool.defaultFolder()), javaCommand(), arguments(),
                quick ? HURRY : 1, trace, out);
        ExecutorService executor = Executors.newFixedThreadPool(Math.max(1, parallel));
        try {
            List<Future<?>> runs = new ArrayList<>();
            for (BedPlan.Step step : steps) {
                if (!skip || !results.has(step.row().name(), step.contender(), step.size(), step.pauses().toString(), step.seed())) {
                    runs.add(executor.submit(() -> {
                        RunResult result = runner.run(step);
                        results.keep(result);
                        System.err.println(step + ": " + (result.failure() == null ? result.figures() : result.failure()));
                        return null;
                    }));
                }
            }
            for (Future<?> run : runs) {
                run.get();
            }
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        } finally {
            executor.shutdownNow();
        }
    }

    private List<String> javaCommand() {
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + File.separator + "bin" + File.separator
                + "java"));
        command.addAll(jvm);
        command.addAll(List.of("-jar", jar.toAbsolutePath().toString()));
        return command;
    }

    private List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        settings.forEach(setting -> arguments.addAll(List.of("--set", setting)));
        return arguments;
    }
}
