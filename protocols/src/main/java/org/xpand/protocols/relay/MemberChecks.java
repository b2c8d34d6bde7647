package org.xpand.protocols.relay;

import java.util.List;
import org.xpand.protocols.reliability.ReliabilityLayer;

/** The periodic checks of silent senders and of members that do not keep up; none while every member has everything. Not thread-safe. */
final class MemberChecks {
    private static final long LOOK_NANOS = 50_000_000;

    private final SenderStarts starts;
    private final SlowMembers slowMembers;
    private final PartitionMap partitionMap;
    private final StackProgress progress;
    private ReliabilityLayer stack;
    private long nextLookNanos;
    /** There is nothing to check: no check is due before that changes. */
    private boolean rests;

    /** @param progress is notified of senders that have started */
    MemberChecks(SenderStarts starts, SlowMembers slowMembers, PartitionMap partitionMap, StackProgress progress) {
        this.starts = starts;
        this.slowMembers = slowMembers;
        this.partitionMap = partitionMap;
        this.progress = progress;
    }

    void connect(ReliabilityLayer top) {
        stack = top;
    }

    /** Checks if it is time; returns when it is time again. */
    long run(long nowNanos) {
        if (rests && !isQuiet()) {
            rests = false;
            // The average time between any event and the next check.
            nextLookNanos = nowNanos + LOOK_NANOS / 2;
        } else if (!rests && nowNanos - nextLookNanos >= 0) {
            long lateNanos = nowNanos - nextLookNanos;
            nextLookNanos = nowNanos + LOOK_NANOS;
            look(lateNanos, nowNanos);
            rests = isQuiet();
        }
        return rests ? Long.MAX_VALUE : nextLookNanos;
    }

    /** Whether every member has everything of every sender and accepts more: a check would find nothing. */
    private boolean isQuiet() {
        for (SenderProgress each : starts.senders().values()) {
            if (!each.open() || each.startsAwaited() || partitionMap.isElsewhere(each.sender()) || !slowMembers.allKeepUp(each)) {
                return false;
            }
        }
        return true;
    }

    private void look(long lateNanos, long nowNanos) {
        for (SenderProgress each : List.copyOf(starts.senders().values())) {
            if (starts.startSilent(each)) {
                progress.announce(each, nowNanos);
            }
            if (each.open()) {
                partitionMap.announceStable(each.sender());
                slowMembers.look(each, stack, lateNanos, nowNanos);
            }
        }
    }
}
