package org.xpand.protocols.relay;

import java.util.List;
import java.util.TreeSet;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.reliability.ReliabilityLayer;

/** Tells the stack which segments of each sender all members have for which the group waits, and which ones they accept. Not thread-safe. */
final class StackProgress {
    private final SenderStarts starts;
    private final SlowMembers slowMembers;
    private final PartitionMap partitionMap;
    /** Senders of which the members have more than the stack: what it does not have yet it cannot count as received. */
    private final TreeSet<SenderId> ahead = new TreeSet<>();
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

    /**
     * Announces again what the stack did not have when it was announced: acknowledgements may arrive before the segments that they
     * acknowledge, and nobody sends them again.
     */
    void announceAhead(long nowNanos) {
        if (!ahead.isEmpty()) {
            for (SenderId sender : List.copyOf(ahead)) {
                ahead.remove(sender);
                SenderProgress progress = starts.senders().get(sender);
                if (progress != null) {
                    announce(progress, nowNanos);
                }
            }
        }
    }

    /** The position of a member in a sender has changed. */
    void announce(SenderProgress progress, long nowNanos) {
        long next = progress.open() ? progress.reached(slowMembers.suspended()) : Long.MAX_VALUE;
        if (next == Long.MAX_VALUE) {
            return;
        }
        long limit = progress.least(slowMembers.suspended(), true);
        boolean local = partitionMap.isLocal(progress.sender());
        long there = local ? stack.end(progress.sender()) : stack.delivered(progress.sender());
        if (there >= 0 && next > there) {
            ahead.add(progress.sender());
        }
        if (local) {
            stack.localProgress(progress.sender(), next, limit);
        } else {
            stack.siteProgress(progress.sender(), next, limit, nowNanos);
        }
    }
}
