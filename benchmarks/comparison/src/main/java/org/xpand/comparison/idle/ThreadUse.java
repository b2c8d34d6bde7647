package org.xpand.comparison.idle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * How often the threads of some processes have gone to sleep so far, so have been woken, and what they have used.
 *
 * @param sleeps of each thread; the name of its kind, a line's end and its number
 * @param nanos  processor time of all
 */
record ThreadUse(Map<String, Long> sleeps, long nanos) {
    private static final String SWITCHES = "voluntary_ctxt_switches:";

    /**
     * Of a process of this machine, which has to be Linux.
     *
     * @throws IOException if it is none, or the process is gone
     */
    static ThreadUse of(long process) throws IOException {
        TreeMap<String, Long> sleeps = new TreeMap<>();
        long nanos = 0;
        try (Stream<Path> tasks = Files.list(Path.of("/proc", String.valueOf(process), "task"))) {
            for (Path task : tasks.toList()) {
                try {
                    sleeps.put(kind(Files.readString(task.resolve("comm"))) + "\n" + task.getFileName(),
                            sleeps(Files.readString(task.resolve("status"))));
                    nanos += nanos(Files.readString(task.resolve("schedstat")));
                } catch (NoSuchFileException e) {
                    // The thread has just ended.
                }
            }
        }
        return new ThreadUse(sleeps, nanos);
    }

    /** What threads of one purpose have in common in their names. */
    static String kind(String name) {
        return name.strip().replaceAll("[-#][0-9].*", "");
    }

    static long sleeps(String status) {
        return status.lines().filter(line -> line.startsWith(SWITCHES)).mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst().orElse(0);
    }

    static long nanos(String schedstat) {
        return Long.parseLong(schedstat.split(" ")[0]);
    }

    /** What was added since an earlier time; of threads that have ended since then nothing is known. */
    ThreadUse since(ThreadUse before) {
        TreeMap<String, Long> added = new TreeMap<>();
        sleeps.forEach((thread, count) -> added.put(thread, count - before.sleeps.getOrDefault(thread, 0L)));
        return new ThreadUse(added, Math.max(0, nanos - before.nanos));
    }

    /** Both together, of different processes. */
    ThreadUse and(ThreadUse other) {
        TreeMap<String, Long> both = new TreeMap<>(sleeps);
        both.putAll(other.sleeps);
        return new ThreadUse(both, nanos + other.nanos);
    }

    /** How often threads went to sleep whose names differ by numbers only. */
    SortedMap<String, Long> byKind() {
        TreeMap<String, Long> sum = new TreeMap<>();
        sleeps.forEach((thread, count) -> sum.merge(thread.substring(0, thread.indexOf('\n')), count, Long::sum));
        return sum;
    }

    /** How often all of them went to sleep. */
    long all() {
        return sleeps.values().stream().mapToLong(Long::longValue).sum();
    }
}
