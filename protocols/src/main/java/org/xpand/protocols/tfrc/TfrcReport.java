package org.xpand.protocols.tfrc;

import org.xpand.protocols.rate.RateLimits;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * A receiver's report, 29 bytes: flags (1, bit 0: a loss event was seen), number of the newest packet received (8),
 * time it was held in microseconds (4), acceptable rate (4), loss event rate (4), receive rate (4), loss events (4).
 * Rates are IEEE 754 singles in bytes per second; without a loss event acceptable rate and loss event rate are 0. One
 * object is reused for every report.
 */
final class TfrcReport {
    /** Bytes of a report. */
    static final int LENGTH = 29;

    private static final int LOSS_SEEN = 1;

    private long echoNumber;
    private long holdNanos;
    private double acceptableRate;
    private double lossEventRate;
    private double receiveRate;
    private int lossEvents;

    /**
     * Sets the values to be written.
     *
     * @param echo       number of the newest packet received
     * @param hold       Δ, time since it arrived, nanoseconds, not negative
     * @param acceptable X_calc, bytes per second, infinite without a loss
     * @param p          loss event rate, 0 without a loss
     * @param received   X_recv, bytes per second
     * @param events     loss events seen, modulo 2^32
     */
    void set(long echo, long hold, double acceptable, double p, double received, int events) {
        echoNumber = echo;
        holdNanos = Math.max(0, Math.min(RateLimits.MAX_RTT_MICROS, hold / 1000)) * 1000;
        acceptableRate = p > 0 ? RateLimits.rate(acceptable) : Double.POSITIVE_INFINITY;
        lossEventRate = RateLimits.share(p);
        receiveRate = Math.min(RateLimits.MAX_RATE, received);
        lossEvents = events;
    }

    void write(WireWriter out) {
        boolean loss = lossEventRate > 0;
        out.putByte(loss ? LOSS_SEEN : 0);
        out.putLong(echoNumber);
        out.putInt((int) (holdNanos / 1000));
        out.putFloat(loss ? acceptableRate : 0);
        out.putFloat(lossEventRate);
        out.putFloat(receiveRate);
        out.putInt(lossEvents);
    }

    /**
     * Reads a report up to its end.
     *
     * @throws MalformedPacketException if no receiver can have written it; earlier values are kept
     */
    void read(WireReader in) {
        if (in.remaining() != LENGTH) {
            throw new MalformedPacketException("tfrc report: length is not 29");
        }
        int flags = in.getByte();
        long echo = in.getLong();
        int hold = in.getInt();
        float acceptable = in.getFloat();
        float p = in.getFloat();
        float received = in.getFloat();
        int events = in.getInt();
        if ((flags & ~LOSS_SEEN) != 0) {
            throw new MalformedPacketException("tfrc report: unknown flags");
        }
        if (hold < 0 || hold > RateLimits.MAX_RTT_MICROS) {
            throw new MalformedPacketException("tfrc report: hold time not within 0 to 64 s");
        }
        boolean loss = flags == LOSS_SEEN;
        if (loss ? !(p > 0 && p <= 1) : p != 0) {
            throw new MalformedPacketException("tfrc report: loss event rate not within 0 to 1 or against the flags");
        }
        if (loss ? !(acceptable >= RateLimits.MIN_RATE && acceptable <= RateLimits.MAX_RATE) : acceptable != 0) {
            throw new MalformedPacketException("tfrc report: acceptable rate out of range or against the flags");
        }
        if (!(received >= 0 && received <= RateLimits.MAX_RATE)) {
            throw new MalformedPacketException("tfrc report: receive rate out of range");
        }
        echoNumber = echo;
        holdNanos = hold * 1000L;
        acceptableRate = loss ? acceptable : Double.POSITIVE_INFINITY;
        lossEventRate = p;
        receiveRate = received;
        lossEvents = events;
    }

    long echoNumber() {
        return echoNumber;
    }

    /** Δ, how long the echoed packet was held, nanoseconds. */
    long holdNanos() {
        return holdNanos;
    }

    /** X_calc, bytes per second, infinite without a loss. */
    double acceptableRate() {
        return acceptableRate;
    }

    /** p, 0 without a loss. */
    double lossEventRate() {
        return lossEventRate;
    }

    /** X_recv, bytes per second. */
    double receiveRate() {
        return receiveRate;
    }

    /** Loss events seen, modulo 2^32. */
    int lossEvents() {
        return lossEvents;
    }
}
