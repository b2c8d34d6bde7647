package org.xpand.protocols.reliability;

import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.wire.WireWriter;

/**
 * Segments that this site asks others to return: those of a departed local sender that no member here holds and some site may still
 * lack.
 */
final class Recalls {
    private static final int MAX_COUNT = 0xFFFF;

    private final TreeMap<SenderId, Recall> recalls = new TreeMap<>();

    /** Rows of segments, the sites that have yet to be asked, and the site that returned something. */
    private static final class Recall {
        private final TreeMap<Long, Long> holes;
        private final long sinceNanos;
        private final TreeSet<SiteId> unasked;
        private SiteId giver;

        private Recall(SortedMap<Long, Long> holes, long sinceNanos, TreeSet<SiteId> unasked) {
            this.holes = new TreeMap<>(holes);
            this.sinceNanos = sinceNanos;
            this.unasked = unasked;
        }

        private boolean contains(long number) {
            Map.Entry<Long, Long> hole = holes.floorEntry(number);
            return hole != null && number < hole.getValue();
        }

        /** Writes the holes as far as there is room; further ones are requested when the first ones are filled. */
        private void write(SenderId sender, WireWriter out) {
            for (Map.Entry<Long, Long> hole : holes.entrySet()) {
                if (out.remaining() < FrameType.NAK_ENTRY_LENGTH) {
                    return;
                }
                out.putSender(sender).putLong(hole.getKey())
                        .putShort((int) Math.min(hole.getValue() - hole.getKey(), MAX_COUNT));
            }
        }
    }

    /**
     * Asks the one of these sites that returned something the last time, or all.
     *
     * @param holes first number of each hole, with the number after its last
     */
    void ask(SenderId sender, SortedMap<Long, Long> holes, Set<SiteId> sites, long nowNanos) {
        Recall last = recalls.get(sender);
        TreeSet<SiteId> asked = new TreeSet<>(sites);
        if (last != null && last.giver != null && asked.contains(last.giver)) {
            asked.retainAll(Set.of(last.giver));
        }
        recalls.put(sender, new Recall(holes, nowNanos, asked));
    }

    /** Whether segments of a sender are requested. */
    boolean asks(SenderId sender) {
        return recalls.containsKey(sender);
    }

    /** Accepts nothing any longer. */
    void stop(SenderId sender) {
        recalls.remove(sender);
    }

    /** Whether this segment was requested; its giver is asked first the next time. */
    boolean takes(SenderId sender, long number, SiteId from) {
        Recall recall = recalls.isEmpty() ? null : recalls.get(sender);
        if (recall == null || !recall.contains(number)) {
            return false;
        }
        recall.giver = from;
        return true;
    }

    /** When a report to the site is needed. */
    long reportDeadlineNanos(SiteId site) {
        long deadline = Long.MAX_VALUE;
        for (Recall recall : recalls.values()) {
            if (recall.unasked.contains(site)) {
                deadline = Math.min(deadline, recall.sinceNanos);
            }
        }
        return deadline;
    }

    void fillReport(SiteId site, WireWriter out) {
        if (reportDeadlineNanos(site) == Long.MAX_VALUE
                || out.remaining() < FrameType.HEADER_LENGTH + FrameType.NAK_ENTRY_LENGTH) {
            return;
        }
        int start = FrameType.begin(out, FrameType.NAK);
        recalls.forEach((sender, recall) -> {
            if (out.remaining() >= FrameType.NAK_ENTRY_LENGTH && recall.unasked.remove(site)) {
                recall.write(sender, out);
            }
        });
        FrameType.end(out, start);
    }
}
