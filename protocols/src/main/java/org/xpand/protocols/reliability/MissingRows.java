package org.xpand.protocols.reliability;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.wire.WireWriter;

/**
 * The segments of one sender that are known to exist and are missing, in rows of consecutive numbers. A row costs the same however
 * long it is, and only a segment that arrives divides one: so no site can make a receiver hold more than
 * in proportion to what it was sent. Not thread-safe.
 */
final class MissingRows {
    /** Most numbers in a range of a request. */
    private static final int MAX_RANGE = 0xFFFF;
    /** After so many requests without the arrival of a later segment, the requests were made before the segments were sent. */
    private static final int TOO_EARLY_TRIES = 2;

    private final TreeMap<Long, Row> rows = new TreeMap<>();
    private long count;
    private long dueNanos = Long.MAX_VALUE;
    private long below = Long.MAX_VALUE;

    /** Numbers from the key in the map to before {@code end}. */
    private static final class Row {
        private final long end;
        private final long dueNanos;
        private final int tries;

        private Row(long end, long dueNanos, int tries) {
            this.end = end;
            this.dueNanos = dueNanos;
            this.tries = tries;
        }
    }

    /** Adds missing numbers from {@code first} to before {@code end}, which are above all other missing ones. */
    void add(long first, long end, long due) {
        if (first < end) {
            put(first, end, due, 0);
            dueNanos = first < below ? Math.min(dueNanos, due) : dueNanos;
        }
    }

    /** Limits requests to numbers below this one; without this call there is no limit. */
    void requestBelow(long number) {
        // Called for each announcement of progress, mostly while nothing is missing.
        if (!rows.isEmpty()) {
            Long first = rows.floorKey(below);
            for (Row row : rows.subMap(first == null ? below : first, Math.max(number, below)).values()) {
                dueNanos = Math.min(dueNanos, row.dueNanos);
            }
        }
        below = number;
    }

    private void put(long first, long end, long due, int tries) {
        if (first < end) {
            rows.put(first, new Row(end, due, tries));
            count += end - first;
        }
    }

    /** A segment arrived. */
    void remove(long number) {
        Map.Entry<Long, Row> entry = rows.floorEntry(number);
        if (entry != null && number < entry.getValue().end) {
            Row row = take(entry.getKey());
            put(entry.getKey(), number, row.dueNanos, row.tries);
            put(number + 1, row.end, row.dueNanos, row.tries);
        }
    }

    /**
     * A segment sent after these numbers arrived for the first time: only now is it certain that they were sent. Requests for
     * numbers requested in vain before start anew, without the long wait after many tries.
     *
     * @param due when to request them, unless that is due soon anyway
     */
    void sent(long first, long end, long due) {
        Long from = rows.floorKey(first);
        for (long key : List.copyOf(rows.subMap(from == null ? first : from, end).keySet())) {
            Row row = rows.get(key);
            if (row.tries >= TOO_EARLY_TRIES && row.end > first) {
                take(key);
                put(key, first, row.dueNanos, row.tries);
                put(Math.max(key, first), Math.min(row.end, end), Math.min(due, row.dueNanos), 0);
                put(end, row.end, row.dueNanos, row.tries);
                dueNanos = first < below ? Math.min(dueNanos, due) : dueNanos;
            }
        }
    }

    private Row take(long first) {
        Row row = rows.remove(first);
        count -= row.end - first;
        return row;
    }

    /** Nothing below this number is wanted any longer. */
    void dropBelow(long number) {
        while (!rows.isEmpty() && rows.firstKey() < number) {
            long first = rows.firstKey();
            Row row = take(first);
            put(Math.max(first, number), row.end, row.dueNanos, row.tries);
        }
    }

    /** Nothing from this number on is wanted any longer. */
    void dropFrom(long number) {
        while (!rows.isEmpty() && rows.lastEntry().getValue().end > number) {
            long first = rows.lastKey();
            Row row = take(first);
            put(first, Math.min(row.end, number), row.dueNanos, row.tries);
        }
    }

    void clear() {
        rows.clear();
        count = 0;
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    /** The first number, or {@link Long#MAX_VALUE}. */
    long first() {
        return rows.isEmpty() ? Long.MAX_VALUE : rows.firstKey();
    }

    /** The first number of each row, and the number after its last. */
    SortedMap<Long, Long> rows() {
        TreeMap<Long, Long> all = new TreeMap<>();
        rows.forEach((first, row) -> all.put(first, row.end));
        return all;
    }

    /** The number of missing segments. */
    long count() {
        return count;
    }

    /** When one of them is to be requested, or a little before; {@link Long#MAX_VALUE} if none is missing. */
    long dueNanos() {
        return rows.isEmpty() ? Long.MAX_VALUE : dueNanos;
    }

    /**
     * Writes ranges of segments whose request is due, as far as there is room.
     *
     * @param waitNanos how long to wait before the next request, by the number of earlier requests
     * @return how many numbers were written
     */
    int writeDue(SenderId sender, WireWriter out, IntToLongFunction waitNanos, long nowNanos) {
        int requested = 0;
        long first = -1;
        int length = 0;
        long earliest = Long.MAX_VALUE;
        List<Long> keys = new ArrayList<>(rows.keySet());
        for (long key : keys) {
            Row row = rows.get(key);
            long from = key;
            long end = Math.min(row.end, below);
            while (row.dueNanos <= nowNanos && from < end) {
                boolean extendsRange = length > 0 && from == first + length && length < MAX_RANGE;
                if (!extendsRange) {
                    if (out.remaining() < (length > 0 ? 2 : 1) * FrameType.NAK_ENTRY_LENGTH) {
                        break;
                    }
                    writeRange(sender, out, first, length);
                    first = from;
                    length = 0;
                }
                int taken = (int) Math.min(end - from, MAX_RANGE - length);
                length += taken;
                requested += taken;
                from += taken;
            }
            if (from > key) {
                take(key);
                long again = nowNanos + waitNanos.applyAsLong(row.tries);
                put(key, from, again, row.tries + 1);
                put(from, row.end, row.dueNanos, row.tries);
                earliest = Math.min(earliest, again);
            }
            if (from < end) {
                earliest = Math.min(earliest, row.dueNanos);
            }
            if (row.dueNanos <= nowNanos && from < row.end) {
                break;
            }
        }
        writeRange(sender, out, first, length);
        dueNanos = earliest;
        return requested;
    }

    private static void writeRange(SenderId sender, WireWriter out, long first, int length) {
        if (length > 0) {
            out.putSender(sender).putLong(first).putShort(length);
        }
    }
}
