package org.xpand.protocols.relay;

import java.util.List;
import org.xpand.protocols.reliability.ReliabilityLayer;

/** Tells the stack which segments of each sender all members have for which the group waits, and which ones they accept. Not thread-safe. */
final class StackProgress {
    private final SenderStarts starts;
    private final SlowMembers slowMembers;
    private final PartitionMap partitionMap;
    private ReliabilityLayer stack;

    StackProgress(SenderStarts starts, SlowMembers slowMembers, PartitionMap partitionMap) {
        this.starts = starts;
        this.slowMembers = slowMembers;
        this.partitionMap = partitionMap;
    }

    void connect(ReliabilityLayer top) {
        stack = top;
    }

    /** The members have changed, or those for which the group waits. */
    void announceAll(long nowNanos) {
        List.copyOf(starts.senders().values()).forEach(progress -> announce(progress, nowNanos));
    }

    /** The position of a member in a sender has changed. */
    void announce(SenderProgress progress, long nowNanos) {
        long next = progress.open() ? progress.reached(slowMembers.suspended()) : Long.MAX_VALUE;
        if (next == Long.MAX_VALUE) {
            return;
        }
        long limit = progress.least(slowMembers.suspended(), true);
        if (partitionMap.isLocal(progress.sender())) {
            stack.localProgress(progress.sender(), next, limit);
        } else {
            stack.siteProgress(progress.sender(), next, limit, nowNanos);
        }
    }
}
