package org.xpand.protocols.wire;

import java.util.Arrays;

/**
 * The numbers that have arrived: each is accepted once, in any order within a span behind the highest; older ones count as
 * received. So a replayed or duplicated datagram is dropped before it has an effect. Where numbers are sealed, it is used for
 * authentic ones only. Not thread-safe.
 */
public final class ReplayWindow {
    private final long[] seen;
    private final int span;
    private long highest = -1;

    /**
     * @param span how far behind the highest a number may be, a power of two from 64 on
     * @throws IllegalArgumentException if it is not
     */
    public ReplayWindow(int span) {
        if (span < Long.SIZE || Integer.bitCount(span) != 1) {
            throw new IllegalArgumentException("span " + span + ": accepted are powers of two from " + Long.SIZE + " on");
        }
        this.span = span;
        this.seen = new long[span / Long.SIZE];
    }

    /**
     * A check that changes nothing, before a number is known to be authentic.
     *
     * @param number any number
     * @return whether it could be new
     */
    public boolean mayTake(long number) {
        return number > highest || number >= 0 && highest - number < span && (seen[word(number)] & 1L << number) == 0;
    }

    /**
     * Accepts a number.
     *
     * @param number any number; negative ones are never new
     * @return whether it is new
     */
    public boolean take(long number) {
        if (!mayTake(number)) {
            return false;
        }
        if (number > highest) {
            makeRoom(number);
            highest = number;
        }
        seen[word(number)] |= 1L << number;
        return true;
    }

    /** Moves the window up to this number. */
    private void makeRoom(long number) {
        if (number - span >= highest) {
            Arrays.fill(seen, 0);
            return;
        }
        for (long passed = highest + 1; passed <= number; passed++) {
            seen[word(passed)] &= ~(1L << passed);
        }
    }

    private int word(long number) {
        return (int) (number & span - 1) / Long.SIZE;
    }
}
