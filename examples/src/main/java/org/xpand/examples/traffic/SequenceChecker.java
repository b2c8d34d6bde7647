package org.xpand.examples.traffic;

import java.util.Map;
import java.util.TreeMap;

/**
 * Checks one source's numbers: which are missing, duplicated, or after a later one. The first number received is the start of this
 * member's part of the stream. Counts which of the missing ones were reported to the member. Not thread-safe.
 *
 * <p>Its memory is bounded: of more than {@link #MAX_HOLES} separate runs of missing numbers the oldest are forgotten. They still
 * count as missing, and a number of them that arrives nevertheless counts as a duplicate.
 */
public final class SequenceChecker {
    /** How many runs of missing numbers are remembered. */
    static final int MAX_HOLES = 4096;

    /** Runs of missing numbers: from the key to before the value. */
    private final TreeMap<Long, Long> holes = new TreeMap<>();
    private boolean started;
    private long first;
    private long next;
    private long delivered;
    private long duplicates;
    private long reordered;
    private long missing;
    private long reported;
    /** Numbers after the last delivered one, in runs with a known end, that were reported as lost. */
    private long awaited;
    /** End of these runs; less than {@code next} if there are none. */
    private long reportedEnd;
    /** From here on everything up to the next delivered number was reported as lost; -1 if not. */
    private long openFrom = -1;

    /**
     * Records numbers that are reported as lost, in their place: after earlier deliveries, before later ones.
     *
     * @param from the first of them; -1 if unknown: then those after the last one that was delivered or reported
     * @param to   the last of them; -1 if unknown: then all before the next one that is delivered
     */
    public void reported(long from, long to) {
        if (!started || openFrom >= 0) {
            return;
        }
        long start = Math.max(from, Math.max(next, reportedEnd));
        if (to < 0) {
            openFrom = start;
        } else if (to >= start) {
            awaited += to + 1 - start;
            reportedEnd = to + 1;
        }
    }

    /** Records the number of a delivered message. */
    public void take(long number) {
        if (!started) {
            started = true;
            first = number;
            next = number;
        }
        if (number >= next) {
            skipTo(number);
            next = number + 1;
            delivered++;
        } else if (number < first) {
            addHole(number + 1, first);
            first = number;
            reordered++;
            delivered++;
        } else if (fill(number)) {
            reordered++;
            delivered++;
        } else {
            duplicates++;
        }
    }

    private void skipTo(long number) {
        if (number > next) {
            addHole(next, number);
            reported += Math.min(number - next, awaited + (openFrom < 0 ? 0 : Math.max(0, number - openFrom)));
        }
        awaited = 0;
        reportedEnd = 0;
        openFrom = -1;
    }

    private void addHole(long from, long to) {
        if (from < to) {
            missing += to - from;
            holes.put(from, to);
            if (holes.size() > MAX_HOLES) {
                holes.pollFirstEntry();
            }
        }
    }

    private boolean fill(long number) {
        Map.Entry<Long, Long> hole = holes.floorEntry(number);
        if (hole == null || number >= hole.getValue()) {
            return false;
        }
        holes.remove(hole.getKey());
        if (hole.getKey() < number) {
            holes.put(hole.getKey(), number);
        }
        if (number + 1 < hole.getValue()) {
            holes.put(number + 1, hole.getValue());
        }
        missing--;
        return true;
    }

    /** Returns the distinct numbers delivered. */
    public long delivered() {
        return delivered;
    }

    /** Returns the repeated deliveries. */
    public long duplicates() {
        return duplicates;
    }

    /** Returns the numbers delivered after a later one. */
    public long reordered() {
        return reordered;
    }

    /** Returns the numbers between the first and the last that were not delivered. */
    public long missing() {
        return missing;
    }

    /** Returns the {@linkplain #missing missing} ones that were reported to the member. */
    public long reportedMissing() {
        return Math.min(reported, missing);
    }

    /** Returns the lowest delivered number; -1 before there is one. */
    public long first() {
        return started ? first : -1;
    }

    /** Returns the highest delivered number; -1 before there is one. */
    public long last() {
        return started ? next - 1 : -1;
    }
}
