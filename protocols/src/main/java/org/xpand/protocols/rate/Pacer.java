package org.xpand.protocols.rate;

/**
 * Says when the next packet may leave (RFC 5348 §4.6 and §8.3): nominal times t_i = t_{i−1} + s/X.
 *
 * <ul>
 * <li>A packet may leave early by half of min(interval, timer granularity, round-trip time); its nominal time still
 *     counts for the next one.
 * <li>One that leaves late is caught up with by a burst of at most {@link Limits#burstPackets} packets, of the largest
 *     length sent so far, or {@link Limits#burstNanos} worth of the rate, whichever is more. Unused time beyond that is
 *     lost, whether the timer was late or there was nothing to send.
 * <li>What has to wait goes on when {@link Limits#rowNanos} worth of the rate has come together, unless that is less than
 *     a packet: at high rates a turn for each packet would cost more than the packet.
 * <li>When the rate changes between two packets, what of the last packet is not yet paid for is kept in bytes and paid
 *     at the new rate from then on: a higher rate shortens the rest of the interval, a lower one lengthens it.
 * </ul>
 *
 * <p>Everything charged to the rate goes through {@link #sent}, repairs included. Not thread-safe.
 */
public final class Pacer {
    /** The longest interval: keeps times comparable by subtraction. */
    private static final double MAX_INTERVAL_NANOS = 1L << 61;

    /**
     * How far packets may leave their nominal times.
     *
     * @param burstPackets     packets that may leave together, at least 1
     * @param burstNanos       time whose worth of bytes may leave together, not negative
     * @param rowNanos         time whose worth of bytes what had to wait goes on with, 0 to burstNanos
     * @param granularityNanos granularity of the timer that drives the pacer, t_gran, not negative
     */
    public record Limits(int burstPackets, long burstNanos, long rowNanos, long granularityNanos) {
        /** 4 packets or 1 ms worth, rows of 0.25 ms, with a timer of 1 ms. */
        public static final Limits DEFAULT = new Limits(4, 1_000_000, 250_000, 1_000_000);

        public Limits {
            if (burstPackets < 1 || burstNanos < 0 || rowNanos < 0 || rowNanos > burstNanos || granularityNanos < 0) {
                throw new IllegalArgumentException("burst of " + burstPackets + " packets, " + burstNanos
                        + " ns, rows of " + rowNanos + " ns, granularity " + granularityNanos
                        + " ns: accepted are at least 1, 0, 0 to the burst's and 0");
            }
        }

        /**
         * The most bytes that may leave together.
         *
         * @param rate bytes per second
         * @param size packet size in bytes
         */
        public double burstBytes(double rate, double size) {
            return Math.max(burstPackets * size, rate * burstNanos / 1e9);
        }
    }

    private final Limits limits;
    private double rate;
    private long rttNanos;
    private int packetBytes;
    private int largestBytes;
    /** Bytes sent and not yet paid for at {@link #settledNanos}; negative is unused time that may be caught up with. */
    private double debt;
    private long settledNanos;
    private long nextNanos;
    /** Whether a row has ended because the rate did not allow more. */
    private boolean rowEnded;

    /**
     * @param startNanos from when on the first packet may leave
     */
    public Pacer(Limits limits, long startNanos) {
        this.limits = limits;
        settledNanos = startNanos;
        nextNanos = startNanos;
    }

    /** Whether a packet may leave now. */
    public boolean maySend(long nowNanos) {
        return nowNanos - nextNanos >= 0;
    }

    /** From when on the next packet may leave; in the past if it already may. */
    public long nextSendNanos() {
        return nextNanos;
    }

    /**
     * A packet left, of whatever kind.
     *
     * @param bytes       its length, positive
     * @param newRate     the rate from now on in bytes per second, positive and finite
     * @param newRttNanos the round-trip time from now on in nanoseconds, positive
     */
    public void sent(int bytes, double newRate, long newRttNanos, long nowNanos) {
        if (bytes <= 0) {
            throw new IllegalArgumentException("packet of " + bytes + " bytes: accepted are positive lengths");
        }
        settle(nowNanos);
        debt += bytes;
        packetBytes = bytes;
        largestBytes = Math.max(largestBytes, bytes);
        rowEnded = false;
        apply(newRate, newRttNanos);
        if (!maySend(nowNanos)) {
            rowEnded = true;
            schedule();
        }
    }

    /**
     * The rate changes between two packets.
     *
     * @param newRate     the rate from now on in bytes per second, positive and finite
     * @param newRttNanos the round-trip time from now on in nanoseconds, positive
     */
    public void rateChanged(double newRate, long newRttNanos, long nowNanos) {
        settle(nowNanos);
        apply(newRate, newRttNanos);
    }

    /** A packet was allowed and there was none: what the burst cannot catch up with of the time until now is lost. */
    public void idle(long nowNanos) {
        settle(nowNanos);
        rowEnded = false;
        schedule();
    }

    private void apply(double newRate, long newRttNanos) {
        if (!(newRate > 0 && newRate < Double.POSITIVE_INFINITY) || newRttNanos <= 0) {
            throw new IllegalArgumentException("rate " + newRate + " B/s, round-trip time " + newRttNanos
                    + " ns: accepted are positive finite values");
        }
        rate = newRate;
        rttNanos = newRttNanos;
        // What a higher rate left unused must not become a long burst at a lower one.
        debt = Math.max(debt, -credit());
        schedule();
    }

    private void settle(long nowNanos) {
        long elapsed = nowNanos - settledNanos;
        if (elapsed > 0) {
            debt = Math.max(debt - rate * elapsed / 1e9, -credit());
            settledNanos = nowNanos;
        }
    }

    /** Bytes of unused time that are kept: with the packet that is due they make a whole burst. */
    private double credit() {
        return limits.burstBytes(rate, largestBytes) - largestBytes;
    }

    private void schedule() {
        double interval = packetBytes / rate * 1e9;
        double early = Math.min(interval, Math.min(limits.granularityNanos, rttNanos)) / 2;
        double row = rowEnded ? Math.max(0, limits.rowNanos - interval) : 0;
        double wait = Math.min(Math.ceil(debt / rate * 1e9 - early + row), MAX_INTERVAL_NANOS);
        nextNanos = settledNanos + (long) wait;
    }
}
