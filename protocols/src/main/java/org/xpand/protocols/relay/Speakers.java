package org.xpand.protocols.relay;

import java.util.TreeSet;
import org.xpand.protocols.api.ProcessId;

/** How many other processes of the site multicast segments of a group now. Not thread-safe. */
final class Speakers {
    private static final long WINDOW_NANOS = 100_000_000;

    private final TreeSet<ProcessId> heard = new TreeSet<>();
    private int before;
    private long sinceNanos;
    private ProcessId last = ProcessId.NONE;

    Speakers(long nowNanos) {
        sinceNanos = nowNanos;
    }

    /** Segments came from this process, which is not this one. */
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
