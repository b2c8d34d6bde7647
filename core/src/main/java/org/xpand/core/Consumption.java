package org.xpand.core;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.ObjIntConsumer;
import org.xpand.protocols.api.SenderId;

/**
 * What a member's listener has consumed of the messages that have arrived, for the sender's window. A listener that is quick does not wake the
 * loop for each message: waking it costs more than most messages, and the loop looks by itself soon after a message has arrived.
 */
final class Consumption {
    /** So long after a message has arrived the loop looks. */
    static final long LOOK_NANOS = 5_000_000;
    /** A listener that has consumed so many segments wakes the loop in any case: the sender's window may wait for them. */
    static final int MOST_UNREPORTED = 32;

    private final ConcurrentLinkedQueue<Consumed> reported = new ConcurrentLinkedQueue<>();
    /** Whether the loop looks by itself soon. */
    private volatile boolean looks;

    // On the loop.
    /** Segments that have arrived and are not known to be consumed. */
    private long unconsumed;
    private boolean anyArrived;
    private boolean othersArrived;
    private long lookNanos = Long.MAX_VALUE;

    // On the listener's thread.
    private SenderId from;
    private int segments;
    private int sinceWoken;

    /** Segments of consumed messages. */
    private record Consumed(SenderId sender, int segments) {
    }

    /** A message has arrived; on the loop. */
    void arrived(int newSegments, boolean own) {
        unconsumed += newSegments;
        anyArrived = true;
        othersArrived |= !own;
    }

    /** A message has been consumed on the loop. */
    void consumedAtOnce(SenderId sender, int newSegments) {
        reported.add(new Consumed(sender, newSegments));
    }

    /** Passes on what has been consumed; on the loop. */
    void take(ObjIntConsumer<SenderId> receiver, long nowNanos) {
        if (lookNanos <= nowNanos) {
            // Before it looks: a listener that consumes more from now on wakes the loop.
            looks = false;
            lookNanos = Long.MAX_VALUE;
        }
        for (Consumed next = reported.poll(); next != null; next = reported.poll()) {
            unconsumed -= next.segments;
            receiver.accept(next.sender, next.segments);
        }
    }

    /** Whether messages have arrived in this turn, all of this member itself; on the loop. */
    boolean onlyOwnArrived() {
        return anyArrived && !othersArrived;
    }

    /** Ends a turn of the loop; returns when to look, {@link Long#MAX_VALUE} if the listener will wake the loop or has consumed everything. */
    long endTurn(long nowNanos) {
        if (unconsumed == 0) {
            looks = false;
            lookNanos = Long.MAX_VALUE;
        } else if (anyArrived && lookNanos == Long.MAX_VALUE) {
            lookNanos = nowNanos + LOOK_NANOS;
            looks = true;
        }
        anyArrived = false;
        othersArrived = false;
        return lookNanos;
    }

    /** The listener has consumed a message; on its thread. */
    void consumed(SenderId sender, int newSegments) {
        if (!sender.equals(from)) {
            report();
            from = sender;
        }
        segments += newSegments;
    }

    private void report() {
        if (segments > 0) {
            reported.add(new Consumed(from, segments));
            sinceWoken += segments;
            segments = 0;
        }
    }

    /** Reports to the loop what the listener has consumed, and returns whether to wake the loop; on the listener's thread. */
    boolean reportWakesLoop() {
        report();
        boolean wakes = !looks || sinceWoken >= MOST_UNREPORTED;
        sinceWoken = wakes ? 0 : sinceWoken;
        return wakes;
    }
}
