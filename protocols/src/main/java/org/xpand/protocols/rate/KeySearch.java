package org.xpand.protocols.rate;

import java.util.List;
import java.util.function.ToLongFunction;

/** Binary search in lists that are ordered by a key that is a number, as those of receivers are. Thread-safe. */
public final class KeySearch {
    private KeySearch() {
    }

    /**
     * Searches a list.
     *
     * @param <T>   type of the elements
     * @param list  ordered by rising keys, each of which it has once
     * @param keyOf the key of an element; not capturing, if the search must not allocate
     * @param key   the key to search
     * @return the index of its element; if there is none, -1 - the index at which it is to be inserted
     */
    public static <T> int search(List<T> list, ToLongFunction<? super T> keyOf, long key) {
        int low = 0;
        int high = list.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = Long.compare(keyOf.applyAsLong(list.get(middle)), key);
            if (order == 0) {
                return middle;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1 - low;
    }
}
