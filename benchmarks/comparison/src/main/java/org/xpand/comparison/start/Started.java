package org.xpand.comparison.start;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A command that was started, and how long it takes to print what is waited for. One thread. */
final class Started implements AutoCloseable {
    private static final long EXIT_SECONDS = 20;

    private final long beginNanos = System.nanoTime();
    private final Process process;
    private final BufferedReader lines;
    private String last = "nothing";

    /** @throws IOException if it cannot be started */
    Started(List<String> command) throws IOException {
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
        lines = process.inputReader(StandardCharsets.UTF_8);
    }

    /**
     * Waits for a line.
     *
     * @return seconds from the start until it came
     * @throws IOException if the command ends before, with what it said last
     */
    double await(Predicate<String> awaited) throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (awaited.test(line)) {
                return (System.nanoTime() - beginNanos) / 1e9;
            }
            last = line;
        }
        throw new IOException("it ended too early; it said last: " + last);
    }

    /** Reads what it still says, and waits for its end. */
    void finish() throws IOException, InterruptedException {
        try (OutputStream input = process.getOutputStream()) {
            input.flush();
        }
        while (lines.readLine() != null) {
            // Nobody waits for it.
        }
        process.waitFor(EXIT_SECONDS, TimeUnit.SECONDS);
    }

    /** Kills it at once, if it is there, and waits until it is gone. */
    @Override
    public void close() {
        try {
            process.destroyForcibly().waitFor(EXIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
