package org.xpand.membership.jgroups;

import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.util.concurrent.TimeUnit;

/**
 * By how much time-outs are longer while this computer has more to do than its processors can: a process that waits for a processor is
 * silent, as one that hangs is, and often the other processes of a site run on the same computer. Thread-safe.
 */
final class BusyHost {
    /** So many threads that want to run for each processor change nothing. */
    private static final double USUAL_LOAD = 4;
    private static final double MOST_TIMES = 8;
    private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
    private double times = 1;
    private boolean known;
    private long readNanos;

    /** Returns 1 on a computer that is not busy, or does not say, and at most {@value #MOST_TIMES}. */
    synchronized double times() {
        long now = System.nanoTime();
        if (!known || now - readNanos > AGAIN_NANOS) {
            known = true;
            readNanos = now;
            times = times(system.getSystemLoadAverage(), system.getAvailableProcessors());
        }
        return times;
    }

    /**
     * Does the same for a known load.
     *
     * @param load average number of threads that run or want to; negative if unknown
     */
    static double times(double load, int processors) {
        return Math.max(1, Math.min(load / processors / USUAL_LOAD, MOST_TIMES));
    }
}
