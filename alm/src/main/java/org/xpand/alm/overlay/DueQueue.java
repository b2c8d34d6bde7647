package org.xpand.alm.overlay;

import java.util.ArrayDeque;

/**
 * The objects that a loop drives, each with its {@link Due}: finds those that need a turn without looking at the others, so that a loop
 * with many groups pays for those with news only. Not thread-safe.
 *
 * @param <T> what the loop drives
 */
public final class DueQueue<T> {
    /** Those that need a turn, in the order in which that was found. */
    private final ArrayDeque<Due<T>> ready = new ArrayDeque<>();
    /** The others, by the time from which on they take part in a turn. */
    private final DueHeap<T> byTurn = new DueHeap<>(0, Due::turnNanos);
    /** The same, by the time at which the loop has to turn for them. */
    private final DueHeap<T> byDeadline = new DueHeap<>(1, Due::deadlineNanos);

    /**
     * Adds an object; it needs a turn at once.
     *
     * @param due the object's, in no other queue
     */
    public void add(Due<T> due) {
        due.changed();
        due.queue(this);
        addReady(due);
    }

    /**
     * Removes an object; nothing if it is not here.
     *
     * @param due the object's
     */
    public void remove(Due<T> due) {
        if (due.isIn(this)) {
            due.queue(null);
            if (due.isReady()) {
                ready.remove(due);
                due.ready(false);
            } else {
                removeWaiting(due);
            }
        }
    }

    /**
     * {@return how many need a turn now; a loop that gives just so many turns gives each at most one}
     *
     * @param nowNanos the time, nanoseconds of the loop's monotonic clock
     */
    public int ready(long nowNanos) {
        while (byTurn.least() <= nowNanos) {
            Due<T> due = byTurn.first();
            removeWaiting(due);
            addReady(due);
        }
        return ready.size();
    }

    /**
     * {@return the object that has needed a turn for the longest time, whose turn begins; null if none needs one}
     *
     * @param nowNanos the time, nanoseconds of the same clock
     */
    public T take(long nowNanos) {
        Due<T> due = ready.poll();
        if (due == null) {
            return null;
        }
        due.ready(false);
        due.begin(nowNanos);
        addWaiting(due);
        return due.owner();
    }

    /**
     * {@return when the loop has to turn, nanoseconds of the same clock: {@code nowNanos} if an object needs a turn already,
     * {@link Long#MAX_VALUE} for never}
     *
     * @param nowNanos the time, nanoseconds of the same clock
     */
    public long deadlineNanos(long nowNanos) {
        return ready.isEmpty() ? byDeadline.least() : nowNanos;
    }

    /** The time of an object's next turn has changed. */
    void moved(Due<T> due) {
        if (due.isReady()) {
            return;
        }
        if (due.turnNanos() == Due.AT_ONCE) {
            removeWaiting(due);
            addReady(due);
        } else {
            byTurn.moved(due);
            byDeadline.moved(due);
        }
    }

    private void addReady(Due<T> due) {
        due.ready(true);
        ready.add(due);
    }

    private void addWaiting(Due<T> due) {
        byTurn.add(due);
        byDeadline.add(due);
    }

    private void removeWaiting(Due<T> due) {
        byTurn.remove(due);
        byDeadline.remove(due);
    }
}
