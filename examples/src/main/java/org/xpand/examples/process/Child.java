package org.xpand.examples.process;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.xpand.examples.Json;
import org.xpand.examples.Xpand;

/** A process that runs the {@code xpand} command; a listener receives its JSON lines, on a thread of the child's own. Thread-safe. */
public final class Child implements AutoCloseable {
    /** Default maximum heap of a process, MiB. */
    public static final int USUAL_HEAP_MEGABYTES = 128;
    private static final int PATIENCE_SECONDS = 3;
    private static final int MAX_OTHER_LINES = 1000;
    private static final String JAR = ".jar";
    private static final String ARCHIVE = ".jsa";

    private final String name;
    private final Process process;
    private final List<String> otherLines = new ArrayList<>();

    /**
     * Starts the process.
     *
     * @param name      its name in messages
     * @param arguments arguments of the {@code xpand} command
     * @param listener  receives each JSON object that the process prints
     * @throws IOException if it cannot be started
     */
    public Child(String name, List<String> arguments, BiConsumer<Child, ObjectNode> listener) throws IOException {
        this(name, USUAL_HEAP_MEGABYTES, arguments, listener);
    }

    /**
     * Starts the process with another heap.
     *
     * @param heapMegabytes maximum heap, MiB
     */
    public Child(String name, int heapMegabytes, List<String> arguments, BiConsumer<Child, ObjectNode> listener)
            throws IOException {
        this(name, System.getProperty("java.class.path"), heapMegabytes, arguments, listener);
    }

    /**
     * Starts the process with other classes than this process's.
     *
     * @param classPath class path, for example the jar of another version
     */
    public Child(String name, String classPath, int heapMegabytes, List<String> arguments, BiConsumer<Child, ObjectNode> listener)
            throws IOException {
        this.name = name;
        List<String> command = new ArrayList<>(List.of(
                tool("java"), "-Xmx" + heapMegabytes + "m",
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:CompileThresholdScaling=2", "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"));
        command.addAll(sharing(classPath));
        command.addAll(List.of("-cp", classPath, Xpand.class.getName()));
        command.addAll(arguments);
        this.process = new ProcessBuilder(command).redirectErrorStream(true).start();
        Thread reader = new Thread(() -> read(listener), "child-" + name);
        reader.setDaemon(true);
        reader.start();
    }

    /** Returns Java's options for the archive of loaded classes that the launcher has made beside the jar, if there is one. */
    static List<String> sharing(String classPath) {
        if (classPath.endsWith(JAR)) {
            Path archive = Path.of(classPath.substring(0, classPath.length() - JAR.length()) + ARCHIVE);
            if (Files.isReadable(archive) && archive.toFile().length() > 0) {
                // An archive of another Java or jar is ignored, without a message. At the address for which it was made, its pages need not be
                // copied: a quarter of them is used, and 30 ms of computing are saved.
                return List.of("-Xshare:auto", "-XX:SharedArchiveFile=" + archive, "-Xlog:cds=off", "-Xlog:cds+dynamic=off",
                        "-XX:+IgnoreUnrecognizedVMOptions", "-XX:+UnlockDiagnosticVMOptions", "-XX:ArchiveRelocationMode=0");
            }
        }
        return List.of("-Xshare:auto");
    }

    private void read(BiConsumer<Child, ObjectNode> listener) {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                ObjectNode object = Json.parse(line);
                if (object != null) {
                    listener.accept(this, object);
                } else {
                    keep(line);
                }
            }
        } catch (IOException e) {
            // The process has ended; its exit code says why.
        }
    }

    private void keep(String line) {
        synchronized (otherLines) {
            if (otherLines.size() < MAX_OTHER_LINES) {
                otherLines.add(line);
            }
        }
    }

    /** Returns its name in messages. */
    public String name() {
        return name;
    }

    /** Returns its process id. */
    public long pid() {
        return process.pid();
    }

    private static String tool(String program) {
        return System.getProperty("java.home") + File.separator + "bin" + File.separator + program;
    }

    /** Makes it collect all garbage soon, so that its heap is what it uses. Does nothing without the JDK's tools. */
    public void collectGarbage() {
        try {
            new ProcessBuilder(tool("jcmd"), Long.toString(pid()), "GC.run").redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        } catch (IOException e) {
            // There is no such program: the heap is reported as it is.
        }
    }

    /** Whether it runs, or is stopped by a signal. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /**
     * Returns its exit code.
     *
     * @throws IllegalThreadStateException if it is alive
     */
    public int exitCode() {
        return process.exitValue();
    }

    /** Waits for its end; returns false if it does not end in time. */
    public boolean awaitExit(long seconds) throws InterruptedException {
        return process.waitFor(seconds, TimeUnit.SECONDS);
    }

    /** Returns what it printed that is not JSON, at most the first thousand lines: why it failed, if it did. */
    public String complaints() {
        synchronized (otherLines) {
            return String.join("\n  ", otherLines);
        }
    }

    /** Writes a line to its input, if it is alive. */
    public void send(String line) {
        try {
            OutputStream input = process.getOutputStream();
            input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            input.flush();
        } catch (IOException e) {
            // It has exited.
        }
    }

    /** Ends its input: it finishes and exits. */
    public void finish() {
        try (OutputStream input = process.getOutputStream()) {
            input.flush();
        } catch (IOException e) {
            // It has exited.
        }
    }

    /** Ends its input and, if that does not end it soon, kills it. */
    @Override
    public void close() {
        finish();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** Requests its end ({@code kill}), as a service manager does. */
    public void terminate() {
        // Process.destroy() would close its output.
        process.toHandle().destroy();
    }

    /** Kills it at once ({@code kill -9}). */
    public void kill() {
        process.destroyForcibly();
    }
}
