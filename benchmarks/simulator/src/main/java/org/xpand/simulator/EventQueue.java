package org.xpand.simulator;

import java.util.Arrays;
import java.util.Objects;

/**
 * Virtual time and what happens in it. Events run in the order of their times; events of the same time run in the order
 * in which they were scheduled. Time is in nanoseconds, moves only when an event runs or a run ends, and is compared by
 * subtraction, so that it may start anywhere, as {@link System#nanoTime()} does, as long as all times lie within
 * 292 years of each other.
 *
 * <p>The number of events scheduled over the queue's life is limited, so that a protocol that schedules for ever ends
 * with an error instead of hanging its test. For one thread.
 */
public final class EventQueue {
    /** Events that may be scheduled unless another limit is given: some minutes of work. */
    public static final long DEFAULT_EVENT_LIMIT = 1_000_000_000L;

    private static final int INITIAL_CAPACITY = 256;

    private final long eventLimit;
    private Event[] heap = new Event[INITIAL_CAPACITY];
    private int size;
    private long now;
    private long scheduled;
    private boolean running;

    /** A queue that starts at time 0 and takes {@link #DEFAULT_EVENT_LIMIT} events. */
    public EventQueue() {
        this(0, DEFAULT_EVENT_LIMIT);
    }

    /**
     * @param startNanos the first value of {@link #now()}
     * @param eventLimit how many events may be scheduled in all, at least 1
     * @throws IllegalArgumentException if the limit is below 1
     */
    public EventQueue(long startNanos, long eventLimit) {
        if (eventLimit < 1) {
            throw new IllegalArgumentException("event limit is " + eventLimit + ": accepted is 1 or more");
        }
        this.now = startNanos;
        this.eventLimit = eventLimit;
    }

    /** The virtual time in nanoseconds: inside an event, the event's. */
    public long now() {
        return now;
    }

    /** Events scheduled and neither run nor cancelled. */
    public int pending() {
        return size;
    }

    /**
     * Schedules an action. A time that has passed means now: the action then runs after the events already there for
     * now.
     *
     * @return the event, to cancel it
     * @throws IllegalStateException if the queue's limit of events is reached
     */
    public Event schedule(long atNanos, Runnable action) {
        Objects.requireNonNull(action, "action");
        if (scheduled == eventLimit) {
            throw new IllegalStateException("the limit of " + eventLimit + " events is reached at virtual time " + now
                    + " ns with " + size + " pending: the simulation does not come to rest, or needs a higher limit");
        }
        Event event = new Event(this, atNanos - now < 0 ? now : atNanos, scheduled++, action);
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, size * 2);
        }
        siftUp(size++, event);
        return event;
    }

    /**
     * Runs all events up to and including this time, those they schedule included, and leaves the time there. An
     * exception of an event ends the run at that event; the run can be taken up again.
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
            while (size > 0 && heap[0].atNanos - untilNanos <= 0) {
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
     * Runs until no event is left; the time stays at the last event's. An exception of an event ends the run at that
     * event; the run can be taken up again.
     *
     * @return how many events ran
     * @throws IllegalStateException if called from inside an event, or if the events do not come to an end within the
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
        Event first = heap[0];
        remove(0);
        now = first.atNanos;
        Runnable action = first.action;
        first.action = null;
        action.run();
    }

    private void remove(int index) {
        heap[index].index = Event.NOT_QUEUED;
        Event last = heap[--size];
        heap[size] = null;
        if (index == size) {
            return;
        }
        if (index > 0 && last.isBefore(heap[(index - 1) >>> 1])) {
            siftUp(index, last);
        } else {
            siftDown(index, last);
        }
    }

    private void siftUp(int from, Event event) {
        int index = from;
        while (index > 0) {
            int parent = (index - 1) >>> 1;
            if (!event.isBefore(heap[parent])) {
                break;
            }
            place(index, heap[parent]);
            index = parent;
        }
        place(index, event);
    }

    private void siftDown(int from, Event event) {
        int index = from;
        int half = size >>> 1;
        while (index < half) {
            int child = 2 * index + 1;
            if (child + 1 < size && heap[child + 1].isBefore(heap[child])) {
                child++;
            }
            if (!heap[child].isBefore(event)) {
                break;
            }
            place(index, heap[child]);
            index = child;
        }
        place(index, event);
    }

    private void place(int index, Event event) {
        heap[index] = event;
        event.index = index;
    }

    /** Something that is going to happen, as long as it is not cancelled. */
    public static final class Event {
        private static final int NOT_QUEUED = -1;

        private final EventQueue queue;
        private final long atNanos;
        private final long order;
        private Runnable action;
        private int index;

        private Event(EventQueue queue, long atNanos, long order, Runnable action) {
            this.queue = queue;
            this.atNanos = atNanos;
            this.order = order;
            this.action = action;
        }

        /** When it runs, in the queue's time. */
        public long atNanos() {
            return atNanos;
        }

        /** Whether it is still going to run; no longer so from the moment it begins to. */
        public boolean isPending() {
            return index != NOT_QUEUED;
        }

        /**
         * Takes the event back.
         *
         * @return whether it was still pending; otherwise nothing changes
         */
        public boolean cancel() {
            if (!isPending()) {
                return false;
            }
            queue.remove(index);
            action = null;
            return true;
        }

        private boolean isBefore(Event other) {
            long difference = atNanos - other.atNanos;
            return difference != 0 ? difference < 0 : order < other.order;
        }
    }
}
