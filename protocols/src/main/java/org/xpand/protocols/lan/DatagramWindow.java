package org.xpand.protocols.lan;

/**
 * How many bytes a process may have sent to the others of its site that not all have acknowledged: what their sockets hold at most,
 * halved after a loss, and after that increased again by a 32nd of what is acknowledged.
 */
final class DatagramWindow {
    /** Enough for a LAN with 1 Gbit/s and processes that wait 60 ms for a processor. */
    static final long MOST_BYTES = 8 << 20;
    /** The least that sockets are taken to hold: whether they do, losses show. */
    static final long LEAST_HELD_BYTES = 120_000;
    /** The least after losses. */
    static final long LEAST_BYTES = 16_000;
    /** So many messages are on their way at least; receivers announce what they have, and senders that wait go on, after such a part. */
    static final long PARTS = 4;
    private static final long ACKNOWLEDGED_PARTS = 32;

    private long ceiling = MOST_BYTES;
    private long bytes = MOST_BYTES;
    /** A loss of what was sent before this number has had its effect already. */
    private long recovers;

    long bytes() {
        return bytes;
    }

    /** Sets what the sockets of the others take of this process. */
    void holds(long mostBytes) {
        ceiling = Math.max(LEAST_HELD_BYTES, Math.min(mostBytes, MOST_BYTES));
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
        bytes = Math.min(ceiling, bytes + newBytes / ACKNOWLEDGED_PARTS);
    }

    /**
     * How long a message should be, so that several are on their way, and that where frames are lost, after which the window is small, few
     * frames are lost with each.
     */
    int messageBytes(int mostBytes) {
        return (int) Math.min(mostBytes, bytes / PARTS);
    }
}
