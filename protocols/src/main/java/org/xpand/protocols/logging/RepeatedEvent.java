package org.xpand.protocols.logging;

import java.util.concurrent.TimeUnit;

/** Counts what strangers or a broken network can repeat at will, and says when to log it: the first time, then once a minute. Thread-safe. */
public final class RepeatedEvent {
    private static final long INTERVAL_NANOS = TimeUnit.MINUTES.toNanos(1);

    private long count;
    private long loggedNanos;

    /** One that has not happened yet. */
    public RepeatedEvent() {
        // Everything is zero.
    }

    /**
     * It has happened once more.
     *
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     * @return whether to log it
     */
    public synchronized boolean happened(long nowNanos) {
        count++;
        if (count > 1 && nowNanos - loggedNanos <= INTERVAL_NANOS) {
            return false;
        }
        loggedNanos = nowNanos;
        return true;
    }

    /** {@return how often it has happened} */
    public synchronized long count() {
        return count;
    }
}
