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
    /** When a repair arrived last, if any did. */
    private long repairedNanos = Long.MIN_VALUE;
    /** How long to wait after that for the others. */
    private long soonNanos;
    /** The others below this number were certainly sent, and so can be repaired. */
    private long sentBelow;

    /**
     * Numbers from the key in the map to before {@code end}.
     *
     * @param end            number after the last
     * @param dueNanos       when to request them
     * @param tries          how often they have been requested
     * @param requestedNanos when they were requested last, if ever
     */
    private record Row(long end, long dueNanos, int tries, long requestedNanos) {
        private Row(long end, long dueNanos) {
            this(end, dueNanos, 0, Long.MAX_VALUE);
        }

        private Row upTo(long number) {
            return new Row(Math.min(end, number), dueNanos, tries, requestedNanos);
        }
    }

    /** Adds missing numbers from {@code first} to before {@code end}, which are above all other missing ones. */
    void add(long first, long end, long due) {
        if (first < end) {
            put(first, new Row(end, due));
            dueNanos = first < below ? Math.min(dueNanos, due) : dueNanos;
        }
    }

    /** Limits requests to numbers below this one; without this call there is no limit. */
    void requestBelow(long number) {
        // Called for each announcement of progress, mostly while nothing is missing.
        if (!rows.isEmpty()) {
            Long first = rows.floorKey(below);
            rows.subMap(first == null ? below : first, Math.max(number, below)).forEach((from, row) ->
                    dueNanos = Math.min(dueNanos, dueNanos(from, row)));
        }
        below = number;
    }

    private void put(long first, Row row) {
        if (first < row.end) {
            rows.put(first, row);
            count += row.end - first;
        }
    }

    /**
     * A segment arrived that may be a repair.
     *
     * @param sentEnd a number below which all were certainly sent
     */
    void repaired(long number, long sentEnd, long nowNanos) {
        if (remove(number)) {
            sentBelow = sentEnd;
            repairedNanos = nowNanos;
            dueNanos = Math.min(dueNanos, nowNanos + soonNanos);
        }
    }

    /**
     * A segment arrived.
     *
     * @return whether it was missing and had been requested
     */
    boolean remove(long number) {
        Map.Entry<Long, Row> entry = rows.floorEntry(number);
        if (entry == null || number >= entry.getValue().end) {
            return false;
        }
        Row row = take(entry.getKey());
        put(entry.getKey(), row.upTo(number));
        put(number + 1, row);
        return row.tries > 0;
    }

    /**
     * Whether repairs have arrived since these were requested: the site that is asked works at the requests, so that the wait after the last
     * repair is a short one, however often these were requested before. What may never have been sent is no concern of that: whoever announces
     * segments that do not exist would be asked for them at every repair.
     */
    private boolean isWorkedAt(long first, Row row) {
        return row.requestedNanos < repairedNanos && first < sentBelow;
    }

    private long dueNanos(long first, Row row) {
        return isWorkedAt(first, row) ? Math.min(row.dueNanos, repairedNanos + soonNanos) : row.dueNanos;
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
                put(key, row.upTo(first));
                put(Math.max(key, first), new Row(Math.min(row.end, end), Math.min(due, row.dueNanos)));
                put(end, row);
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
            put(Math.max(first, number), row);
        }
    }

    /** Nothing from this number on is wanted any longer. */
    void dropFrom(long number) {
        while (!rows.isEmpty() && rows.lastEntry().getValue().end > number) {
            long first = rows.lastKey();
            Row row = take(first);
            put(first, row.upTo(number));
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
        soonNanos = waitNanos.applyAsLong(0);
        int requested = 0;
        long first = -1;
        int length = 0;
        long earliest = Long.MAX_VALUE;
        List<Long> keys = new ArrayList<>(rows.keySet());
        for (long key : keys) {
            Row row = rows.get(key);
            long from = key;
            long end = Math.min(row.end, below);
            long due = dueNanos(key, row);
            while (due <= nowNanos && from < end) {
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
                int tries = isWorkedAt(key, row) ? 0 : row.tries;
                long again = nowNanos + waitNanos.applyAsLong(tries);
                put(key, new Row(from, again, tries + 1, nowNanos));
                put(from, row);
                earliest = Math.min(earliest, again);
            }
            if (from < end) {
                earliest = Math.min(earliest, due);
            }
            if (due <= nowNanos && from < row.end) {
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
