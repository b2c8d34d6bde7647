package org.xpand.protocols.lossy;

import java.util.List;

/**
 * Decides when small messages of a precedence leave: at once after a silence, otherwise together with those that arrive within the
 * time that a full packet takes at the precedence's rate. The reason is that links drop packets whatever their length: the reserved
 * rate counts packets, and many small ones would use it up with few bytes. Not thread-safe.
 */
final class PacketPace {
    /** A packet with so many bytes does not wait: the longest message in one packet. */
    static final int FULL = LossyFrames.MAX_PART + LossyFrames.PART_HEADER_LENGTH;
    /** A message waits for others no longer than this, ns. */
    static final long MAX_NANOS = 100_000_000;
    /** Bytes of a full packet: about the longest datagram. */
    private static final double PACKET_BYTES = 1400;

    private final long[] intervalNanos;
    private final long[] mayLeaveNanos;
    private final boolean[] sent;

    /** @param reserved rate reserved for each precedence but the last, bit/s */
    PacketPace(List<Long> reserved) {
        int precedences = reserved.size() + 1;
        intervalNanos = new long[precedences];
        mayLeaveNanos = new long[precedences];
        sent = new boolean[precedences];
        for (int i = 0; i < reserved.size(); i++) {
            intervalNanos[i] = interval(reserved.get(i) / 8.0);
        }
    }

    private static long interval(double bytesPerSecond) {
        return (long) Math.min(MAX_NANOS, PACKET_BYTES / bytesPerSecond * 1e9);
    }

    /** Sets the rate of the group, bytes per second: the last precedence has no reserved rate. */
    void rate(double bytesPerSecond) {
        intervalNanos[intervalNanos.length - 1] = bytesPerSecond > 0 ? interval(bytesPerSecond) : 0;
    }

    /**
     * When a packet of a precedence may leave.
     *
     * @param bytes waiting bytes of it, with headers of parts
     */
    long dueNanos(int precedence, long bytes, long nowNanos) {
        return bytes >= FULL || !sent[precedence] || mayLeaveNanos[precedence] - nowNanos < 0 ? nowNanos : mayLeaveNanos[precedence];
    }

    /** A packet of a precedence leaves. */
    void left(int precedence, long nowNanos) {
        sent[precedence] = true;
        mayLeaveNanos[precedence] = nowNanos + intervalNanos[precedence];
    }
}
