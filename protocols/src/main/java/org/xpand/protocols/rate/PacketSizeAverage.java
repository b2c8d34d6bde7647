package org.xpand.protocols.rate;

/**
 * The average packet size s of the throughput equation, in a stream whose full packets vary in length ({@link LengthVariation}).
 * The rate must not follow each length: alone on a link, longer packets would raise it above the link's rate. So packets whose
 * length differs from the longest one by little more than the variation count with the long-term average of these. The longest one
 * is forgotten when no such packet has come for long. Not thread-safe.
 */
public final class PacketSizeAverage {
    /** Where packets are short, a smaller difference already means another length: a part of the longest. */
    private static final int LEAST_PART = 6;
    /** More than a full packet lacks where the header of the next message does not fit, or the number of segments differs. */
    private static final int UNFILLED = 64;
    /** Packets in the long-term average, and after which the longest one is forgotten: many lengths, also at the highest rate at which they vary. */
    private static final int MANY = 4096;

    private final MovingAverage average;
    private final int spread;
    private int longest;
    private double full;
    private int fullPackets;
    private int shortInARow;

    /**
     * An average without a packet.
     *
     * @param quotient weight of the past, 0 up to but not including 1
     * @param spread   most bytes by which full packets are shorter than others, 0 if they are not
     * @throws IllegalArgumentException if the quotient is out of its range
     */
    public PacketSizeAverage(double quotient, int spread) {
        this.average = new MovingAverage(quotient);
        this.spread = spread;
    }

    /**
     * A packet has arrived.
     *
     * @param size its length in bytes, positive
     */
    public void add(int size) {
        if (size - allowed(size) > longest) {
            fullPackets = 0;
        }
        longest = Math.max(longest, size);
        if (size < longest - allowed(longest)) {
            average.add(size);
            if (++shortInARow == MANY) {
                // The path may carry shorter packets only than before.
                longest = 0;
            }
            return;
        }
        shortInARow = 0;
        fullPackets = Math.min(fullPackets + 1, MANY);
        full += (size - full) / fullPackets;
        average.add(full);
    }

    /**
     * The average packet size s (RFC 5348 §4.1).
     *
     * @param otherwise the result before the first packet, bytes
     * @return bytes
     */
    public double value(double otherwise) {
        return average.value(otherwise);
    }

    private int allowed(int size) {
        return spread == 0 ? 0 : Math.min(spread + UNFILLED, size / LEAST_PART);
    }
}
