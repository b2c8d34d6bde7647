package org.xpand.protocols.tuf;

import java.util.PriorityQueue;

/** Runs actions in the order of their times. */
final class Timeline {
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long order;
    private long now;

    private record Event(long nanos, long order, Runnable action) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            return nanos != other.nanos ? Long.compare(nanos, other.nanos) : Long.compare(order, other.order);
        }
    }

    long now() {
        return now;
    }

    void at(long nanos, Runnable action) {
        events.add(new Event(nanos, order++, action));
    }

    void run(double seconds) {
        long end = now + Math.round(seconds * 1e9);
        while (!events.isEmpty() && events.peek().nanos <= end) {
            Event event = events.poll();
            now = event.nanos;
            event.action.run();
        }
        now = end;
    }
}
