package org.xpand.protocols.lossy;

import java.util.List;

/**
 * When small messages of a precedence leave: at once after a silence, and otherwise together with those that come within the time that a
 * full packet takes at the precedence's rate. For links drop packets whatever their length: a rate is kept for packets, and many small
 * ones would use it up with few bytes. Not thread-safe.
 */
final class PacketPace {
    /** A packet with so much in it is not waited with, bytes: the longest message that is in one. */
    static final int FULL = LossyFrames.MAX_PART + LossyFrames.PART_HEADER_LENGTH;
    /** A message waits for others no longer than this, ns. */
    static final long MAX_NANOS = 100_000_000;
    /** What a full packet takes of a rate, bytes: about the longest datagram. */
    private static final double PACKET_BYTES = 1400;

    private final long[] intervalNanos;
    private final long[] mayLeaveNanos;
    private final boolean[] sent;

    /** @param reserved what each precedence but the last is meant to carry, bit/s */
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

    /** What the group may send now, bytes per second: the last precedence has no rate of its own. */
    void rate(double bytesPerSecond) {
        intervalNanos[intervalNanos.length - 1] = bytesPerSecond > 0 ? interval(bytesPerSecond) : 0;
    }

    /**
     * When a packet of a precedence may leave.
     *
     * @param bytes what waits of it, with headers of parts
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
