package org.xpand.protocols.rate;

/**
 * Whether the queue of a path has room, judged by one-way delays: it has while it holds less than two thirds of what it held at the first loss
 * event, when it overflowed. Who cannot tell, because there was no loss or the delays hardly differed, sees no room. Not thread-safe.
 */
public final class QueueRoom {
    /** A source that uses less of its rate has little to send: TCP's window does not grow then (RFC 7661). */
    public static final double USED = 0.75;
    /** With a half a group stands still while TCP's window grows, with three quarters it takes more than TCP (decision 36). */
    private static final double ROOM = 2.0 / 3;
    /** A shorter queue cannot be told from the differences of hosts that are late. */
    private static final long LEAST_QUEUE_NANOS = 2_000_000;

    private long leastNanos = Long.MAX_VALUE;
    private long mostNanos = Long.MIN_VALUE;
    private boolean room;

    /**
     * A packet has arrived.
     *
     * @param delayNanos its one-way delay by two clocks, nanoseconds: only differences count
     * @param overflowed whether there has been a loss event
     */
    public void arrived(long delayNanos, boolean overflowed) {
        leastNanos = Math.min(leastNanos, delayNanos);
        if (!overflowed) {
            mostNanos = Math.max(mostNanos, delayNanos);
        }
        long queueNanos = mostNanos - leastNanos;
        room = overflowed && mostNanos != Long.MIN_VALUE && queueNanos >= LEAST_QUEUE_NANOS && delayNanos - leastNanos < ROOM * queueNanos;
    }

    /** {@return whether the last packet found room} */
    public boolean hasRoom() {
        return room;
    }
}
