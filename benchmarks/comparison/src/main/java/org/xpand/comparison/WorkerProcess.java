package org.xpand.comparison;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.xpand.comparison.peer.JavaProgram;
import org.xpand.comparison.peer.LimitProgram;
import org.xpand.comparison.peer.Peer;
import org.xpand.comparison.peer.Place;
import org.xpand.comparison.worker.Worker;

/** One process of a run, asked line by line. All that run on a virtual machine run with the same options of it. */
final class WorkerProcess implements AutoCloseable {
    /** The first answer comes when the process has started, which takes long where many want the processors. */
    private static final int ANSWER_SECONDS = 90;
    private static final int END_SECONDS = 5;
    /** So many of the first and of the last lines that are no answers are kept: how it began, and why it ended. */
    private static final int MAX_COMPLAINTS = 5;
    private static final Map<String, String> ENDED = Map.of();

    private final String name;
    private final Process process;
    private final Writer out;
    private final BlockingQueue<Map<String, String>> answers = new LinkedBlockingQueue<>();
    private final List<String> complaints = new ArrayList<>();
    private final Deque<String> lastComplaints = new ArrayDeque<>();

    WorkerProcess(Peer peer, Place place, List<String> options) throws IOException, InterruptedException {
        name = peer.text() + " " + place.index();
        process = new ProcessBuilder(command(peer, place, options)).redirectErrorStream(true).start();
        out = process.outputWriter(StandardCharsets.UTF_8);
        Thread reader = new Thread(this::read, "worker-" + name);
        reader.setDaemon(true);
        reader.start();
    }

    private static List<String> command(Peer peer, Place place, List<String> options) throws IOException, InterruptedException {
        if (peer.limit()) {
            return peer.command(LimitProgram.compiled(), place);
        }
        List<String> command = new ArrayList<>(List.of(
                JavaProgram.path(),
                "-Djava.net.preferIPv4Stack=true", "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                // Aeron's buffers need it.
                "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "-cp", System.getProperty("java.class.path")));
        command.addAll(options);
        command.addAll(List.of(Worker.class.getName(), peer.text(), String.valueOf(place.index()), place.portsText()));
        return command;
    }

    /** Its number in the system. */
    long pid() {
        return process.pid();
    }

    private void read() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(Worker.ANSWER)) {
                    answers.add(parse(line.substring(Worker.ANSWER.length())));
                } else {
                    complain(line);
                }
            }
        } catch (IOException e) {
            complain(e.toString());
        }
        answers.add(ENDED);
    }

    private static Map<String, String> parse(String answer) {
        Map<String, String> fields = new HashMap<>(Map.of("answered", "true"));
        for (String field : answer.split(" ")) {
            int equals = field.indexOf('=');
            if (equals > 0) {
                fields.put(field.substring(0, equals), field.substring(equals + 1));
            }
        }
        return fields;
    }

    private synchronized void complain(String line) {
        if (complaints.size() < MAX_COMPLAINTS) {
            complaints.add(line);
            return;
        }
        if (lastComplaints.size() == MAX_COMPLAINTS) {
            lastComplaints.removeFirst();
        }
        lastComplaints.add(line);
    }

    /** Tells the process something without waiting for its answer, which {@link #answer} fetches. */
    void send(String line) {
        try {
            out.write(line + "\n");
            out.flush();
        } catch (IOException e) {
            throw ended();
        }
    }

    /** The answer to the previous command. */
    Map<String, String> answer() throws InterruptedException {
        Map<String, String> answer = answers.poll(ANSWER_SECONDS, TimeUnit.SECONDS);
        if (answer == null) {
            throw failure("does not answer");
        }
        if (answer == ENDED) {
            throw ended();
        }
        return answer;
    }

    Map<String, String> ask(String line) throws InterruptedException {
        send(line);
        return answer();
    }

    private IllegalStateException ended() {
        return failure(process.isAlive() ? "has closed its input or output" : "has ended with exit code " + process.exitValue());
    }

    private synchronized IllegalStateException failure(String what) {
        List<String> lines = new ArrayList<>(complaints);
        lines.addAll(lastComplaints);
        return new IllegalStateException("process " + name + " " + what + (lines.isEmpty() ? "" : ": " + String.join(" | ", lines)));
    }

    /** Ends its input. */
    void leave() {
        try {
            out.close();
        } catch (IOException e) {
            // It has ended.
        }
    }

    /** Ends it, in order or else by force. */
    @Override
    public void close() {
        close(END_SECONDS);
    }

    /** The same, with so long to end in order. */
    void close(int seconds) {
        leave();
        try {
            if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor(END_SECONDS, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
