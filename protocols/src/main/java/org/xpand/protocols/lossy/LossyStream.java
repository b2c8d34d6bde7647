package org.xpand.protocols.lossy;

import java.util.ArrayDeque;
import java.util.Map;
import java.util.TreeMap;
import org.xpand.protocols.api.SenderId;

/**
 * The messages of one sender and precedence as a member hears them: hands them over in the order of their numbers, and
 * tells which did not come. A message is missing when something sent after it has been here for a while.
 */
final class LossyStream {
    /** Evidence that came within this part of the time to wait counts as having come together. */
    private static final int MARKS = 8;

    private final SenderId sender;
    private final int precedence;
    private final long reorderNanos;
    private final Out out;
    private final TreeMap<Long, PartialMessage> pending = new TreeMap<>();
    private final ArrayDeque<Mark> marks = new ArrayDeque<>();
    private long next;
    /** Everything below is known to have been sent. */
    private long evidence;
    private int pendingBytes;
    private long lostFrom;
    private long lostEnd;

    /** Everything below the number was known to have been sent at this time, or a little later. */
    private static final class Mark {
        private final long nanos;
        private long number;

        private Mark(long nanos, long number) {
            this.nanos = nanos;
            this.number = number;
        }
    }

    /** Takes what comes out of streams. */
    interface Out {
        /** A message; answers false if it cannot be taken, so that it is lost. */
        boolean message(SenderId sender, int precedence, long number, byte[] payload);

        /** Messages that will not come; answers false if it cannot be taken now and is to be told again. */
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

    /** Bytes kept of messages that cannot be handed over yet. */
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

    /** Everything below this number has been sent. */
    void sentBelow(long number, long nowNanos) {
        evidence = Math.max(evidence, number);
        advance(next, nowNanos);
    }

    /** Gives up what has been waited for long enough. */
    void expire(long nowNanos) {
        long expired = next;
        while (!marks.isEmpty() && nowNanos - marks.peek().nanos >= reorderNanos) {
            expired = Math.max(expired, marks.poll().number);
        }
        advance(expired, nowNanos);
        flush();
    }

    /** Nothing more will come: what is not complete is missing. */
    void finish(long nowNanos) {
        marks.clear();
        if (!pending.isEmpty()) {
            evidence = Math.max(evidence, pending.lastKey() + 1);
        }
        advance(evidence, nowNanos);
        flush();
    }

    /** Too much is kept: the oldest message that is not complete is missing. */
    void giveUpOldest(long nowNanos) {
        if (!pending.isEmpty()) {
            advance(pending.firstKey() + 1, nowNanos);
        }
    }

    /** When {@link #expire} may have something to do. */
    long deadlineNanos() {
        return marks.isEmpty() ? Long.MAX_VALUE : marks.peek().nanos + reorderNanos;
    }

    /** Hands over what is complete, giving up what is missing below {@code expired}. */
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

    /** Tells what is missing, if it can be told now; until then nothing behind it is handed over. */
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
