package org.xpand.comparison.worker;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** What this process has used. */
public final class Vitals {
    private static final String SWITCHES = "voluntary_ctxt_switches:";
    private static final String RESIDENT = "VmRSS:";

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final OperatingSystemMXBean system =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final Map<Long, Long> allocatedByThread = new HashMap<>();
    private long allocated;

    /** Processor time of all its threads, the virtual machine's too, nanoseconds. */
    public long cpuNanos() {
        return system.getProcessCpuTime();
    }

    /** Bytes that its threads have allocated on the heap; of a thread that ended, up to the last time this was asked. */
    public synchronized long allocatedBytes() {
        long[] ids = threads.getAllThreadIds();
        long[] bytes = threads.getThreadAllocatedBytes(ids);
        Map<Long, Long> now = new HashMap<>();
        for (int i = 0; i < ids.length; i++) {
            if (bytes[i] >= 0) {
                now.put(ids[i], bytes[i]);
                allocated += bytes[i] - allocatedByThread.getOrDefault(ids[i], 0L);
            }
        }
        allocatedByThread.clear();
        allocatedByThread.putAll(now);
        return allocated;
    }

    /**
     * Bytes that each thread which runs now has allocated on the heap, as one word: names, of which the system keeps 15 characters, with
     * the bytes behind a colon, comma-separated. Other characters than letters, digits, dots and dashes are underscores.
     */
    public String allocatedByThread() {
        StringBuilder text = new StringBuilder();
        long[] ids = threads.getAllThreadIds();
        long[] bytes = threads.getThreadAllocatedBytes(ids);
        ThreadInfo[] infos = threads.getThreadInfo(ids);
        for (int i = 0; i < ids.length; i++) {
            if (bytes[i] >= 0 && infos[i] != null) {
                text.append(text.isEmpty() ? "" : ",").append(infos[i].getThreadName().replaceAll("[^A-Za-z0-9.-]", "_")).append(':')
                        .append(bytes[i]);
            }
        }
        return text.toString();
    }

    /** How often its threads that run now have gone to sleep so far: each time somebody woke them. 0 where the system does not report it. */
    public long switches() {
        long all = 0;
        try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
            for (Path task : tasks.toList()) {
                all += switches(task.resolve("status"));
            }
        } catch (IOException e) {
            return 0;
        }
        return all;
    }

    private static long switches(Path status) {
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith(SWITCHES)).mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst().orElse(0);
        } catch (IOException | UncheckedIOException e) {
            // The thread has ended.
            return 0;
        }
    }

    /** Memory of the process that is in the machine's, shared pages included, bytes; 0 where the system does not report it. */
    public long residentBytes() {
        try {
            return Files.readAllLines(Path.of("/proc/self/status")).stream().filter(line -> line.startsWith(RESIDENT))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024).findFirst().orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }
}
