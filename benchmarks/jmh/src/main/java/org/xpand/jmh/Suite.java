package org.xpand.jmh;

import java.util.Collection;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.NoBenchmarksException;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs the suite, or the part that a regular expression selects, and prints one table. JMH's own options are taken and
 * come before the defaults, which are 2 forks of 3 warm-up iterations of a second and 15
 * measured ones of 200 ms: many short ones, so that some fall between other work on the machine.
 */
public final class Suite {
    private static final int FORKS = 2;
    private static final int WARMUPS = 3;
    private static final int ITERATIONS = 15;
    private static final TimeValue WARMUP = TimeValue.seconds(1);
    private static final TimeValue ITERATION = TimeValue.milliseconds(200);

    private Suite() {
    }

    /**
     * Exits with 2 if the options are wrong or select nothing.
     *
     * @param args JMH's options; {@code -l} lists the benchmarks, {@code -h} the options
     * @throws Exception if a benchmark fails
     */
    public static void main(String[] args) throws Exception {
        try {
            CommandLineOptions given = new CommandLineOptions(args);
            if (given.shouldHelp()) {
                given.showHelp();
            } else if (given.shouldList()) {
                new Runner(given).list();
            } else {
                System.out.println(ResultTable.of(run(given)));
            }
        } catch (CommandLineOptionException e) {
            refuse(e.getMessage());
        } catch (NoBenchmarksException e) {
            refuse("'" + String.join(" ", args) + "' selects no benchmark; -l lists those there are");
        }
    }

    private static void refuse(String message) {
        System.err.println(message);
        System.exit(2);
    }

    /**
     * Runs the benchmarks that the options select.
     *
     * @throws RunnerException if one fails
     */
    static Collection<RunResult> run(CommandLineOptions given) throws RunnerException {
        return new Runner(new OptionsBuilder().parent(given)
                .mode(Mode.AverageTime)
                .timeUnit(TimeUnit.NANOSECONDS)
                .addProfiler(GCProfiler.class)
                .addProfiler(CpuTimeProfiler.class)
                // Else the compiler's and the collector's threads starve on a busy machine, and that is what is measured.
                .jvmArgsAppend("-XX:-BackgroundCompilation", "-XX:+UseSerialGC")
                .shouldFailOnError(true)
                .forks(given.getForkCount().orElse(FORKS))
                .warmupIterations(given.getWarmupIterations().orElse(WARMUPS))
                .measurementIterations(given.getMeasurementIterations().orElse(ITERATIONS))
                .warmupTime(given.getWarmupTime().orElse(WARMUP))
                .measurementTime(given.getMeasurementTime().orElse(ITERATION))
                .build()).run();
    }
}
