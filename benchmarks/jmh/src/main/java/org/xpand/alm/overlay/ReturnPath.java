package org.xpand.alm.overlay;

import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.stack.WireFormat;

/** Datagrams in flight from the receiver to the source. */
final class ReturnPath {
    private static final int CAPACITY = 1024;

    private final long delayNanos;
    private final byte[][] datagrams = new byte[CAPACITY][WireFormat.MTU];
    private final int[] lengths = new int[CAPACITY];
    private final long[] arrivalNanos = new long[CAPACITY];
    private long sent;
    private long arrived;

    ReturnPath(long delayNanos) {
        this.delayNanos = delayNanos;
    }

    /** When the next one arrives, {@link Long#MAX_VALUE} if none is in flight. */
    long nextNanos() {
        return arrived < sent ? arrivalNanos[(int) (arrived % CAPACITY)] : Long.MAX_VALUE;
    }

    void send(byte[] buffer, int offset, int length, long nowNanos) {
        if (sent - arrived == CAPACITY) {
            throw new IllegalStateException("more than " + CAPACITY + " datagrams in flight");
        }
        int at = (int) (sent++ % CAPACITY);
        lengths[at] = length;
        arrivalNanos[at] = nowNanos + delayNanos;
        System.arraycopy(buffer, offset, datagrams[at], 0, length);
    }

    /** Hands over what has arrived by now. */
    void arrive(long nowNanos, Overlay to, SiteId from) {
        while (nextNanos() <= nowNanos) {
            int at = (int) (arrived++ % CAPACITY);
            to.receive(from, datagrams[at], 0, lengths[at], nowNanos);
        }
    }
}
