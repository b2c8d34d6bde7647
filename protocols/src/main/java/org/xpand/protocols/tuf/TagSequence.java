package org.xpand.protocols.tuf;

/**
 * The interleaved tags of one source, or of one of its layers (TUF §3.1, §3.1.1): a datagram of k parts that leaves at t
 * gets the k-th smallest of the tags whose turn was in ]t̂, t], where t̂ is the time of the previous datagram.
 *
 * <p>In each period T0 every tag has its turn once: tag I at the time T0 x for which I is x with the bits behind the
 * point in reverse order, so that 0, 1, 2, 3 have their turns at 0, 1/2, 1/4, 3/4. There are 2^32 turns in a period, and a turn
 * is identified by the number of turns since the sequence began: bits 0 to 31 of that number, reversed, are the tag.
 *
 * <p>Appendix A's algorithm is not used: it is misprinted. This one follows from the definition. Among the turns in
 * ]t̂, t], those divisible by 2^s have the smaller tags the larger s is, so it takes the largest s that leaves k of
 * them, and then fixes the bits of the tag from the highest on: 0 while enough even turns are left, else 1, until one turn
 * is left, whose bits are the rest. For k = 1 that is at once; never more than 64 steps of shifts and additions, no
 * allocation. Not thread-safe.
 */
final class TagSequence {
    private long last;
    private boolean begun;

    /**
     * The tag for a datagram, which uses up the turns until now.
     *
     * @param turn  the newest turn, not below that of the previous call
     * @param parts k = ⌈size/MTU⌉, at least 1
     * @return the tag, or {@link Tag#NONE} if there were fewer than k turns since the last datagram; those stay available
     */
    long next(long turn, long parts) {
        long tag = peek(turn, parts);
        if (tag != Tag.NONE) {
            last = turn;
            begun = true;
        }
        return tag;
    }

    /** The tag that {@link #next} would return, without using it up. */
    long peek(long turn, long parts) {
        // Before the first datagram a whole period of turns is unused.
        return begun ? smallest(last, turn, parts) : parts - 1;
    }

    /**
     * The first turn after the last datagram's that has a tag below a limit: there is one in each period for each such tag. The
     * tag's highest bits are those of the limit down to one where the limit has 1 and the tag 0; in turns those are the lowest bits,
     * so that each choice of that bit gives an arithmetic sequence.
     *
     * @param limit 1 or more
     */
    long firstBelow(long limit) {
        long from = begun ? last + 1 : 0;
        long distance = Long.MAX_VALUE;
        long low = 0;
        for (int bit = Tag.BITS - 1; bit >= 0; bit--) {
            if ((limit >> bit & 1) != 0) {
                long own = 1L << Tag.BITS - 1 - bit;
                distance = Math.min(distance, low - from & 2 * own - 1);
                low |= own;
            }
        }
        return from + distance;
    }

    /** The k-th smallest tag whose turn is in ]after, until]. */
    static long smallest(long after, long until, long k) {
        if (until - after < k) {
            return Tag.NONE;
        }
        if (until - after >= Tag.COUNT) {
            return k - 1;
        }
        // The highest bit in which the ends differ is the largest power of two with a multiple in between.
        int shift = Math.min(Tag.BITS, Long.SIZE - 1 - Long.numberOfLeadingZeros(after ^ until));
        while ((until >> shift) - (after >> shift) < k) {
            shift--;
        }
        return select(after >> shift, until >> shift, k, Tag.BITS - shift);
    }

    /** The k-th smallest of the numbers in ]after, until], with their lowest {@code bits} bits reversed. */
    private static long select(long after, long until, long k, int bits) {
        long low = after;
        long high = until;
        long rank = k;
        long tag = 0;
        int left = bits;
        while (high - low > 1) {
            left--;
            long even = (high >> 1) - (low >> 1);
            if (rank > even) {
                rank -= even;
                tag |= 1L << left;
                // 2i + 1 lies in ]low, high] if i lies in ](low − 1)/2, (high − 1)/2].
                low--;
                high--;
            }
            low >>= 1;
            high >>= 1;
        }
        // One number is left: its bits need no choice.
        return tag | Integer.toUnsignedLong(Integer.reverse((int) high)) >>> Tag.BITS - left;
    }
}
