package org.xpand.protocols.seal;

/**
 * Which numbers of one key have come: each is taken once, in any order within {@value #SIZE} of the highest. To be told only of
 * numbers that are authentic. Not thread-safe.
 */
public final class ReplayWindow {
    /** How far behind the highest a number may be. */
    public static final int SIZE = 2048;

    private final long[] seen = new long[SIZE / Long.SIZE];
    private long highest = -1;

    /** Whether a number could be new; a cheap look before it is opened. */
    public boolean mayTake(long number) {
        return number > highest || number >= 0 && highest - number < SIZE && (seen[word(number)] & bit(number)) == 0;
    }

    /** Takes a number; answers whether it is new. */
    public boolean take(long number) {
        if (!mayTake(number)) {
            return false;
        }
        if (number > highest) {
            clear(number);
            highest = number;
        }
        seen[word(number)] |= bit(number);
        return true;
    }

    /** What leaves the window makes room for the numbers up to this. */
    private void clear(long number) {
        long fresh = Math.min(number - highest, SIZE);
        for (long i = 0; i < fresh; i++) {
            seen[word(number - i)] &= ~bit(number - i);
        }
    }

    private static int word(long number) {
        return (int) (number / Long.SIZE % (SIZE / Long.SIZE));
    }

    private static long bit(long number) {
        return 1L << (number % Long.SIZE);
    }
}
