package org.xpand.protocols.relay;

import java.util.TreeSet;
import org.xpand.protocols.api.ProcessId;

/** The number of other processes of the site that currently multicast segments of a group. Not thread-safe. */
final class Speakers {
    private static final long WINDOW_NANOS = 100_000_000;

    private final TreeSet<ProcessId> heard = new TreeSet<>();
    private int before;
    private long sinceNanos;
    private ProcessId last = ProcessId.NONE;

    Speakers(long nowNanos) {
        sinceNanos = nowNanos;
    }

    /** Segments arrived from another process. */
    void heard(ProcessId process, long nowNanos) {
        turn(nowNanos);
        if (!process.equals(last) || heard.isEmpty()) {
            last = process;
            heard.add(process);
        }
    }

    int count(long nowNanos) {
        turn(nowNanos);
        return Math.max(before, heard.size());
    }

    private void turn(long nowNanos) {
        long passed = nowNanos - sinceNanos;
        if (passed >= WINDOW_NANOS) {
            before = passed < 2 * WINDOW_NANOS ? heard.size() : 0;
            heard.clear();
            sinceNanos = nowNanos;
        }
    }
}
