package org.xpand.comparison.stations;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What the threads of each role of a process have used so far.
 *
 * @param wakeUps   how often they went to sleep, and so were woken, of those that run now
 * @param allocated bytes on the heap; nothing for a C program
 */
public record Usage(Map<ThreadRole, Long> wakeUps, Map<ThreadRole, Long> allocated) {
    private static final String SLEEPS = "voluntary_ctxt_switches:";

    /**
     * Of a process of this machine, which has to be Linux.
     *
     * @param allocatedByThread names with the bytes behind a colon, comma-separated, as a worker says
     * @throws IOException if the process is gone
     */
    public static Usage of(long pid, String allocatedByThread) throws IOException {
        Map<ThreadRole, Long> wakeUps = new EnumMap<>(ThreadRole.class);
        try (Stream<Path> threads = Files.list(Path.of("/proc", String.valueOf(pid), "task"))) {
            for (Path thread : threads.toList()) {
                try {
                    wakeUps.merge(ThreadRole.of(Files.readString(thread.resolve("comm"))),
                            sleeps(Files.readString(thread.resolve("status"))), Long::sum);
                } catch (NoSuchFileException e) {
                    // The thread has just ended.
                }
            }
        }
        return new Usage(wakeUps, allocated(allocatedByThread));
    }

    static Map<ThreadRole, Long> allocated(String byThread) {
        Map<ThreadRole, Long> allocated = new EnumMap<>(ThreadRole.class);
        for (String each : byThread.isEmpty() ? new String[0] : byThread.split(",")) {
            int colon = each.lastIndexOf(':');
            allocated.merge(ThreadRole.of(each.substring(0, colon)), Long.parseLong(each.substring(colon + 1)), Long::sum);
        }
        return allocated;
    }

    static long sleeps(String status) {
        return status.lines().filter(line -> line.startsWith(SLEEPS)).mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst().orElse(0);
    }

    /** What was added since an earlier time. */
    public Usage since(Usage before) {
        return new Usage(difference(wakeUps, before.wakeUps), difference(allocated, before.allocated));
    }

    private static Map<ThreadRole, Long> difference(Map<ThreadRole, Long> now, Map<ThreadRole, Long> before) {
        Map<ThreadRole, Long> added = new EnumMap<>(ThreadRole.class);
        now.forEach((role, count) -> added.put(role, Math.max(0, count - before.getOrDefault(role, 0L))));
        return added;
    }
}
