package org.xpand.protocols.rate;

/**
 * The ratio between what a source sends and what receivers measure: they measure the packets of the numbered stream only, and
 * repairs use a part of the rate. Bounded: the oldest packets are dropped. Not thread-safe.
 */
public final class MeasuredShare {
    /** Reliability sends one packet that is measured for each that is not; a greater ratio is accidental. */
    private static final double MOST = 2;

    private final PacketMemory measuredUpTo;
    private final PacketMemory repairsUpTo;
    private long measured;
    private long repairs;

    /**
     * A memory without packets.
     *
     * @param packets packets to remember, 1 to 2^20, rounded up to a power of two
     * @throws IllegalArgumentException if the number is out of this range
     */
    public MeasuredShare(int packets) {
        if (packets < 1 || packets > 1 << 20) {
            throw new IllegalArgumentException("packets " + packets + ": accepted are 1 to 1048576");
        }
        measuredUpTo = new PacketMemory(packets);
        repairsUpTo = new PacketMemory(packets);
    }

    /**
     * A packet of the stream was sent.
     *
     * @param number its number: one more than the previous one's
     * @param size   its length in bytes, positive
     */
    public void sent(long number, int size) {
        measured += size;
        measuredUpTo.put(number, measured);
        repairsUpTo.put(number, repairs);
    }

    /**
     * A repair was sent.
     *
     * @param size its length in bytes, positive
     */
    public void repairSent(int size) {
        repairs += size;
    }

    /**
     * Bytes sent for each byte of the stream, after one of its packets up to another.
     *
     * @param after number of the packet before the first one that counts
     * @param until number of the last packet that counts
     * @return 1 to 2; 1 if the packets are not known, or not in this order
     */
    public double sentPerMeasured(long after, long until) {
        if (until <= after || !measuredUpTo.knows(after) || !measuredUpTo.knows(until)) {
            return 1;
        }
        double stream = measuredUpTo.get(until) - measuredUpTo.get(after);
        return Math.min(MOST, 1 + (repairsUpTo.get(until) - repairsUpTo.get(after)) / stream);
    }
}
