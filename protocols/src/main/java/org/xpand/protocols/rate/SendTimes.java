package org.xpand.protocols.rate;

import org.xpand.protocols.wire.MalformedPacketException;

/**
 * The sending times of the last packets of a stream, by number: a source needs them to measure a round-trip time from the number
 * a report echoes (Xpand §4.1). Bounded: the oldest numbers are dropped. Not thread-safe.
 */
public final class SendTimes {
    /** The result of {@link #roundTripNanos} if it is not known. */
    public static final long UNKNOWN = -1;

    /** The hold time is reported in whole microseconds, so a shorter round-trip time cannot be measured. */
    private static final long LEAST_RTT_NANOS = 1000;

    private final PacketMemory times;

    /**
     * A memory without packets.
     *
     * @param capacity packets to remember, 1 to 2^20, rounded up to a power of two
     * @throws IllegalArgumentException if the capacity is out of this range
     */
    public SendTimes(int capacity) {
        if (capacity < 1 || capacity > 1 << 20) {
            throw new IllegalArgumentException("capacity " + capacity + ": accepted are 1 to 1048576");
        }
        times = new PacketMemory(capacity);
    }

    /**
     * A packet was sent.
     *
     * @param number   its number: one more than the previous one's; with any other number the memory restarts
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     */
    public void sent(long number, long nowNanos) {
        times.put(number, nowNanos);
    }

    /**
     * Whether a number was sent and is remembered.
     *
     * @param number a packet's number, any value
     * @return whether {@link #sentNanos} has its time
     */
    public boolean knows(long number) {
        return times.knows(number);
    }

    /**
     * Whether a number is above every number sent.
     *
     * @param number a packet's number, any value
     * @return true, too, if nothing was sent
     */
    public boolean beyond(long number) {
        return times.isBeyond(number);
    }

    /**
     * When a packet was sent.
     *
     * @param number the packet's number
     * @return nanoseconds of the same clock
     * @throws IllegalArgumentException if the number is not known
     */
    public long sentNanos(long number) {
        if (!knows(number)) {
            throw new IllegalArgumentException("packet " + number + " is not remembered");
        }
        return times.get(number);
    }

    /**
     * The round-trip time that a report measures.
     *
     * @param number    number of the echoed packet
     * @param holdNanos for how long the receiver held the packet before it reported, nanoseconds
     * @param nowNanos  time now, nanoseconds of the one monotonic clock of all calls
     * @return nanoseconds, a microsecond or more; {@link #UNKNOWN} if the packet is no longer remembered, or if it is
     *         more than {@link RateLimits#MAX_RTT_MICROS}
     * @throws MalformedPacketException if the packet was never sent, or held for longer than the time since it was sent
     */
    public long roundTripNanos(long number, long holdNanos, long nowNanos) {
        if (beyond(number)) {
            throw new MalformedPacketException("report: echoes a packet that was never sent");
        }
        if (!knows(number)) {
            return UNKNOWN;
        }
        long nanos = nowNanos - sentNanos(number) - holdNanos;
        if (nanos < 0) {
            throw new MalformedPacketException("report: held the packet for longer than the round trip took");
        }
        return nanos > RateLimits.MAX_RTT_MICROS * 1000L ? UNKNOWN : Math.max(nanos, LEAST_RTT_NANOS);
    }
}
