package org.xpand.comparison.stations;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Counts the system calls of a process's threads with {@code perf stat}, which costs them little. */
public final class SystemCalls implements AutoCloseable {
    private static final String EVENT = "raw_syscalls:sys_enter";
    /** A thread's name, which may contain anything, a dash, its number, the count. */
    private static final Pattern LINE = Pattern.compile("\\s*(.*)-\\d+;(\\d+|<not counted>);[^;]*;" + EVENT + ";.*");

    private final Process process;

    private SystemCalls(Process process) {
        this.process = process;
    }

    /**
     * Begins to count.
     *
     * @param pid     of a process of this user
     * @param seconds after which it ends
     * @throws IOException if there is no {@code perf}
     */
    public static SystemCalls begin(long pid, double seconds) throws IOException {
        return new SystemCalls(new ProcessBuilder("perf", "stat", "-x", ";", "-e", EVENT, "--per-thread", "-p", String.valueOf(pid),
                "--", "sleep", String.valueOf(seconds)).redirectErrorStream(true).start());
    }

    /**
     * Why system calls cannot be counted here, in one line; empty if they can.
     *
     * @return the reason, and what helps
     */
    public static String missing() throws InterruptedException {
        try (SystemCalls self = begin(ProcessHandle.current().pid(), 0)) {
            String printed = self.printed();
            return parse(printed).isEmpty() ? "perf stat cannot count system calls (needs root, or kernel.perf_event_paranoid=-1 and a readable "
                    + "/sys/kernel/tracing): " + printed.strip().lines().findFirst().orElse("it says nothing") : "";
        } catch (IOException e) {
            return "perf is missing (package linux-perf or linux-tools)";
        }
    }

    private String printed() throws IOException, InterruptedException {
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return text;
    }

    /** Waits for the end; what the threads of each role have called. */
    public Map<ThreadRole, Long> end() throws IOException, InterruptedException {
        return parse(printed());
    }

    static Map<ThreadRole, Long> parse(String printed) {
        Map<ThreadRole, Long> calls = new EnumMap<>(ThreadRole.class);
        printed.lines().map(LINE::matcher).filter(Matcher::matches)
                .forEach(line -> calls.merge(ThreadRole.of(line.group(1)), count(line.group(2)), Long::sum));
        return calls;
    }

    /** A thread that did nothing in the meantime is "not counted". */
    private static long count(String text) {
        return text.startsWith("<") ? 0 : Long.parseLong(text);
    }

    @Override
    public void close() {
        process.destroy();
    }
}
