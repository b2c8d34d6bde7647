package org.xpand.alm.overlay;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** Binary heap whose elements know their place, so that one whose key has changed is moved. Not thread-safe. */
final class DueHeap<T> {
    private final List<Due<T>> elements = new ArrayList<>();
    private final ToLongFunction<Due<T>> key;
    private final int which;

    /** @param which of the {@link Due#places} is the one in this heap */
    DueHeap(int which, ToLongFunction<Due<T>> key) {
        this.which = which;
        this.key = key;
    }

    /** The least key; {@link Long#MAX_VALUE} if there is no element. */
    long least() {
        return elements.isEmpty() ? Long.MAX_VALUE : key.applyAsLong(elements.get(0));
    }

    Due<T> first() {
        return elements.get(0);
    }

    void add(Due<T> due) {
        elements.add(due);
        due.places()[which] = elements.size() - 1;
        up(due);
    }

    void remove(Due<T> due) {
        Due<T> last = elements.remove(elements.size() - 1);
        if (last != due) {
            put(due.places()[which], last);
            moved(last);
        }
    }

    /** The key of an element has changed. */
    void moved(Due<T> due) {
        up(due);
        down(due);
    }

    private void up(Due<T> due) {
        int place = due.places()[which];
        long own = key.applyAsLong(due);
        while (place > 0) {
            Due<T> above = elements.get((place - 1) / 2);
            if (key.applyAsLong(above) <= own) {
                break;
            }
            put(place, above);
            place = (place - 1) / 2;
        }
        put(place, due);
    }

    private void down(Due<T> due) {
        int place = due.places()[which];
        long own = key.applyAsLong(due);
        for (int below = 2 * place + 1; below < elements.size(); below = 2 * place + 1) {
            if (below + 1 < elements.size() && key.applyAsLong(elements.get(below + 1)) < key.applyAsLong(elements.get(below))) {
                below++;
            }
            Due<T> least = elements.get(below);
            if (key.applyAsLong(least) >= own) {
                break;
            }
            put(place, least);
            place = below;
        }
        put(place, due);
    }

    private void put(int place, Due<T> due) {
        elements.set(place, due);
        due.places()[which] = place;
    }
}
