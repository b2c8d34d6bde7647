package org.xpand.protocols.tfmcc;

import java.util.Arrays;

/**
 * The keys of the receivers that a source takes into account, in order: all that it keeps of most of them, so that a report of any
 * other one can be refused. 8 bytes each, up to twice that while the array has room to grow. Not thread-safe.
 */
final class TfmccMembers {
    private long[] keys = new long[16];
    private int size;

    int size() {
        return size;
    }

    boolean contains(long key) {
        return Arrays.binarySearch(keys, 0, size, key) >= 0;
    }

    /** Adds a new key. */
    void add(long key) {
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, 2 * size);
        }
        int at = -1 - Arrays.binarySearch(keys, 0, size, key);
        System.arraycopy(keys, at, keys, at + 1, size - at);
        keys[at] = key;
        size++;
    }

    /** Removes a key; returns whether it was present. */
    boolean remove(long key) {
        int index = Arrays.binarySearch(keys, 0, size, key);
        if (index < 0) {
            return false;
        }
        System.arraycopy(keys, index + 1, keys, index, size - index - 1);
        size--;
        return true;
    }
}
