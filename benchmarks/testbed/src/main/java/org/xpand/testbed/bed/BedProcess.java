package org.xpand.testbed.bed;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A program that the bed runs. What it prints is kept in a file and can be waited for. For any thread. */
public final class BedProcess implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 2;
    private static final String PID = "pid ";

    private final String name;
    private final Process process;
    private final Thread reader;
    private final List<String> lines = new ArrayList<>();
    private long pid = -1;
    private boolean ended;

    BedProcess(String name, List<String> command, Path log) throws IOException {
        this.name = name;
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
        reader = new Thread(() -> read(log), "reader-" + name);
        reader.setDaemon(true);
        reader.start();
    }

    private void read(Path log) {
        try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8);
                BufferedWriter out = Files.newBufferedWriter(log)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                take(line);
                out.write(line + "\n");
            }
        } catch (IOException e) {
            take("ended: " + e);
        }
        synchronized (this) {
            ended = true;
            notifyAll();
        }
    }

    private synchronized void take(String line) {
        if (pid < 0 && line.startsWith(PID)) {
            pid = Long.parseLong(line.substring(PID.length()));
        } else {
            lines.add(line);
        }
        notifyAll();
    }

    /** Its number in the operating system, where the bed can send it signals. */
    public synchronized long pid() throws InterruptedException {
        while (pid < 0 && !ended) {
            wait();
        }
        return pid;
    }

    /**
     * Waits for a line.
     *
     * @return it
     * @throws IllegalStateException with the last lines, if the program ends or the time is over before it comes
     */
    public synchronized String await(Predicate<String> wanted, int seconds) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        int looked = 0;
        while (true) {
            for (; looked < lines.size(); looked++) {
                if (wanted.test(lines.get(looked))) {
                    return lines.get(looked);
                }
            }
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (ended || left <= 0) {
                throw new IllegalStateException(name + (ended ? " has ended" : " says nothing for " + seconds + " s")
                        + ": " + String.join(" | ", lines.subList(Math.max(0, lines.size() - 5), lines.size())));
            }
            wait(left);
        }
    }

    /** What it has printed. */
    public synchronized List<String> lines() {
        return List.copyOf(lines);
    }

    /** Writes a line to its input, if it is there. */
    public void send(String line) {
        try {
            OutputStream input = process.getOutputStream();
            input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            input.flush();
        } catch (IOException e) {
            // It has ended; what waits for it finds out.
        }
    }

    /** Ends its input, waits until it has ended, and answers all it printed. */
    public List<String> finish(int seconds) throws InterruptedException {
        endInput();
        if (process.waitFor(seconds, TimeUnit.SECONDS)) {
            reader.join(TimeUnit.SECONDS.toMillis(seconds));
        }
        return lines();
    }

    private void endInput() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // It has ended.
        }
    }

    /** Ends it, by force if its input's end does not. */
    @Override
    public void close() {
        endInput();
        process.destroy();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
            }
            reader.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
