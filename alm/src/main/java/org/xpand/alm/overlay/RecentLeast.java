package org.xpand.alm.overlay;

import java.util.Arrays;

/** The least value measured in the last minute. Not thread-safe. */
final class RecentLeast {
    /** How long a sample counts at least; a sixth longer at most. */
    static final long WINDOW_NANOS = 60_000_000_000L;

    private static final int PARTS = 6;
    private static final long PART_NANOS = WINDOW_NANOS / PARTS;

    private final long[] least = new long[PARTS + 1];
    private final long[] part = new long[PARTS + 1];
    private long last;

    RecentLeast() {
        forget();
    }

    /** Adds a sample. */
    void sample(long value, long nowNanos) {
        long number = Math.floorDiv(nowNanos, PART_NANOS);
        int slot = (int) Math.floorMod(number, PARTS + 1L);
        least[slot] = part[slot] == number ? Math.min(least[slot], value) : value;
        part[slot] = number;
        last = number;
    }

    /** The least of the minute that ends with the last sample; 0 if there was none. */
    long value() {
        long found = Long.MAX_VALUE;
        for (int i = 0; i < least.length; i++) {
            if (last - part[i] <= PARTS) {
                found = Math.min(found, least[i]);
            }
        }
        return found == Long.MAX_VALUE ? 0 : found;
    }

    /** Drops all samples. */
    void forget() {
        Arrays.fill(least, Long.MAX_VALUE);
        Arrays.fill(part, Long.MIN_VALUE / 2);
    }
}
