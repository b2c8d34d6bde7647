package org.xpand.protocols.relay;

import java.util.ArrayDeque;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.segment.Segment;

/**
 * What a delegate multicasts to its site in one group: segments of other sites and word about them, in one order. Segments
 * are taken only while nothing waits for the LAN; of the word about them so many messages wait, and when there would be more
 * all are dropped, after which the members are to be told anew.
 */
final class RelayOutput {
    static final int MOST_WAITING = 1024;

    private final LanOut lan;
    private final Runnable dropped;
    private final SegmentBatch batch;
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();

    /**
     * @param dropped hears that what waited was dropped
     */
    RelayOutput(LanOut lan, GroupId group, Runnable dropped) {
        this.lan = lan;
        this.dropped = dropped;
        this.batch = new SegmentBatch(LanMessage.RELAYED_SEGMENTS, group);
    }

    /** Takes a segment; answers false if the LAN takes nothing now. */
    boolean segment(SenderId sender, long number, Segment segment) {
        if (!sendWaiting()) {
            return false;
        }
        if (batch.add(sender, number, segment)) {
            return true;
        }
        return flush() && batch.add(sender, number, segment);
    }

    /** Takes a message that must not overtake the segments taken before, nor be overtaken. */
    void inOrder(byte[] message) {
        if (!batch.isEmpty()) {
            SegmentMessage before = batch.take();
            waiting.add(() -> lan.multicast(before));
        }
        waiting.add(() -> lan.multicast(message));
        if (!sendWaiting() && waiting.size() > MOST_WAITING) {
            waiting.clear();
            dropped.run();
        }
    }

    private boolean sendWaiting() {
        while (!waiting.isEmpty() && lan.hasRoom()) {
            waiting.poll().run();
        }
        return waiting.isEmpty();
    }

    /** Sends what was taken; answers whether all of it could be sent. */
    boolean flush() {
        if (!sendWaiting()) {
            return false;
        }
        if (!batch.isEmpty()) {
            if (!lan.hasRoom()) {
                return false;
            }
            lan.multicast(batch.take());
        }
        return true;
    }
}
