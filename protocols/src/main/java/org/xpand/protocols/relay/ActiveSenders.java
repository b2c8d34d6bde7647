package org.xpand.protocols.relay;

import java.util.TreeSet;
import org.xpand.protocols.api.ProcessId;

/** The number of other processes of the site that currently multicast segments of a group. Not thread-safe. */
final class ActiveSenders {
    private static final long WINDOW_NANOS = 100_000_000;

    private final TreeSet<ProcessId> received = new TreeSet<>();
    private int before;
    private long sinceNanos;
    private ProcessId last = ProcessId.NONE;

    ActiveSenders(long nowNanos) {
        sinceNanos = nowNanos;
    }

    /** Segments arrived from another process. */
    void received(ProcessId process, long nowNanos) {
        turn(nowNanos);
        if (!process.equals(last) || received.isEmpty()) {
            last = process;
            received.add(process);
        }
    }

    int count(long nowNanos) {
        turn(nowNanos);
        return Math.max(before, received.size());
    }

    private void turn(long nowNanos) {
        long passed = nowNanos - sinceNanos;
        if (passed >= WINDOW_NANOS) {
            before = passed < 2 * WINDOW_NANOS ? received.size() : 0;
            received.clear();
            sinceNanos = nowNanos;
        }
    }
}
