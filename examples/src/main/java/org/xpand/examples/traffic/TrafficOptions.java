package org.xpand.examples.traffic;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.xpand.examples.NodeOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that {@code load} and {@code sink} share. */
public final class TrafficOptions {
    @Mixin
    private NodeOptions node = new NodeOptions();

    @Option(names = "--group", required = true, description = "The group to join.")
    private String group;

    @Option(names = "--stats", paramLabel = "FILE", description = "Write the summary to this file too.")
    private Path stats;

    @Option(names = "--trace", paramLabel = "FILE", hidden = true, description = "Write the time of every delivery.")
    private Path trace;

    NodeOptions node() {
        return node;
    }

    String group() {
        return group;
    }

    /** Opens the trace, if one is requested. */
    Optional<TraceWriter> openTrace() {
        return Optional.ofNullable(trace).map(TraceWriter::new);
    }

    /**
     * Empties the summary's file, so that an old one is not mistaken for this run's.
     *
     * @throws IllegalArgumentException if it cannot be written
     */
    void clearStats() {
        try {
            writeStats(List.of());
        } catch (IOException e) {
            throw new IllegalArgumentException("--stats '" + stats + "': cannot be written; accepted is a file in a folder that is there", e);
        }
    }

    /** Writes the summary's file, if one is requested. */
    void writeStats(List<?> lines) throws IOException {
        if (stats != null) {
            Files.write(stats, lines.stream().map(Object::toString).toList());
        }
    }

    /**
     * @throws IllegalArgumentException if the value is below {@code least} or not a number
     */
    public static void check(String option, double value, double least) {
        if (!(value >= least) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(option + " " + text(value) + ": accepted is " + text(least) + " or more");
        }
    }

    /**
     * @throws IllegalArgumentException if the value is below {@code least}, above {@code most} or not a number
     */
    public static void check(String option, double value, double least, double most) {
        check(option, value, least);
        if (value > most) {
            throw new IllegalArgumentException(option + " " + text(value) + ": accepted is " + text(least) + " to " + text(most));
        }
    }

    private static String text(double value) {
        return value == Math.rint(value) && Math.abs(value) < Long.MAX_VALUE ? Long.toString((long) value)
                : Double.toString(value);
    }
}
