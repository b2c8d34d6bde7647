package org.xpand.simulator.tcp;

import java.util.Objects;

/**
 * Settings of a TCP flow. Immutable; {@link #DEFAULT} and the {@code with} methods build others. Windows are in
 * segments, times in nanoseconds.
 *
 * @param segmentSize     bytes of a segment on the wire, headers included, 1 to 65535
 * @param ackSize         bytes of an acknowledgement on the wire, 0 to 65535
 * @param recovery        how losses are recovered
 * @param growth          how the window grows
 * @param delayedAcks     whether only every second segment in order is acknowledged, or one after a delay
 * @param delayedAckNanos how long an acknowledgement waits (RFC 1122 §4.2.3.2: less than 500 ms), 1 or more
 * @param initialWindow   IW, 1 to {@code maxWindow}
 * @param maxWindow       the most segments in flight, 1 to {@link #MAX_WINDOW}
 * @param minRtoNanos     least retransmission time-out (RFC 6298 §2.4: 1 s; kernels use 200 ms), 1 or more
 * @param maxRtoNanos     greatest retransmission time-out, at least {@code minRtoNanos} (RFC 6298 §2.5: 60 s or more)
 * @param timestamps      whether every acknowledgement gives a round-trip time (RFC 7323), or one segment per window
 * @param binNanos        length of the bins in which throughput is recorded, 1 or more
 */
public record TcpSettings(int segmentSize, int ackSize, Recovery recovery, Growth growth, boolean delayedAcks,
                          long delayedAckNanos, int initialWindow, int maxWindow, long minRtoNanos, long maxRtoNanos,
                          boolean timestamps, long binNanos) {
    /** The largest window. */
    public static final int MAX_WINDOW = 1 << 20;
    /**
     * Segments of 1000 bytes, selective acknowledgements, every segment acknowledged, growth by acknowledgements, two
     * segments at first, RTO of 200 ms to 60 s, no timestamps, a window that does not limit, bins of a second.
     */
    public static final TcpSettings DEFAULT = new TcpSettings(1000, 40, Recovery.SACK, Growth.ACKS, false, 100_000_000L,
            2, 10_000, 200_000_000L, 60_000_000_000L, false, 1_000_000_000L);

    /**
     * Reno as in present kernels: full Ethernet segments, every second one acknowledged or one after
     * 40 ms, growth by segments, ten segments at first (RFC 6928), timestamps. The default is slower beside such flows.
     */
    public static final TcpSettings KERNEL = new TcpSettings(1500, 52, Recovery.SACK, Growth.SEGMENTS, true, 40_000_000L,
            10, 10_000, 200_000_000L, 60_000_000_000L, true, 1_000_000_000L);

    /** How losses are recovered. */
    public enum Recovery {
        /** By partial acknowledgements, one loss per round-trip time (RFC 6582). */
        NEW_RENO,
        /** By selective acknowledgements (RFC 6675). */
        SACK
    }

    /** How the window grows. */
    public enum Growth {
        /**
         * By acknowledgements: with delayed ones it grows half as fast (RFC 5681), which is the meaning of b = 2 in the throughput
         * equation.
         */
        ACKS,
        /** By acknowledged segments, at most two per acknowledgement in slow start (RFC 3465): present kernels. */
        SEGMENTS,
        /** In slow start as {@link #SEGMENTS}; later by a cubic function of time, and a loss leaves 0.7 of the window (RFC 9438). */
        CUBIC
    }

    /** @throws IllegalArgumentException naming the first setting out of range, its value and the range */
    public TcpSettings {
        Objects.requireNonNull(recovery, "recovery");
        Objects.requireNonNull(growth, "growth");
        require("segmentSize", segmentSize, 1, 65_535);
        require("ackSize", ackSize, 0, 65_535);
        require("delayedAckNanos", delayedAckNanos, 1, Long.MAX_VALUE >> 2);
        require("maxWindow", maxWindow, 1, MAX_WINDOW);
        require("initialWindow", initialWindow, 1, maxWindow);
        require("minRtoNanos", minRtoNanos, 1, Long.MAX_VALUE >> 2);
        require("maxRtoNanos", maxRtoNanos, minRtoNanos, Long.MAX_VALUE >> 2);
        require("binNanos", binNanos, 1, Long.MAX_VALUE);
    }

    /** These settings with another segment size, bytes on the wire. */
    public TcpSettings withSegmentSize(int bytes) {
        return new TcpSettings(bytes, ackSize, recovery, growth, delayedAcks, delayedAckNanos, initialWindow, maxWindow,
                minRtoNanos, maxRtoNanos, timestamps, binNanos);
    }

    /** These settings with another kind of recovery. */
    public TcpSettings withRecovery(Recovery other) {
        return new TcpSettings(segmentSize, ackSize, other, growth, delayedAcks, delayedAckNanos, initialWindow,
                maxWindow, minRtoNanos, maxRtoNanos, timestamps, binNanos);
    }

    /** These settings with another kind of growth. */
    public TcpSettings withGrowth(Growth other) {
        return new TcpSettings(segmentSize, ackSize, recovery, other, delayedAcks, delayedAckNanos, initialWindow,
                maxWindow, minRtoNanos, maxRtoNanos, timestamps, binNanos);
    }

    /** These settings with delayed acknowledgements or without. */
    public TcpSettings withDelayedAcks(boolean on) {
        return new TcpSettings(segmentSize, ackSize, recovery, growth, on, delayedAckNanos, initialWindow, maxWindow,
                minRtoNanos, maxRtoNanos, timestamps, binNanos);
    }

    /** These settings with other windows, in segments. */
    public TcpSettings withWindows(int initial, int most) {
        return new TcpSettings(segmentSize, ackSize, recovery, growth, delayedAcks, delayedAckNanos, initial, most,
                minRtoNanos, maxRtoNanos, timestamps, binNanos);
    }

    /** These settings with other limits of the retransmission time-out. */
    public TcpSettings withRto(long minNanos, long maxNanos) {
        return new TcpSettings(segmentSize, ackSize, recovery, growth, delayedAcks, delayedAckNanos, initialWindow,
                maxWindow, minNanos, maxNanos, timestamps, binNanos);
    }

    /** These settings with timestamps or without. */
    public TcpSettings withTimestamps(boolean on) {
        return new TcpSettings(segmentSize, ackSize, recovery, growth, delayedAcks, delayedAckNanos, initialWindow,
                maxWindow, minRtoNanos, maxRtoNanos, on, binNanos);
    }

    /** These settings with other bins of throughput. */
    public TcpSettings withBinNanos(long nanos) {
        return new TcpSettings(segmentSize, ackSize, recovery, growth, delayedAcks, delayedAckNanos, initialWindow,
                maxWindow, minRtoNanos, maxRtoNanos, timestamps, nanos);
    }

    private static void require(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException("TCP setting " + name + " is " + value + ": accepted is " + least
                    + " to " + most);
        }
    }
}
