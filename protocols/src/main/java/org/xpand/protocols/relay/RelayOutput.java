package org.xpand.protocols.relay;

import java.util.ArrayDeque;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.segment.Segment;

/**
 * A delegate's multicasts to its site in one group: segments of other sites and announcements about them, in one order. Segments
 * are accepted only while nothing waits for the LAN; the number of waiting announcements is bounded, and beyond the bound
 * all are dropped, after which everything has to be announced anew.
 */
final class RelayOutput {
    static final int MOST_WAITING = 1024;

    private final LanOut lan;
    private final Runnable dropped;
    private final SegmentBatch batch;
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();

    /**
     * @param dropped called when waiting announcements were dropped
     */
    RelayOutput(LanOut lan, GroupId group, Runnable dropped) {
        this.lan = lan;
        this.dropped = dropped;
        this.batch = new SegmentBatch(LanMessage.RELAYED_SEGMENTS, group, lan);
    }

    /** Takes a segment; returns false if the LAN has no room now. */
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

    /** Sends what was taken; returns whether all of it could be sent. */
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
