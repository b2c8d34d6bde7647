package org.xpand.testbed.bed;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Sites with an emulated network between them, on this machine. Everything that is started at a site dies with the
 * emulator, and that dies with this process or when its time is over: nothing is left, however a run ends.
 */
public final class Bed implements AutoCloseable {
    /** Options for virtual machines at sites: many share few processors, so compilers and collectors are to take little. */
    public static final List<String> JVM_OPTIONS = List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
            "-XX:+PerfDisableSharedMem", "-Djava.net.preferIPv4Stack=true", "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
    private static final int ANSWER_SECONDS = 20;
    private static final int REPORT_INTERVAL_MILLIS = 100;
    private static final String ENDED = "ended";
    private static final String EMULATOR = "emulator ";
    private static final String SITE = "site ";

    private final NativeTool tool;
    private final List<String> sites;
    private final Path folder;
    private final Counters counters;
    private final Process emulator;
    private final String emulatorPid;
    private final Map<String, String> namespaces = new HashMap<>();
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final List<BedProcess> processes = new ArrayList<>();
    private boolean traces;

    /**
     * Sets a network up.
     *
     * @param tool       the native program
     * @param topology   the network
     * @param seed       of random losses and delays
     * @param maxSeconds when it ends by itself
     * @param folder     where programs' words are kept; made if it is not there
     * @throws IOException if it cannot be set up
     */
    public Bed(NativeTool tool, Topology topology, long seed, int maxSeconds, Path folder)
            throws IOException, InterruptedException {
        this.tool = tool;
        this.sites = topology.sites();
        this.folder = Files.createDirectories(folder);
        this.counters = new Counters(sites);
        emulator = new ProcessBuilder(tool.command("emulate", List.of(Long.toString(seed), Integer.toString(maxSeconds))))
                .redirectError(folder.resolve("emulator.err").toFile()).start();
        Thread reader = new Thread(this::read, "emulator");
        reader.setDaemon(true);
        reader.start();
        try {
            emulatorPid = after(EMULATOR, answer());
            for (String site : sites) {
                namespaces.put(site, after(SITE, ask(SITE + site)));
            }
            for (String command : topology.commands()) {
                send(command);
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private void read() {
        try (BufferedReader in = emulator.inputReader(StandardCharsets.UTF_8)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (!counters.take(line)) {
                    answers.add(line);
                }
            }
        } catch (IOException e) {
            // It has ended.
        }
        answers.add(ENDED);
    }

    private static String after(String word, String answer) throws IOException {
        if (!answer.startsWith(word)) {
            throw new IOException("emulator: " + answer);
        }
        return answer.substring(word.length());
    }

    private String answer() throws IOException, InterruptedException {
        String answer = answers.poll(ANSWER_SECONDS, TimeUnit.SECONDS);
        if (answer == null || answer.equals(ENDED)) {
            throw new IOException("the emulator " + (answer == null ? "does not answer" : "has ended: "
                    + Files.readString(folder.resolve("emulator.err")).strip()));
        }
        return answer;
    }

    private synchronized String ask(String command) throws IOException, InterruptedException {
        OutputStream out = emulator.getOutputStream();
        out.write((command + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
        return answer();
    }

    private void send(String command) throws IOException, InterruptedException {
        String answer = ask(command);
        if (!answer.equals("ok")) {
            throw new IOException("emulator: " + command + ": " + answer);
        }
    }

    /**
     * Changes a link; what is not set stays.
     *
     * @return when, by {@link System#nanoTime}
     */
    public long set(String link, Link settings) throws IOException, InterruptedException {
        send("set " + link + settings.text());
        return System.nanoTime();
    }

    /** From now on each packet that comes to a link with a rate is kept in {@code packets.txt}, and TCP flows report their state. */
    public void trace() throws IOException, InterruptedException {
        send("trace " + folder.resolve("packets.txt").toAbsolutePath());
        traces = true;
    }

    /** How often a TCP flow is to report its state, milliseconds; 0 for at its end only. */
    public int reportIntervalMillis() {
        return traces ? REPORT_INTERVAL_MILLIS : 0;
    }

    /** What passed the links. */
    public Counters counters() {
        return counters;
    }

    /** How late the emulator handed packets over, milliseconds. */
    public EmulatorLateness lateness() throws IOException, InterruptedException {
        return EmulatorLateness.parse(after("lateness ", ask("lateness")));
    }

    /** A site's address. */
    public String address(String site) {
        return "10.77." + sites.indexOf(site) + ".1";
    }

    /** Starts a program at a site. */
    public BedProcess start(String site, String name, List<String> command) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(emulatorPid, namespaces.get(site)));
        arguments.addAll(command);
        return add(name, tool.command("enter", arguments));
    }

    /** Starts one of the native program's tools at a site. */
    public BedProcess startTool(String site, String name, String which, String... arguments) throws IOException {
        return start(site, name, tool.command(which, List.of(arguments)));
    }

    /** Starts one of the native program's tools outside, where it sees all processes. */
    public BedProcess startOutside(String name, String which, List<String> arguments) throws IOException {
        return add(name, tool.command(which, arguments));
    }

    private BedProcess add(String name, List<String> command) throws IOException {
        BedProcess process = new BedProcess(name, command, folder.resolve(name + ".out"));
        processes.add(process);
        return process;
    }

    /** Ends the emulator, and with it all that runs at the sites. */
    @Override
    public void close() {
        try {
            emulator.getOutputStream().close();
            if (!emulator.waitFor(1, TimeUnit.SECONDS)) {
                emulator.descendants().forEach(ProcessHandle::destroyForcibly);
                emulator.destroyForcibly().waitFor(1, TimeUnit.SECONDS);
            }
        } catch (IOException e) {
            emulator.destroyForcibly();
        } catch (InterruptedException e) {
            emulator.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        processes.forEach(BedProcess::close);
    }
}
