package org.xpand.protocols.segment;

import java.util.Arrays;
import java.util.function.Predicate;
import org.xpand.protocols.api.SiteId;

/**
 * Reduces the pieces of states among the kept segments of one sender to their headers, in the order of their numbers, so that they take
 * little of a retention. A piece is of use to the member alone that it is addressed to: the others, for which it is kept until it is
 * stable, need only its place in the order. If a piece that reaches its member is a reduced one, the state is asked for anew. Not
 * thread-safe.
 */
public final class StatePieces {
    private static final byte[] NOTHING = {};

    private final SegmentRing ring;
    private long next;
    private boolean inPiece;
    private boolean isSpared;
    /** Pieces in the segments from {@link #next} up to this one have {@link #countedBytes}. */
    private long counted;
    private boolean countsPiece;
    private long countedBytes;

    /**
     * Begins with the oldest segment that is kept.
     *
     * @param ring the sender's segments
     */
    public StatePieces(SegmentRing ring) {
        this.ring = ring;
        this.next = ring.base();
        this.counted = next;
    }

    /** {@return the number of the segment that {@link #step} looks at next} */
    public long next() {
        if (next < ring.base()) {
            next = ring.base();
            inPiece = false;
        }
        return next;
    }

    /**
     * Counts what is left to be reduced, whoever it is addressed to.
     *
     * @param end number after the last segment that is looked at, not below that of an earlier call
     * @return length of the pieces in the segments from {@link #next} on, bytes
     */
    public long bytesAhead(long end) {
        if (counted < next()) {
            counted = next;
            countsPiece = inPiece;
            countedBytes = 0;
        }
        for (; counted < end; counted++) {
            Segment segment = ring.get(counted);
            countsPiece = begins(segment) ? isPiece(segment) : countsPiece;
            countedBytes += countsPiece ? segment.length() : 0;
        }
        return countedBytes;
    }

    /**
     * Looks at the next segment, and reduces it if it belongs to a piece of a state.
     *
     * @param spared whether the pieces that are addressed to a member of this site stay whole
     * @return how many bytes it is shorter than before
     */
    public int step(Predicate<SiteId> spared) {
        long number = next();
        next++;
        Segment segment = ring.get(number);
        if (begins(segment)) {
            inPiece = isPiece(segment);
            isSpared = inPiece && spared.test(MessageHeader.target(segment));
        }
        if (!inPiece) {
            return 0;
        }
        countedBytes -= number < counted ? segment.length() : 0;
        if (isSpared) {
            return 0;
        }
        Segment reduced = reduced(segment);
        ring.replace(number, reduced);
        return segment.length() - reduced.length();
    }

    /** Whether the segment, or the lack of one, ends what was before it. */
    private static boolean begins(Segment segment) {
        return segment == null || segment.lost() || segment.first();
    }

    private static boolean isPiece(Segment segment) {
        return segment != null && segment.headed() && MessageHeader.isAddressed(segment)
                && MessageHeader.kind(segment) == MessageHeader.STATE_PIECE;
    }

    private static Segment reduced(Segment segment) {
        int from = segment.offset();
        return new Segment(segment.flags(), segment.first()
                ? Arrays.copyOfRange(segment.array(), from, from + MessageHeader.length(segment)) : NOTHING);
    }
}
