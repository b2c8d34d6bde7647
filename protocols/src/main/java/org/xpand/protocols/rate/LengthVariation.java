package org.xpand.protocols.rate;

import java.util.random.RandomGenerator;

/**
 * Makes the packets of a stream shorter by a number of bytes that changes at random, ten times a second.
 *
 * <p>The acknowledgements of a TCP flow return in the rhythm in which a full queue sends packets. If all packets have the same
 * length, TCP's packets reach the queue always at the same moment of that rhythm: always just after a place has become free, or
 * always when other packets have already taken it (Floyd and Jacobson, "Traffic phase effects in packet-switched gateways",
 * 1992). The lengths of the packets between them decide which, so lengths that change give neither flow an advantage.
 *
 * <p>Packets are full where that is not needed: while the stream uses less than half of its rate, so that a message is not cut for
 * this reason, and while packets leave in rows. Not thread-safe.
 */
public final class LengthVariation {
    /** How long packets keep one length: a few round-trip times, so that several packets that leave together have one length. */
    public static final long INTERVAL_NANOS = 100_000_000L;
    /** Packets that may follow each other faster leave in rows, and a queue has many of them per round-trip time. */
    private static final long ROW_NANOS = Pacer.Limits.DEFAULT.rowNanos();

    private final int spread;
    private final RandomGenerator random;
    private int shorter;
    private boolean started;
    private long changedNanos;
    private long bytesBefore;

    /**
     * A variation that begins with full packets.
     *
     * @param spread most bytes by which packets are shorter, 0 for none
     * @param random seeded by the caller, not used if the spread is 0
     * @throws IllegalArgumentException if the spread is negative
     */
    public LengthVariation(int spread, RandomGenerator random) {
        if (spread < 0) {
            throw new IllegalArgumentException("spread of " + spread + " bytes: accepted are 0 and more");
        }
        this.spread = spread;
        this.random = random;
    }

    /**
     * Whether {@link #change} is to be called.
     *
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     * @return whether {@link #INTERVAL_NANOS} are over since the last change; never if the spread is 0
     */
    public boolean isDue(long nowNanos) {
        return spread > 0 && (!started || nowNanos - changedNanos >= INTERVAL_NANOS);
    }

    /**
     * Chooses the next length.
     *
     * @param fullBytes length of a full packet in bytes, positive
     * @param sentBytes bytes that the stream has sent so far, 0 or more
     * @param rate      the allowed rate, bytes per second, positive
     * @param nowNanos  time now, nanoseconds of the one monotonic clock of all calls
     */
    public void change(int fullBytes, long sentBytes, double rate, long nowNanos) {
        boolean limited = started && (sentBytes - bytesBefore) * 2e9 >= rate * (nowNanos - changedNanos);
        boolean single = fullBytes * 1e9 >= rate * ROW_NANOS;
        shorter = limited && single ? random.nextInt(spread + 1) : 0;
        started = true;
        changedNanos = nowNanos;
        bytesBefore = sentBytes;
    }

    /**
     * By how much packets are shorter now than full ones.
     *
     * @return bytes, 0 up to the spread
     */
    public int shorterBytes() {
        return shorter;
    }
}
