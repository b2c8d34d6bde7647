package org.xpand.protocols.lossy;

import java.util.ArrayDeque;
import java.util.Map;
import java.util.TreeMap;
import org.xpand.protocols.api.SenderId;

/**
 * The messages of one sender and precedence at a receiving member: delivers them in the order of their numbers, and
 * reports gaps. A message is missing when one sent after it, or an announcement of its number, arrived some time ago.
 */
final class LossyStream {
    /** Arrivals within this part of the waiting time are treated as simultaneous. */
    private static final int MARKS = 8;

    private final SenderId sender;
    private final int precedence;
    private final long reorderNanos;
    private final Out out;
    private final TreeMap<Long, PartialMessage> pending = new TreeMap<>();
    private final ArrayDeque<Mark> marks = new ArrayDeque<>();
    private long next;
    /** All messages below this number are known to have been sent. */
    private long evidence;
    private int pendingBytes;
    private long lostFrom;
    private long lostEnd;

    /** At this time, or slightly later, all messages below the number were known to have been sent. */
    private static final class Mark {
        private final long nanos;
        private long number;

        private Mark(long nanos, long number) {
            this.nanos = nanos;
            this.number = number;
        }
    }

    /** Receives the output of streams. */
    interface Out {
        /** A message; returns false if it cannot be accepted, so that it is lost. */
        boolean message(SenderId sender, int precedence, long number, byte[] payload);

        /** A gap; returns false if it cannot be accepted now and is to be reported again. */
        boolean dropped(SenderId sender, int precedence, long first, long end);
    }

    LossyStream(SenderId sender, int precedence, long first, long reorderNanos, Out out) {
        this.sender = sender;
        this.precedence = precedence;
        this.reorderNanos = reorderNanos;
        this.out = out;
        this.next = first;
        this.evidence = first;
        this.lostFrom = first;
        this.lostEnd = first;
    }

    /** Bytes kept of messages that cannot be delivered yet. */
    int pendingBytes() {
        return pendingBytes;
    }

    void part(long number, int index, boolean last, byte[] bytes, long nowNanos) {
        if (number < next) {
            return;
        }
        PartialMessage message = pending.get(number);
        if (message == null) {
            message = new PartialMessage();
            pending.put(number, message);
        } else {
            pendingBytes -= message.cost();
        }
        message.put(index, last, bytes);
        pendingBytes += message.cost();
        sentBelow(last ? number + 1 : number, nowNanos);
    }

    /** All messages below this number have been sent. */
    void sentBelow(long number, long nowNanos) {
        evidence = Math.max(evidence, number);
        advance(next, nowNanos);
    }

    /** Gives up messages that have been waited for long enough. */
    void expire(long nowNanos) {
        long expired = next;
        while (!marks.isEmpty() && nowNanos - marks.peek().nanos >= reorderNanos) {
            expired = Math.max(expired, marks.poll().number);
        }
        advance(expired, nowNanos);
        flush();
    }

    /** Nothing more will arrive: incomplete messages are missing. */
    void finish(long nowNanos) {
        marks.clear();
        if (!pending.isEmpty()) {
            evidence = Math.max(evidence, pending.lastKey() + 1);
        }
        advance(evidence, nowNanos);
        flush();
    }

    /** Too much is kept: the oldest incomplete message is treated as missing. */
    void giveUpOldest(long nowNanos) {
        if (!pending.isEmpty()) {
            advance(pending.firstKey() + 1, nowNanos);
        }
    }

    /** When {@link #expire} is to be called. */
    long deadlineNanos() {
        return marks.isEmpty() ? Long.MAX_VALUE : marks.peek().nanos + reorderNanos;
    }

    /** Delivers complete messages, and gives up missing ones below {@code expired}. */
    private void advance(long expired, long nowNanos) {
        while (true) {
            Map.Entry<Long, PartialMessage> first = pending.firstEntry();
            if (first != null && first.getKey() == next && first.getValue().complete()) {
                deliver(first.getValue());
            } else if (next < expired) {
                giveUp(first, expired);
            } else {
                break;
            }
        }
        while (!marks.isEmpty() && marks.peek().number <= next) {
            marks.poll();
        }
        flush();
        mark(nowNanos);
    }

    private void deliver(PartialMessage message) {
        pending.pollFirstEntry();
        pendingBytes -= message.cost();
        flush();
        if (lostFrom < lostEnd || !out.message(sender, precedence, next, message.payload())) {
            lose(next, next + 1);
        }
        next++;
    }

    private void giveUp(Map.Entry<Long, PartialMessage> first, long expired) {
        long end = first == null ? expired : Math.min(expired, first.getKey());
        if (end == next) {
            pendingBytes -= pending.pollFirstEntry().getValue().cost();
            end = next + 1;
        }
        lose(next, end);
        next = end;
    }

    private void lose(long first, long end) {
        if (lostFrom == lostEnd) {
            lostFrom = first;
        }
        lostEnd = end;
    }

    /** Reports the gap, if it can be accepted now; until then nothing after it is delivered. */
    private void flush() {
        if (lostFrom < lostEnd && out.dropped(sender, precedence, lostFrom, lostEnd)) {
            lostFrom = lostEnd;
        }
    }

    private void mark(long nowNanos) {
        if (evidence <= next || !marks.isEmpty() && marks.peekLast().number >= evidence) {
            return;
        }
        if (!marks.isEmpty() && nowNanos - marks.peekLast().nanos < reorderNanos / MARKS) {
            marks.peekLast().number = evidence;
        } else {
            marks.add(new Mark(nowNanos, evidence));
        }
    }
}
