package org.xpand.comparison.together;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.xpand.comparison.peer.JavaProgram;
import org.xpand.comparison.peer.Peer;
import org.xpand.comparison.peer.Place;

/** A process that was started with others, and what it has said so far. */
final class StartedProcess {
    private static final int END_SECONDS = 10;
    private static final Pattern FIELD = Pattern.compile("([a-z]+)=(\\d+)");

    private final Process process;
    private final Writer input;
    private final Map<String, Said> said = new HashMap<>();
    private String last = "nothing";

    /**
     * One of its lines.
     *
     * @param fields   the numbers in it
     * @param cpuNanos processor time of the process until then
     */
    record Said(Map<String, Long> fields, long cpuNanos) {
        /** On the clock of {@link System#nanoTime}. */
        long atNanos() {
            return fields.get("at");
        }
    }

    /** @throws IOException if it cannot be started */
    StartedProcess(String jar, Peer peer, Place place, List<String> options) throws IOException {
        process = new ProcessBuilder(command(jar, peer, place, options)).redirectErrorStream(true).start();
        input = process.outputWriter(StandardCharsets.UTF_8);
        Thread reader = new Thread(this::read, "reader-" + place.index());
        reader.setDaemon(true);
        reader.start();
    }

    private static List<String> command(String jar, Peer peer, Place place, List<String> options) {
        List<String> command = new ArrayList<>(List.of(
                JavaProgram.path(),
                "-Djava.net.preferIPv4Stack=true", "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn", "-cp", jar));
        command.addAll(options);
        command.addAll(List.of(TogetherMain.class.getName(), peer.text(), String.valueOf(place.index()), place.portsText()));
        return command;
    }

    private void read() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                take(line);
            }
        } catch (IOException e) {
            take(e.toString());
        }
    }

    private synchronized void take(String line) {
        if (!line.startsWith("@")) {
            last = line;
            return;
        }
        Map<String, Long> fields = new HashMap<>();
        for (Matcher each = FIELD.matcher(line); each.find();) {
            fields.put(each.group(1), Long.valueOf(each.group(2)));
        }
        said.put(line.split(" ")[0], new Said(fields, process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L)));
        notifyAll();
    }

    /**
     * Waits until it says something.
     *
     * @return null if it does not in time
     * @throws IOException if it has ended, with what it said last
     */
    synchronized Said await(String what, long deadlineNanos) throws IOException, InterruptedException {
        for (long left = deadlineNanos - System.nanoTime(); left > 0 && said.get(what) == null; left = deadlineNanos - System.nanoTime()) {
            if (!process.isAlive()) {
                throw new IOException("a process has ended; it said last: " + last);
            }
            TimeUnit.NANOSECONDS.timedWait(this, Math.min(left, TimeUnit.SECONDS.toNanos(1)) + 1_000_000);
        }
        return said.get(what);
    }

    /** Lets it send its message. */
    void send() {
        try {
            input.write('\n');
            input.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends its input. */
    void leave() {
        try {
            input.close();
        } catch (IOException e) {
            // It has ended.
        }
    }

    /** Waits until it has ended, and ends it by force if it has not until then. */
    void awaitEnd(long deadlineNanos) {
        try {
            if (!process.waitFor(Math.max(0, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                process.destroyForcibly().waitFor(END_SECONDS, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
