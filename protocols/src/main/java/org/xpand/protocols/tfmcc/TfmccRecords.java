package org.xpand.protocols.tfmcc;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.xpand.protocols.rate.KeySearch;
import org.xpand.protocols.strategy.RateSourceStats;

/**
 * The receivers that reported last, in the order of their keys: a bounded number, for any size of the group. Not
 * thread-safe.
 */
final class TfmccRecords {
    private final int capacity;
    private final double longIntervals;
    private final ArrayList<TfmccRecord> records = new ArrayList<>();

    /**
     * @param longIntervals intervals of {@link org.xpand.protocols.rate.LongRunLoss}, or 0 for none
     */
    TfmccRecords(int capacity, double longIntervals) {
        this.capacity = capacity;
        this.longIntervals = longIntervals;
    }

    /** The record of this receiver, or null. */
    TfmccRecord find(long key) {
        int index = search(key);
        return index >= 0 ? records.get(index) : null;
    }

    /** Keeps a receiver that has not reported yet and is not known yet, if there is room. */
    void offer(TfmccRecord record) {
        if (records.size() < capacity) {
            records.add(-1 - search(record.key()), record);
        }
    }

    /** The record of a receiver that reports now: it replaces the one with the oldest report that is not needed. */
    TfmccRecord findOrAdd(long key, Predicate<TfmccRecord> needed) {
        int index = search(key);
        if (index >= 0) {
            return records.get(index);
        }
        if (records.size() == capacity) {
            records.remove(longestSilent(needed));
        }
        TfmccRecord record = new TfmccRecord(key, 0, longIntervals);
        records.add(-1 - search(key), record);
        return record;
    }

    /** Receivers known to have reported. */
    int reported() {
        int count = 0;
        for (int i = 0; i < records.size(); i++) {
            count += records.get(i).reported() ? 1 : 0;
        }
        return count;
    }

    /** Receivers that have reported since a time, and whose rate may be the least one by bad luck only, compared with this rate. */
    int contenders(double rate, long sinceNanos) {
        int count = 0;
        for (int i = 0; i < records.size(); i++) {
            count += records.get(i).contends(rate, sinceNanos) ? 1 : 0;
        }
        return count;
    }

    /** The longest RTT known, nanoseconds; 0 if none is. */
    long longestRttNanos() {
        long longest = 0;
        for (int i = 0; i < records.size(); i++) {
            longest = Math.max(longest, records.get(i).rttNanos(0));
        }
        return longest;
    }

    void remove(long key) {
        int index = search(key);
        if (index >= 0) {
            records.remove(index);
        }
    }

    List<RateSourceStats.Receiver> stats() {
        return records.stream().map(TfmccRecord::stats).toList();
    }

    private TfmccRecord longestSilent(Predicate<TfmccRecord> needed) {
        TfmccRecord oldest = null;
        for (TfmccRecord record : records) {
            if (!needed.test(record) && (oldest == null || isOlder(record, oldest))) {
                oldest = record;
            }
        }
        return oldest;
    }

    private static boolean isOlder(TfmccRecord one, TfmccRecord other) {
        if (!one.reported() || !other.reported()) {
            return other.reported();
        }
        return one.reportNanos() - other.reportNanos() < 0;
    }

    private int search(long key) {
        return KeySearch.search(records, TfmccRecord::key, key);
    }
}
