package org.xpand.alm.overlay;

/**
 * Whether one of many objects that a loop drives needs a turn: when it has news, at its own deadline, and now and then for
 * work without a deadline. With many groups most turns concern one of them; running all of them each time would cost more than
 * the work itself. A {@link DueQueue} finds those that need one. Where many are busy each rests between its turns
 * ({@link TurnSpacing}). Not thread-safe.
 *
 * @param <T> what the loop drives
 */
public final class Due<T> {
    /** {@link #turnNanos} of one with news that does not rest. */
    static final long AT_ONCE = Long.MIN_VALUE;
    /** Without a deadline it gets a turn this often if the loop turns. */
    private static final long REST_NANOS = 20_000_000;

    private final T owner;
    private final int[] places = new int[2];
    private DueQueue<T> queue;
    private boolean ready;
    private boolean changed = true;
    private long deadlineNanos = Long.MAX_VALUE;
    private long restedNanos;
    private boolean rests;
    private long restEndsNanos;
    private long period;
    private int turns;
    private boolean busy;
    private boolean busyBefore;

    /** @param owner the object */
    public Due(T owner) {
        this.owner = owner;
    }

    /** {@return the object} */
    public T owner() {
        return owner;
    }

    /** Has news: needs the next turn. */
    public void changed() {
        if (!changed) {
            changed = true;
            moved();
        }
    }

    private void moved() {
        if (queue != null) {
            queue.moved(this);
        }
    }

    /**
     * {@return whether it needs a turn now}
     *
     * @param nowNanos the time, nanoseconds of the loop's monotonic clock
     */
    public boolean isDue(long nowNanos) {
        return turnNanos() <= nowNanos;
    }

    /** From when on it needs a turn. */
    long turnNanos() {
        long unrested = changed ? AT_ONCE : Math.min(deadlineNanos, restedNanos);
        return rests ? Math.max(restEndsNanos, unrested) : unrested;
    }

    /**
     * Begins its turn, without a deadline for the next one; later news is for the next turn. For one in a queue, {@link DueQueue#take}
     * does it.
     *
     * @param nowNanos the time, nanoseconds of the loop's monotonic clock
     */
    public void begin(long nowNanos) {
        changed = false;
        deadlineNanos = Long.MAX_VALUE;
        restedNanos = nowNanos + REST_NANOS;
        rests = false;
    }

    /** Its turn has begun: it rests from now on, until this time. */
    void rest(long untilNanos) {
        rests = true;
        restEndsNanos = untilNanos;
        moved();
    }

    /** Counts a turn in this period of {@link TurnSpacing}; returns how many it has taken. */
    int takesTurn(long now) {
        if (period != now) {
            busyBefore = busy && period + 1 == now;
            busy = false;
            turns = 0;
            period = now;
        }
        turns++;
        return turns;
    }

    /** Is busy in the present period; returns whether it was not before. */
    boolean becomesBusy() {
        boolean becomes = !busy;
        busy = true;
        return becomes;
    }

    /** Whether it is busy in the present period, or was in the one before. */
    boolean isBusy() {
        return busy || busyBefore;
    }

    /**
     * Needs a turn at this time, or earlier if another call since the turn began said so.
     *
     * @param deadline the time, nanoseconds of the same clock; {@link Long#MAX_VALUE} for never
     */
    public void at(long deadline) {
        if (deadline < deadlineNanos) {
            deadlineNanos = deadline;
            moved();
        }
    }

    /** {@return when the loop has to turn for it, apart from news, in nanoseconds of the same clock; {@link Long#MAX_VALUE} for never} */
    public long deadlineNanos() {
        return !rests ? deadlineNanos : changed ? restEndsNanos : Math.max(deadlineNanos, restEndsNanos);
    }

    // For its queue.

    /** The queue that it is in from now on; null for none. */
    void queue(DueQueue<T> now) {
        queue = now;
    }

    // One queue is one object.
    @SuppressWarnings("ReferenceEquality")
    boolean isIn(DueQueue<T> other) {
        return queue == other;
    }

    /** Whether it is among those that need a turn now. */
    void ready(boolean now) {
        ready = now;
    }

    boolean isReady() {
        return ready;
    }

    /** Its places in the heaps of those that do not. */
    int[] places() {
        return places;
    }
}
