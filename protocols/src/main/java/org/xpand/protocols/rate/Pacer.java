package org.xpand.protocols.rate;

/**
 * Determines when the next packet may be sent (RFC 5348 §4.6 and §8.3): nominal times t_i = t_{i−1} + s/X.
 *
 * <ul>
 * <li>A packet may be sent early by half of min(interval, timer granularity, round-trip time); its nominal time still
 *     counts for the next one.
 * <li>Lateness is made up for by a burst of at most {@link Limits#burstPackets} packets, of the largest
 *     length sent so far, or {@link Limits#burstNanos} worth of the rate, whichever is more. Unused time beyond that is
 *     lost, whether the timer was late or there was nothing to send. A caller that rests between its turns ({@link #rests}) makes up
 *     for the rest as well.
 * <li>What a process did not send while it slept is made up for by a quarter of the rate in addition, as far as it is of the last
 *     round-trip time ({@link #slept}): TCP's window would leave at once then (RFC 5348 §4.6). The path has become empty meanwhile.
 * <li>After a wait, sending continues when {@link Limits#rowNanos} worth of the rate has accumulated, unless that is less than
 *     a packet: at high rates a turn for each packet would cost more than the packet.
 * <li>It continues when {@link Limits#rowPackets} packets have accumulated, too, so that they leave together as TCP's packets do, of which
 *     an acknowledgement releases two (RFC 5681 §4.2). Where a row would take more than half of a round-trip time, packets leave one by one.
 * <li>When the rate changes between two packets, the unpaid part of the last packet is kept in bytes and paid
 *     at the new rate from then on: a higher rate shortens the rest of the interval, a lower one lengthens it.
 * </ul>
 *
 * <p>{@link #sent} is called for everything charged to the rate, repairs included. Not thread-safe.
 */
public final class Pacer {
    /** The longest interval: keeps times comparable by subtraction. */
    private static final double MAX_INTERVAL_NANOS = 1L << 61;
    /** Part of the rate that is added while missed bytes are made up for. */
    private static final double MAKING_UP = 0.25;

    /**
     * How far packets may be sent from their nominal times.
     *
     * @param burstPackets     most packets sent together, at least 1
     * @param burstNanos       time at the rate whose bytes may be sent together, not negative
     * @param rowPackets       packets that are sent together after a wait, 1 to burstPackets
     * @param rowNanos         time at the rate whose bytes are sent together after a wait, 0 to burstNanos
     * @param granularityNanos granularity of the timer that drives the pacer, t_gran, not negative
     */
    public record Limits(int burstPackets, long burstNanos, int rowPackets, long rowNanos, long granularityNanos) {
        /** 4 packets or 1 ms worth, rows of a packet or 0.25 ms, with a timer of 1 ms. */
        public static final Limits DEFAULT = new Limits(4, 1_000_000, 1, 250_000, 1_000_000);

        public Limits {
            if (burstPackets < 1 || burstNanos < 0 || rowPackets < 1 || rowPackets > burstPackets || rowNanos < 0 || rowNanos > burstNanos
                    || granularityNanos < 0) {
                throw new IllegalArgumentException("burst of " + burstPackets + " packets, " + burstNanos
                        + " ns, rows of " + rowPackets + " packets, " + rowNanos + " ns, granularity " + granularityNanos
                        + " ns: accepted are at least 1, 0, 1 to the burst's, 0 to the burst's and 0");
            }
        }

        /**
         * The same with other rows.
         *
         * @param packets sent together after a wait, at least 1; no more than the burst's are
         * @return the limits with these rows
         * @throws IllegalArgumentException if the number is below 1
         */
        public Limits withRowPackets(int packets) {
            return new Limits(burstPackets, burstNanos, Math.min(packets, burstPackets), rowNanos, granularityNanos);
        }

        /**
         * The most bytes that may be sent together.
         *
         * @param rate bytes per second, not negative
         * @param size packet size in bytes, positive
         * @return bytes: {@link #burstPackets} packets or {@link #burstNanos} at the rate, whichever is more
         */
        public double burstBytes(double rate, double size) {
            return Math.max(burstPackets * size, rate * burstNanos / 1e9);
        }
    }

    private final Limits limits;
    private double rate;
    private double nanosPerByte;
    private long rttNanos;
    private long restNanos;
    private int packetBytes;
    private int largestBytes;
    /** Bytes sent and not yet paid for at {@link #settledNanos}; negative for unused time that may still be used. */
    private double debt;
    private long settledNanos;
    private long nextNanos;
    /** How long after {@link #settledNanos} the next packet may leave if no row has ended. */
    private double waitNanos;
    /** Whether a row has ended because the rate did not allow more. */
    private boolean rowEnded;
    /** Bytes that a sleeping process did not send, and that are made up for. */
    private double missed;

    /**
     * A pacer before the first packet.
     *
     * @param limits     how far packets may be sent from their nominal times
     * @param startNanos when the first packet may be sent, nanoseconds of the one monotonic clock of all calls
     */
    public Pacer(Limits limits, long startNanos) {
        this.limits = limits;
        settledNanos = startNanos;
        nextNanos = startNanos;
    }

    /**
     * Whether a packet may be sent now.
     *
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     * @return whether {@link #nextSendNanos} has come
     */
    public boolean maySend(long nowNanos) {
        return nowNanos - nextNanos >= 0;
    }

    /**
     * When the next packet may be sent: t_i less what it may be early (RFC 5348 §8.3).
     *
     * @return nanoseconds of the same clock; in the past if it may be sent already
     */
    public long nextSendNanos() {
        return nextNanos;
    }

    /**
     * A packet of any kind was sent.
     *
     * @param bytes       its length, positive
     * @param newRate     the rate from now on in bytes per second, positive and finite
     * @param newRttNanos the round-trip time from now on in nanoseconds, positive
     * @param nowNanos    time now, nanoseconds of the one monotonic clock of all calls
     * @throws IllegalArgumentException if a value is out of its range
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
            awaitRow();
        }
    }

    /**
     * The rate changes between two packets.
     *
     * @param newRate     the rate from now on in bytes per second, positive and finite
     * @param newRttNanos the round-trip time from now on in nanoseconds, positive
     * @param nowNanos    time now, nanoseconds of the one monotonic clock of all calls
     * @throws IllegalArgumentException if a value is out of its range
     */
    public void rateChanged(double newRate, long newRttNanos, long nowNanos) {
        settle(nowNanos);
        apply(newRate, newRttNanos);
    }

    /**
     * A packet was allowed and there was none: the time until now is lost, except what a burst can make up for (RFC 5348 §4.6).
     *
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     */
    public void idle(long nowNanos) {
        settle(nowNanos);
        rowEnded = false;
        missed = 0;
        schedule();
    }

    private void apply(double newRate, long newRttNanos) {
        if (!(newRate > 0 && newRate < Double.POSITIVE_INFINITY) || newRttNanos <= 0) {
            throw new IllegalArgumentException("rate " + newRate + " B/s, round-trip time " + newRttNanos
                    + " ns: accepted are positive finite values");
        }
        if (newRate != rate) {
            rate = newRate;
            nanosPerByte = 1e9 / newRate;
        }
        rttNanos = newRttNanos;
        // Time left unused at a higher rate must not become a long burst at a lower one.
        debt = Math.max(debt, -credit());
        missed = Math.min(missed, mostMissed());
        schedule();
    }

    /**
     * The process has slept: what it could have sent meanwhile, and in the last round-trip time, is sent in addition from now on, unless
     * packets have to leave one by one.
     *
     * @param lateNanos for how long at least, nanoseconds
     * @param nowNanos  time now, nanoseconds of the one monotonic clock of all calls
     */
    public void slept(long lateNanos, long nowNanos) {
        if (limits.burstPackets > 1) {
            settle(nowNanos);
            // A burst makes up for the first part.
            missed = Math.max(0, Math.min(missed + rate * lateNanos / 1e9, mostMissed()) - credit());
            schedule();
        }
    }

    private void settle(long nowNanos) {
        long elapsed = nowNanos - settledNanos;
        if (elapsed > 0) {
            double additional = Math.min(missed, MAKING_UP * rate * elapsed / 1e9);
            missed -= additional;
            debt = Math.max(debt - rate * elapsed / 1e9 - additional, -credit());
            settledNanos = nowNanos;
        }
    }

    /**
     * The caller rests between its turns from now on: the packets of a rest may leave together, and those of another one, since a turn after
     * a rest may be late. Without effect if packets have to leave one by one.
     *
     * @param nanos how long it rests, nanoseconds, not negative
     */
    public void rests(long nanos) {
        restNanos = limits.burstNanos > 0 ? 2 * nanos : 0;
    }

    /** Bytes of unused time that are kept: together with the due packet they make a whole burst. */
    private double credit() {
        return Math.max(limits.burstBytes(rate, largestBytes), rate * (limits.burstNanos + restNanos) / 1e9) - largestBytes;
    }

    /** No more than TCP, whose window holds a round-trip time's worth (RFC 5348 §4.6). */
    private double mostMissed() {
        return rate * rttNanos / 1e9;
    }

    private void schedule() {
        double early = Math.min(packetBytes * nanosPerByte, Math.min(limits.granularityNanos, rttNanos)) / 2;
        waitNanos = debtNanos() - early;
        awaitRow();
    }

    private void awaitRow() {
        double interval = packetBytes * nanosPerByte;
        double row = rowEnded ? Math.max(0, rowNanos(interval) - interval) : 0;
        nextNanos = settledNanos + (long) Math.min(Math.ceil(waitNanos + row), MAX_INTERVAL_NANOS);
    }

    /** How long it takes until the debt is paid, with what is added to the rate. */
    private double debtNanos() {
        double additional = missed > 0 ? Math.min(missed, Math.max(0, debt) * MAKING_UP / (1 + MAKING_UP)) : 0;
        return (debt - additional) * nanosPerByte;
    }

    /** How long the packets that are sent together after a wait take at the rate; one packet takes {@code interval}. */
    private double rowNanos(double interval) {
        double packets = limits.rowPackets * interval;
        return packets * 2 <= rttNanos ? Math.max(packets, limits.rowNanos) : limits.rowNanos;
    }
}
