package org.xpand.simulator;

import java.util.Arrays;
import java.util.Objects;

/**
 * Virtual time and its events. Events run in the order of their times; events of the same time run in the order
 * in which they were scheduled. Time is in nanoseconds, advances only when an event runs or a run ends, and is compared by
 * subtraction, so that it may start at any value, as {@link System#nanoTime()} does, as long as all times are within
 * 292 years of each other.
 *
 * <p>The number of events scheduled over the queue's life is limited, so that a protocol that schedules for ever ends
 * with an error instead of blocking its test. For one thread.
 */
public final class EventQueue {
    /** Default limit of scheduled events: some minutes of work. */
    public static final long DEFAULT_EVENT_LIMIT = 1_000_000_000L;

    private static final int INITIAL_CAPACITY = 256;
    private static final int ARITY = 4;

    private final long eventLimit;
    /** A heap whose nodes have {@link #ARITY} children, its keys beside the events so that comparing stays in cache. */
    private long[] times = new long[INITIAL_CAPACITY];
    private long[] orders = new long[INITIAL_CAPACITY];
    private Event[] events = new Event[INITIAL_CAPACITY];
    private int size;
    private long now;
    private long scheduled;
    private boolean running;

    /** Creates a queue that starts at time 0 and accepts {@link #DEFAULT_EVENT_LIMIT} events. */
    public EventQueue() {
        this(0, DEFAULT_EVENT_LIMIT);
    }

    /**
     * @param startNanos the first value of {@link #now()}
     * @param eventLimit how many events may be scheduled in total, at least 1
     * @throws IllegalArgumentException if the limit is below 1
     */
    public EventQueue(long startNanos, long eventLimit) {
        if (eventLimit < 1) {
            throw new IllegalArgumentException("event limit is " + eventLimit + ": accepted is 1 or more");
        }
        this.now = startNanos;
        this.eventLimit = eventLimit;
    }

    /** The virtual time in nanoseconds; inside an event its time. */
    public long now() {
        return now;
    }

    /** Events scheduled and neither run nor cancelled. */
    public int pending() {
        return size;
    }

    /**
     * Schedules an action. A time in the past means now: the action then runs after the events already scheduled for
     * now.
     *
     * @return the event, to cancel it
     * @throws IllegalStateException if the queue's limit of events is reached
     */
    public Event schedule(long atNanos, Runnable action) {
        Event event = new Event(this, action);
        add(event, atNanos);
        return event;
    }

    /** Creates an event that is not scheduled yet, see {@link Event#schedule}. */
    public Event timer(Runnable action) {
        return new Event(this, action);
    }

    /**
     * Runs all events up to and including this time, also those that they schedule, and leaves the time there. An
     * exception of an event ends the run at that event; the run can be continued.
     *
     * @return how many events ran
     * @throws IllegalArgumentException if the time has passed
     * @throws IllegalStateException    if called from inside an event
     */
    public long runUntil(long untilNanos) {
        if (untilNanos - now < 0) {
            throw new IllegalArgumentException("cannot run until " + untilNanos + " ns: it is " + now + " ns already");
        }
        enter();
        long count = 0;
        try {
            while (size > 0 && times[0] - untilNanos <= 0) {
                runFirst();
                count++;
            }
            now = untilNanos;
        } finally {
            running = false;
        }
        return count;
    }

    /**
     * Runs until no event is left; the time stays at that of the last event. An exception of an event ends the run at that
     * event; the run can be continued.
     *
     * @return how many events ran
     * @throws IllegalStateException if called from inside an event, or if the events do not end within the
     *                               queue's limit
     */
    public long runUntilIdle() {
        enter();
        long count = 0;
        try {
            while (size > 0) {
                runFirst();
                count++;
            }
        } finally {
            running = false;
        }
        return count;
    }

    private void enter() {
        if (running) {
            throw new IllegalStateException("an event cannot run the queue it runs in");
        }
        running = true;
    }

    private void runFirst() {
        Event first = events[0];
        now = times[0];
        remove(0);
        first.action.run();
    }

    private void add(Event event, long atNanos) {
        if (scheduled == eventLimit) {
            throw new IllegalStateException("the limit of " + eventLimit + " events is reached at virtual time " + now
                    + " ns with " + size + " pending: the simulation does not come to rest, or needs a higher limit");
        }
        if (size == events.length) {
            times = Arrays.copyOf(times, size * 2);
            orders = Arrays.copyOf(orders, size * 2);
            events = Arrays.copyOf(events, size * 2);
        }
        event.atNanos = atNanos - now < 0 ? now : atNanos;
        siftUp(size++, event, event.atNanos, scheduled++);
    }

    private void remove(int index) {
        events[index].index = Event.NOT_QUEUED;
        int lastIndex = --size;
        Event last = events[lastIndex];
        events[lastIndex] = null;
        if (index == lastIndex) {
            return;
        }
        long time = times[lastIndex];
        long order = orders[lastIndex];
        if (index > 0 && isBefore(time, order, (index - 1) / ARITY)) {
            siftUp(index, last, time, order);
        } else {
            siftDown(index, last, time, order);
        }
    }

    private void siftUp(int from, Event event, long time, long order) {
        int index = from;
        while (index > 0) {
            int parent = (index - 1) / ARITY;
            if (!isBefore(time, order, parent)) {
                break;
            }
            place(index, events[parent], times[parent], orders[parent]);
            index = parent;
        }
        place(index, event, time, order);
    }

    private void siftDown(int from, Event event, long time, long order) {
        int index = from;
        while (true) {
            int first = ARITY * index + 1;
            if (first >= size) {
                break;
            }
            int least = first;
            int end = Math.min(first + ARITY, size);
            for (int child = first + 1; child < end; child++) {
                if (isBefore(times[child], orders[child], least)) {
                    least = child;
                }
            }
            if (isBefore(time, order, least)) {
                break;
            }
            place(index, events[least], times[least], orders[least]);
            index = least;
        }
        place(index, event, time, order);
    }

    private boolean isBefore(long time, long order, int other) {
        long difference = time - times[other];
        return difference != 0 ? difference < 0 : order < orders[other];
    }

    private void place(int index, Event event, long time, long order) {
        events[index] = event;
        times[index] = time;
        orders[index] = order;
        event.index = index;
    }

    /** A scheduled action, until it is cancelled. It can be scheduled again at any time. */
    public static final class Event {
        private static final int NOT_QUEUED = -1;

        private final EventQueue queue;
        private final Runnable action;
        private long atNanos;
        private int index = NOT_QUEUED;

        private Event(EventQueue queue, Runnable action) {
            this.queue = queue;
            this.action = Objects.requireNonNull(action, "action");
        }

        /** The time for which it is or was last scheduled; 0 if it was never scheduled. */
        public long atNanos() {
            return atNanos;
        }

        /** Whether it is scheduled and has not begun to run. */
        public boolean isPending() {
            return index != NOT_QUEUED;
        }

        /**
         * Schedules it, or changes its time if it is pending already. A time in the past means now. Nothing is
         * allocated: for timers that run repeatedly.
         *
         * @throws IllegalStateException if the queue's limit of events is reached
         */
        public void schedule(long nanos) {
            cancel();
            queue.add(this, nanos);
        }

        /**
         * Cancels the event.
         *
         * @return whether it was still pending; otherwise nothing changes
         */
        public boolean cancel() {
            if (!isPending()) {
                return false;
            }
            queue.remove(index);
            return true;
        }
    }
}
