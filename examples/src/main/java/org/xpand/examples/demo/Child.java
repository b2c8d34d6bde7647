package org.xpand.examples.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.xpand.examples.Json;
import org.xpand.examples.Xpand;

/** One process of the demonstration; its JSON lines are handed to a listener. */
final class Child implements AutoCloseable {
    private final String name;
    private final Process process;
    private final List<String> otherLines = new ArrayList<>();

    Child(String name, List<String> arguments, BiConsumer<Child, ObjectNode> listener) throws IOException {
        this.name = name;
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java", "-Xmx128m",
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn", "-cp", System.getProperty("java.class.path"),
                Xpand.class.getName()));
        command.addAll(arguments);
        this.process = new ProcessBuilder(command).redirectErrorStream(true).start();
        Thread reader = new Thread(() -> read(listener), "demo-" + name);
        reader.setDaemon(true);
        reader.start();
    }

    private void read(BiConsumer<Child, ObjectNode> listener) {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                ObjectNode object = Json.parse(line);
                if (object != null) {
                    listener.accept(this, object);
                } else {
                    synchronized (otherLines) {
                        otherLines.add(line);
                    }
                }
            }
        } catch (IOException e) {
            // The process is gone; its exit code tells.
        }
    }

    String name() {
        return name;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    int exitCode() {
        return process.exitValue();
    }

    /** What it printed that is not JSON: why it failed, if it did. */
    String complaints() {
        synchronized (otherLines) {
            return String.join("\n  ", otherLines);
        }
    }

    /** Ends its input: it finishes and exits. */
    void finish() {
        try (OutputStream input = process.getOutputStream()) {
            input.flush();
        } catch (IOException e) {
            // It has exited.
        }
    }

    @Override
    public void close() {
        finish();
        try {
            if (!process.waitFor(3, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor(3, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    void kill() {
        process.destroyForcibly();
    }
}
