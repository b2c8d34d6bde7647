package org.xpand.examples.drill;

import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * How late this machine is: a thread sleeps again and again for a moment, and notes by how much it woke up too late. What it
 * finds, any process on the machine has to expect on top of what a fault takes. For one thread besides its own.
 */
final class Lateness implements AutoCloseable {
    private static final long SLEEP_NANOS = 5_000_000;
    private static final double NANOS_PER_MILLI = 1e6;

    private final Thread thread = new Thread(this::watch, "lateness");
    private long[] late = new long[1024];
    private int count;
    private volatile boolean closed;

    /**
     * What was found, milliseconds.
     *
     * @param p99   99 of 100 times it was no later than this
     * @param worst it never was later than this
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

    /** Begins to measure. */
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

    /** Ends, and answers what was found. */
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
