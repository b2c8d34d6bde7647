package org.xpand.protocols.reliability;

import java.util.SortedMap;
import java.util.function.IntToLongFunction;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.segment.SegmentRing;
import org.xpand.protocols.wire.WireWriter;

/**
 * Segments of a sender that this delegate has released or never had, and a member of its site lacks: the member was in another part
 * of the site, or under a delegate that acknowledged more than it had. They are requested while the source keeps them. Not
 * thread-safe.
 */
final class EarlierSegments {
    private final ReliabilityConfig config;
    private final SegmentRing ring;
    private final MissingRows missing = new MissingRows();
    private final long end;

    /**
     * @param first  first wanted number
     * @param end    number after the last
     * @param before earlier wanted segments, some of which may be held already, or null
     */
    EarlierSegments(long first, long end, EarlierSegments before, ReliabilityConfig config, long nowNanos) {
        this.config = config;
        this.end = end;
        this.ring = new SegmentRing(first, config.keptSegments());
        long from = first;
        for (long number = first; number < end; number++) {
            Segment held = before == null ? null : before.get(number);
            if (held != null) {
                ring.put(number, held);
                missing.add(from, number, nowNanos);
                from = number + 1;
            }
        }
        missing.add(from, end, nowNanos);
        missing.requestBelow(first + config.windowSegments());
    }

    /** Whether this number is held or requested. */
    boolean covers(long number) {
        return number >= ring.base() && number < end;
    }

    Segment get(long number) {
        return ring.get(number);
    }

    /**
     * A segment arrived.
     *
     * @return whether it was wanted
     */
    boolean arrived(long number, Segment segment, long nowNanos) {
        // No other process can make this site hold much more than a source keeps; the first wanted segment is always taken.
        boolean room = number == missing.first() || ring.bytes() < config.partitionRetentionBytes();
        if (!covers(number) || !room || !ring.put(number, segment)) {
            return false;
        }
        missing.repaired(number, end, nowNanos);
        return true;
    }

    /** The source keeps nothing below a number: lower segments are not awaited. */
    void keptFrom(long number) {
        missing.dropBelow(number);
        ring.advance(Math.min(number, end));
    }

    /**
     * All members have everything below a number.
     *
     * @return whether nothing is wanted any longer
     */
    boolean have(long number) {
        missing.dropBelow(number);
        ring.advance(Math.min(number, end));
        missing.requestBelow(Math.max(number, ring.base()) + config.windowSegments());
        return number >= end;
    }

    /** The first number from this one on that is held, {@code limit} if none below it is. */
    long heldFrom(long number, long limit) {
        return ring.firstHeld(number, limit);
    }

    /** The missing numbers: the first number of each row, and the number after its last. */
    SortedMap<Long, Long> holes() {
        return missing.rows();
    }

    long dueNanos() {
        return missing.dueNanos();
    }

    int writeDue(SenderId sender, WireWriter out, IntToLongFunction waitNanos, long nowNanos) {
        return missing.dueNanos() > nowNanos ? 0 : missing.writeDue(sender, out, waitNanos, nowNanos);
    }

    long missingCount() {
        return missing.count();
    }
}
