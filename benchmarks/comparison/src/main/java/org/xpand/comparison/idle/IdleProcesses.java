package org.xpand.comparison.idle;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.xpand.comparison.peer.FreePorts;
import org.xpand.comparison.peer.JavaProgram;

/** The delegates of two sites with the same groups, a process each. */
final class IdleProcesses implements AutoCloseable {
    private final int groups;
    private final List<Process> processes = new ArrayList<>();

    /** @throws IOException if they do not start, with what they said last */
    IdleProcesses(int groups, List<String> options) throws IOException {
        this.groups = groups;
        List<Integer> ports = FreePorts.some(2);
        for (int site = 0; site < 2; site++) {
            List<String> command = new ArrayList<>(List.of(
                    JavaProgram.path(),
                    "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn", "-cp", System.getProperty("java.class.path")));
            command.addAll(options);
            command.addAll(List.of(IdleMain.class.getName(), String.valueOf(site), String.valueOf(ports.get(0)),
                    String.valueOf(ports.get(1)), String.valueOf(groups)));
            processes.add(new ProcessBuilder(command).redirectErrorStream(true).start());
        }
    }

    int groups() {
        return groups;
    }

    /** Returns when both are there and see each other in every group. */
    void awaitReady() throws IOException {
        for (Process process : processes) {
            BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
            String last = "nothing";
            for (String line = lines.readLine(); !IdleMain.READY.equals(line); line = lines.readLine()) {
                if (line == null) {
                    throw new IOException("a delegate with " + groups + " groups has ended; it said last: " + last);
                }
                last = line;
            }
        }
    }

    /** Of both together. */
    ThreadUse use() throws IOException {
        return ThreadUse.of(processes.get(0).pid()).and(ThreadUse.of(processes.get(1).pid()));
    }

    @Override
    public void close() {
        processes.forEach(Process::destroyForcibly);
    }
}
