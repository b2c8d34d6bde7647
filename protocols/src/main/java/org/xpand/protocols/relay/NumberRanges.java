package org.xpand.protocols.relay;

import java.util.Map;
import java.util.TreeMap;

/** Ranges of segment numbers, which grow together where they touch. Beyond a bound the lowest are dropped. Not thread-safe. */
final class NumberRanges {
    private static final int MOST = 64;

    /** By the first number of each: the number after its last. */
    private final TreeMap<Long, Long> ends = new TreeMap<>();

    /** Adds the numbers from {@code first} to before {@code end}; nothing if there are none. */
    void add(long first, long end) {
        if (end <= first) {
            return;
        }
        long from = first;
        long to = end;
        for (Map.Entry<Long, Long> each = ends.floorEntry(to); each != null && each.getValue() >= from; each = ends.floorEntry(to)) {
            from = Math.min(from, each.getKey());
            to = Math.max(to, each.getValue());
            ends.remove(each.getKey());
        }
        ends.put(from, to);
        if (ends.size() > MOST) {
            ends.pollFirstEntry();
        }
    }

    boolean contains(long number) {
        return endAfter(number) > number;
    }

    /** The number after the range that a number is in; the number itself if it is in none. */
    long endAfter(long number) {
        Map.Entry<Long, Long> range = ends.floorEntry(number);
        return range == null ? number : Math.max(number, range.getValue());
    }
}
