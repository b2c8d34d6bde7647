package org.xpand.alm.overlay;

/**
 * Whether one of many objects that a loop drives needs a turn: when it has news, at its own deadline, and now and then for
 * work without a deadline. With many groups most turns concern one of them; running all of them each time would cost more than
 * the work itself. Where many are busy each rests between its turns ({@link TurnSpacing}). Not thread-safe.
 */
public final class Due {
    /** Without a deadline it gets a turn this often if the loop turns. */
    private static final long REST_NANOS = 20_000_000;

    private boolean changed = true;
    private long deadlineNanos = Long.MAX_VALUE;
    private long restedNanos;
    private boolean rests;
    private long restEndsNanos;
    private long period;
    private int turns;
    private boolean busy;
    private boolean busyBefore;

    /** Has news: needs the next turn. */
    public void changed() {
        changed = true;
    }

    /**
     * {@return whether it needs a turn now}
     *
     * @param nowNanos the time, nanoseconds of the loop's monotonic clock
     */
    public boolean isDue(long nowNanos) {
        return (changed || deadlineNanos <= nowNanos || restedNanos <= nowNanos) && !(rests && nowNanos < restEndsNanos);
    }

    /**
     * Begins its turn, without a deadline for the next one; later news is for the next turn.
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
    }

    /** Counts a turn in this period of {@link TurnSpacing}; returns whether it is busy in it from this turn on, as it has taken so many. */
    boolean takesTurn(long now, int busyTurns) {
        if (period != now) {
            busyBefore = busy && period + 1 == now;
            busy = false;
            turns = 0;
            period = now;
        }
        turns++;
        boolean becomesBusy = !busy && turns >= busyTurns;
        busy |= becomesBusy;
        return becomesBusy;
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
        deadlineNanos = Math.min(deadlineNanos, deadline);
    }

    /** {@return when the loop has to turn for it, apart from news, in nanoseconds of the same clock; {@link Long#MAX_VALUE} for never} */
    public long deadlineNanos() {
        return !rests ? deadlineNanos : changed ? restEndsNanos : Math.max(deadlineNanos, restEndsNanos);
    }
}
