package org.xpand.protocols.lan;

/**
 * How many bytes a process may have sent to the others of its site that not all have acknowledged: what their sockets hold at most,
 * halved after a loss and increased by a datagram for each window that is acknowledged, as TCP's congestion avoidance (RFC 5681 §3.1).
 */
final class LanWindow {
    /** Enough for a LAN with 1 Gbit/s and processes that wait 60 ms for a processor. */
    static final long MOST_BYTES = 8 << 20;
    /** Two messages of the greatest length: with one the sender would wait for each acknowledgement. */
    static final long LEAST_BYTES = 120_000;
    private static final long STEP_BYTES = LEAST_BYTES / 2;

    private long ceiling = MOST_BYTES;
    private long bytes = MOST_BYTES;
    /** A loss of what was sent before this number has had its effect already. */
    private long recovers;

    long bytes() {
        return bytes;
    }

    /** Sets what the sockets of the others take of this process. */
    void holds(long mostBytes) {
        ceiling = Math.max(LEAST_BYTES, Math.min(mostBytes, MOST_BYTES));
        bytes = Math.min(bytes, ceiling);
    }

    /**
     * A message was lost.
     *
     * @param number its number
     * @param next   number of the next message
     * @return whether the window is smaller now: once for all losses among messages that were on their way together
     */
    boolean lost(long number, long next) {
        if (number < recovers) {
            return false;
        }
        recovers = next;
        bytes = Math.max(LEAST_BYTES, bytes / 2);
        return true;
    }

    /** So many bytes more have reached all. */
    void acknowledged(long newBytes) {
        bytes = Math.min(ceiling, bytes + STEP_BYTES * newBytes / bytes);
    }
}
