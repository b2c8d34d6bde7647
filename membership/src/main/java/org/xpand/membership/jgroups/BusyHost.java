package org.xpand.membership.jgroups;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;

/**
 * By how much time-outs are longer while this computer has more to do than its processors can: a process that waits for a processor is
 * silent, as one that hangs is, and often the other processes of a site run on the same computer. Thread-safe.
 *
 * <p>The system's load average is that of a minute, so it does not show a load that has just begun. Linux also tells how many threads run or
 * want to at this moment; an average of that over some seconds counts if it is higher.
 */
final class BusyHost {
    /** The one of this process. */
    static final BusyHost THIS = new BusyHost();

    /** So many threads that want to run for each processor change nothing. */
    private static final double USUAL_LOAD = 4;
    private static final double MOST_TIMES = 8;
    private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Time constant of the average of what Linux tells. */
    private static final double AVERAGE_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final Path LINUX = Path.of("/proc/loadavg");
    /** Field of {@link #LINUX} with the running and all threads, as in 3/512. */
    private static final int RUNNING_FIELD = 3;

    private final OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
    private double times = 1;
    private double recent;
    private boolean known;
    private long readNanos;

    /** Returns 1 on a computer that is not busy, or does not say, and at most {@value #MOST_TIMES}. */
    synchronized double times() {
        long now = System.nanoTime();
        if (!known || now - readNanos > AGAIN_NANOS) {
            recent = recent(recent, running(), known ? now - readNanos : 0);
            known = true;
            readNanos = now;
            times = times(Math.max(system.getSystemLoadAverage(), recent), system.getAvailableProcessors());
        }
        return times;
    }

    /** The average after another sample, which counts for the time since the one before. */
    static double recent(double before, OptionalDouble sample, long sinceNanos) {
        return sample.isEmpty() ? 0 : before + (sample.getAsDouble() - before) * (1 - Math.exp(-sinceNanos / AVERAGE_NANOS));
    }

    private static OptionalDouble running() {
        try {
            return running(Files.readString(LINUX));
        } catch (IOException | SecurityException e) {
            return OptionalDouble.empty();
        }
    }

    /** Reads the number of threads that run or want to from the content of {@link #LINUX}; empty if it is not there. */
    static OptionalDouble running(String loads) {
        String[] fields = loads.split(" ");
        if (fields.length <= RUNNING_FIELD) {
            return OptionalDouble.empty();
        }
        try {
            return OptionalDouble.of(Integer.parseInt(fields[RUNNING_FIELD].split("/")[0]));
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }

    /**
     * Returns by how much time-outs are longer for a known load.
     *
     * @param load average number of threads that run or want to; negative if unknown
     */
    static double times(double load, int processors) {
        return Math.max(1, Math.min(load / processors / USUAL_LOAD, MOST_TIMES));
    }
}
