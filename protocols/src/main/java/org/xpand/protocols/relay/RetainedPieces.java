package org.xpand.protocols.relay;

import org.xpand.protocols.segment.SegmentRing;
import org.xpand.protocols.segment.StatePieces;

/**
 * The pieces of states in a sender's retention. While a site is away the older ones are reduced, as the delegate does before it drops
 * anything; otherwise the sender would have to stop for what only that site lacks and does not need. Not thread-safe.
 */
final class RetainedPieces {
    /** Pieces stay whole in the newest part of the retention: their members may lack them. */
    private static final int NEWEST_PARTS = 8;

    private final SegmentRing ring;
    private final StatePieces pieces;
    private final long mostBytes;
    /** Size of the retained segments that {@link #pieces} has passed. */
    private long passedBytes;

    /**
     * @param ring      the sender's segments
     * @param mostBytes the retention beyond which pieces are reduced
     */
    RetainedPieces(SegmentRing ring, long mostBytes) {
        this.ring = ring;
        this.pieces = new StatePieces(ring);
        this.mostBytes = mostBytes;
    }

    /**
     * Reduces pieces if more is retained than the bound.
     *
     * @param retained size of the retained segments: those from {@code stable} on that the token bucket has taken
     * @param sent     the segments below this number have been sent
     * @return how much less is retained
     */
    long reduce(long retained, long stable, long sent) {
        long left = retained;
        while (left >= mostBytes && pieces.next() < sent && left - passedBytes > mostBytes / NEWEST_PARTS) {
            long number = pieces.next();
            int cost = ring.get(number).cost();
            int saved = pieces.step(site -> false);
            if (number >= stable) {
                left -= saved;
                passedBytes += cost - saved;
            }
        }
        return retained - left;
    }

    /** A segment that was retained is stable. */
    void stable(long number) {
        if (number < pieces.next()) {
            passedBytes -= ring.get(number).cost();
        }
    }
}
