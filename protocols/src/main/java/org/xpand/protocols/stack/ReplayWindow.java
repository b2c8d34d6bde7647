package org.xpand.protocols.stack;

import java.util.Arrays;

/**
 * Tells which numbers of one incoming number stream have been seen, over the last {@value #SPAN} numbers; older ones
 * count as seen. So a replayed or duplicated datagram is dropped before it reaches a layer.
 */
public final class ReplayWindow {
    /** How far behind the newest number a late packet is still accepted. */
    public static final int SPAN = 4096;

    private final long[] bits = new long[SPAN / Long.SIZE];
    private long newest = -1;

    /** Marks a number as seen; answers false if it was seen before or is too old to tell. */
    public boolean accept(long number) {
        if (number < 0) {
            return false;
        }
        if (number > newest) {
            if (number - SPAN >= newest) {
                Arrays.fill(bits, 0);
            } else {
                for (long passed = newest + 1; passed < number; passed++) {
                    clear(passed);
                }
            }
            newest = number;
            set(number);
            return true;
        }
        if (newest - number >= SPAN || isSet(number)) {
            return false;
        }
        set(number);
        return true;
    }

    private void set(long number) {
        bits[word(number)] |= 1L << number;
    }

    private void clear(long number) {
        bits[word(number)] &= ~(1L << number);
    }

    private boolean isSet(long number) {
        return (bits[word(number)] & 1L << number) != 0;
    }

    private static int word(long number) {
        return (int) (number & SPAN - 1) >>> 6;
    }
}
