package org.xpand.examples.traffic;

import java.util.Map;
import java.util.TreeMap;

/**
 * Follows one source's numbers: which are missing, which came twice, which came behind a later one. The first number
 * seen is where this member's part of the stream starts. Not thread-safe.
 *
 * <p>Its memory is bounded: of more than {@link #MAX_HOLES} separate runs of missing numbers the oldest are forgotten.
 * They stay counted as missing, and a number of them that comes after all counts as a duplicate.
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

    /** Takes the number of a message that was delivered. */
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
        }
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

    /** Different numbers delivered. */
    public long delivered() {
        return delivered;
    }

    /** Deliveries of a number that had been delivered. */
    public long duplicates() {
        return duplicates;
    }

    /** Numbers delivered behind a later one. */
    public long reordered() {
        return reordered;
    }

    /** Numbers between the first and the last that were not delivered. */
    public long missing() {
        return missing;
    }

    /** The least number delivered; -1 before there is one. */
    public long first() {
        return started ? first : -1;
    }

    /** The greatest number delivered; -1 before there is one. */
    public long last() {
        return started ? next - 1 : -1;
    }
}
