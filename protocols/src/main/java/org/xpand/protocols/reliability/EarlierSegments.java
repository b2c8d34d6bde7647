package org.xpand.protocols.reliability;

import java.util.SortedMap;
import java.util.function.IntToLongFunction;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.segment.SegmentRing;
import org.xpand.protocols.wire.WireWriter;

/**
 * What a delegate has let go of a sender, or never had, and some member of its site lacks: it was with another part of the site, or under
 * a delegate that acknowledged more than it had. The source is asked for it as long as it keeps it. Not thread-safe.
 */
final class EarlierSegments {
    private final ReliabilityConfig config;
    private final SegmentRing ring;
    private final MissingRows missing = new MissingRows();
    private final long end;

    /**
     * @param first  first number that is wanted
     * @param end    number after the last
     * @param before what was wanted until now and may be held already, or null
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
        missing.askBelow(first + config.windowSegments());
    }

    /** Whether this number is here or asked for. */
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
    boolean arrived(long number, Segment segment) {
        // Nobody can make this site hold much more than a source keeps; what is wanted first is always taken.
        boolean room = number == missing.first() || ring.bytes() < config.partitionRetentionBytes();
        if (!covers(number) || !room || !ring.put(number, segment)) {
            return false;
        }
        missing.remove(number);
        return true;
    }

    /** The source holds nothing below a number: that is not waited for. */
    void keptFrom(long number) {
        missing.letGoBelow(number);
        ring.advance(Math.min(number, end));
    }

    /**
     * Every member has everything below a number.
     *
     * @return whether nothing is wanted any more
     */
    boolean have(long number) {
        missing.letGoBelow(number);
        ring.advance(Math.min(number, end));
        missing.askBelow(Math.max(number, ring.base()) + config.windowSegments());
        return number >= end;
    }

    /** The first number from one on that is here, {@code limit} if none below it is. */
    long heldFrom(long number, long limit) {
        return ring.firstHeld(number, limit);
    }

    /** What is missing: first number of each row, number after its last. */
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
