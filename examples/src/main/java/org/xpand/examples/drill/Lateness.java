package org.xpand.examples.drill;

import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Measures how late this machine schedules processes: a thread sleeps repeatedly for a moment, and records how late it woke up. Any
 * process on the machine is delayed by as much, in addition to the effects of a fault. For one thread besides its own.
 */
final class Lateness implements AutoCloseable {
    private static final long SLEEP_NANOS = 5_000_000;
    private static final double NANOS_PER_MILLI = 1e6;

    private final Thread thread = new Thread(this::watch, "lateness");
    private long[] late = new long[1024];
    private int count;
    private volatile boolean closed;

    /**
     * The result, milliseconds.
     *
     * @param p99   the 99th percentile
     * @param worst the maximum
     */
    record Found(double p99, double worst) {
        /** Nothing was measured. */
        static final Found NOTHING = new Found(0, 0);

        static Found of(long[] lateNanos) {
            if (lateNanos.length == 0) {
                return NOTHING;
            }
            long[] sorted = lateNanos.clone();
            Arrays.sort(sorted);
            int rank = (int) Math.ceil(0.99 * sorted.length);
            return new Found(sorted[rank - 1] / NANOS_PER_MILLI, sorted[sorted.length - 1] / NANOS_PER_MILLI);
        }

        String text() {
            return String.format(Locale.ROOT, "%.0f ms, at worst %.0f ms", p99, worst);
        }
    }

    /** Starts measuring. */
    static Lateness start() {
        Lateness lateness = new Lateness();
        lateness.thread.setDaemon(true);
        lateness.thread.start();
        return lateness;
    }

    private void watch() {
        for (long before = System.nanoTime(); !closed;) {
            try {
                TimeUnit.NANOSECONDS.sleep(SLEEP_NANOS);
            } catch (InterruptedException e) {
                return;
            }
            long now = System.nanoTime();
            note(Math.max(0, now - before - SLEEP_NANOS));
            before = now;
        }
    }

    private void note(long lateNanos) {
        if (count == late.length) {
            late = Arrays.copyOf(late, 2 * count);
        }
        late[count++] = lateNanos;
    }

    /** Ends and returns the result. */
    Found stop() throws InterruptedException {
        close();
        thread.join();
        return Found.of(Arrays.copyOf(late, count));
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
