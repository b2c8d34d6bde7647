package org.xpand.protocols.lossy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.xpand.protocols.api.SenderId;

/** Parts of messages that wait at a delegate, first in, first out in each precedence. */
final class PartQueue {
    private static final int OVERHEAD = 64;

    private final List<ArrayDeque<Part>> queues = new ArrayList<>();
    private final long[] bytesOf;
    private long bytes;

    /** A part of a message. */
    record Part(SenderId sender, long number, int index, boolean last, byte[] bytes) {
        /** Whether this is the next part of the same stream. */
        boolean follows(Part before) {
            return sender.equals(before.sender) && (before.last ? number == before.number + 1 && index == 0
                    : number == before.number);
        }
    }

    PartQueue(int precedences) {
        bytesOf = new long[precedences];
        for (int i = 0; i < precedences; i++) {
            queues.add(new ArrayDeque<>());
        }
    }

    void add(int precedence, Part part) {
        queues.get(precedence).add(part);
        bytes += part.bytes.length + OVERHEAD;
        bytesOf[precedence] += part.bytes.length + LossyFrames.PART_HEADER_LENGTH;
    }

    Part peek(int precedence) {
        return queues.get(precedence).peek();
    }

    Part poll(int precedence) {
        Part part = queues.get(precedence).poll();
        bytes -= part.bytes.length + OVERHEAD;
        bytesOf[precedence] -= part.bytes.length + LossyFrames.PART_HEADER_LENGTH;
        return part;
    }

    /** The most important precedence of which a packet may leave now, -1 for none. */
    int mostImportant(PacketPace pace, long nowNanos) {
        for (int i = 0; i < queues.size(); i++) {
            if (bytesOf[i] > 0 && pace.dueNanos(i, bytesOf[i], nowNanos) - nowNanos <= 0) {
                return i;
            }
        }
        return -1;
    }

    /** When a packet of some precedence may leave, {@link Long#MAX_VALUE} if nothing waits. */
    long dueNanos(PacketPace pace, long nowNanos) {
        long due = Long.MAX_VALUE;
        for (int i = 0; i < queues.size(); i++) {
            due = bytesOf[i] > 0 ? Math.min(due, pace.dueNanos(i, bytesOf[i], nowNanos)) : due;
        }
        return due;
    }

    /** The least important precedence of which a part waits, -1 for none. */
    int leastImportant() {
        for (int i = queues.size() - 1; i >= 0; i--) {
            if (!queues.get(i).isEmpty()) {
                return i;
            }
        }
        return -1;
    }

    /** Waiting bytes, with the memory overhead. */
    long bytes() {
        return bytes;
    }
}
