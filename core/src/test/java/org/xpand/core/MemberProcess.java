package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A node in a separate process that runs {@link CountingMember}, so that it can be killed and stopped. It ends with its standard
 * input, and so with the process that started it.
 */
final class MemberProcess implements AutoCloseable {
    private static final Duration BOUND = Duration.ofSeconds(5);

    private final String name;
    private final List<MemberProcess> all;
    private final Process process;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    /**
     * Starts the process.
     *
     * @param all       the processes that a failure shows
     * @param arguments those of {@link CountingMember} after the name
     */
    MemberProcess(int heapMegabytes, List<MemberProcess> all, String name, String... arguments) throws IOException {
        this.name = name;
        this.all = all;
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heapMegabytes + "m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Djava.net.preferIPv4Stack=true", "-cp",
                System.getProperty("java.class.path"), CountingMember.class.getName(), name));
        command.addAll(List.of(arguments));
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
        Thread reader = new Thread(this::read, "output-of-" + name);
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            lines.add("closed: " + e.getMessage());
        }
    }

    /** Returns its name in its group. */
    String name() {
        return name;
    }

    /** Returns what it has printed. */
    List<String> lines() {
        return lines;
    }

    /** Whether it has printed a line with this prefix. */
    boolean said(String beginning) {
        return last(beginning) != null;
    }

    /** Returns what follows this prefix in the last line that has it; null if there is none. */
    String last(String beginning) {
        String found = null;
        for (String line : lines) {
            if (line.startsWith(beginning)) {
                found = line.substring(beginning.length()).trim();
            }
        }
        return found;
    }

    /** Returns how many lines with this prefix it has printed. */
    long count(String beginning) {
        return lines.stream().filter(line -> line.startsWith(beginning)).count();
    }

    /** Waits until it has printed a line with this prefix. */
    void awaitLine(String beginning, Duration bound) {
        awaitOne(bound, beginning);
    }

    /** Waits until it has printed a line with one of these prefixes. */
    void awaitOne(Duration bound, String... beginnings) {
        List<String> any = List.of(beginnings);
        await().atMost(bound).pollInterval(Duration.ofMillis(10)).untilAsserted(() ->
                assertThat(saidOne(any) || !process.isAlive()).as("%s says one of %s, or has ended; all: %s", name, any, all).isTrue());
        assertThat(saidOne(any)).as("%s has said one of %s; all: %s", name, any, all).isTrue();
    }

    private boolean saidOne(List<String> beginnings) {
        return beginnings.stream().anyMatch(this::said);
    }

    /** Writes a command to it. */
    void report(String command) throws IOException {
        process.outputWriter(StandardCharsets.UTF_8).append(command).append('\n').flush();
    }

    /** Kills it with SIGKILL; it has ended when this returns. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    /** Stops it, and waits until it has stopped: its threads run until one of them has seen the signal. */
    void stop() throws IOException, InterruptedException {
        signal("STOP");
        Path threads = Path.of("/proc", Long.toString(process.pid()), "task");
        await().atMost(BOUND).pollInterval(Duration.ofMillis(1)).ignoreException(NoSuchFileException.class)
                .until(() -> !Files.exists(threads) || allStopped(threads));
    }

    private static boolean allStopped(Path threads) throws IOException {
        try (DirectoryStream<Path> each = Files.newDirectoryStream(threads)) {
            for (Path thread : each) {
                if (!Files.readString(thread.resolve("stat")).contains(") T ")) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Resumes it. */
    void resume() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String which) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + which, Long.toString(process.pid())).start().waitFor();
    }

    /** Makes it leave in order, and waits. */
    void leave() throws IOException {
        report("leave");
        process.onExit().join();
    }

    @Override
    public String toString() {
        return name + (process.isAlive() ? "" : " (ended)") + ": " + lines;
    }

    @Override
    public void close() {
        kill();
    }
}
