package org.xpand.protocols.tuf;

import org.xpand.protocols.rate.RateLimits;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * A receiver's report, 32 bytes: number of the newest packet received (8), time it was held in microseconds (4), receive
 * rate in bytes per second (8), share of the packets that did not arrive since the numbers began (8), highest tag since
 * the last report (4), {@link Tag#NONE} if there was none. Only the rate of a base layer depends on the last one
 * (TUF §4.2). One object is reused for every report.
 */
final class TufReport {
    static final int LENGTH = 32;

    private long echoNumber;
    private long holdNanos;
    private double receiveRate;
    private double missing;
    private long highestTag;

    static void write(WireWriter out, long echo, long holdNanos, double receiveRate, double missing,
                      long highestTag) {
        out.putLong(echo);
        out.putInt((int) Math.max(0, Math.min(RateLimits.MAX_RTT_MICROS, holdNanos / 1000)));
        out.putDouble(Math.min(RateLimits.MAX_RATE, receiveRate));
        out.putDouble(missing);
        out.putInt((int) highestTag);
    }

    /**
     * Reads a report up to its end.
     *
     * @throws MalformedPacketException if no receiver writes it; fields read before the error are kept
     */
    void read(WireReader in) {
        if (in.remaining() != LENGTH) {
            throw new MalformedPacketException("tuf report: length is not 32");
        }
        long echo = in.getLong();
        int hold = in.getInt();
        double rate = in.getDouble();
        double share = in.getDouble();
        long tag = in.getInt() & Tag.NONE;
        if (hold < 0 || hold > RateLimits.MAX_RTT_MICROS) {
            throw new MalformedPacketException("tuf report: hold time not within 0 to 64 s");
        }
        if (!(rate >= 0 && rate <= RateLimits.MAX_RATE)) {
            throw new MalformedPacketException("tuf report: receive rate out of range");
        }
        if (!(share >= 0 && share <= 1)) {
            throw new MalformedPacketException("tuf report: missing share not within 0 to 1");
        }
        echoNumber = echo;
        holdNanos = hold * 1000L;
        receiveRate = rate;
        missing = share;
        highestTag = tag;
    }

    long echoNumber() {
        return echoNumber;
    }

    /** How long the echoed packet was held, nanoseconds. */
    long holdNanos() {
        return holdNanos;
    }

    /** Bytes per second. */
    double receiveRate() {
        return receiveRate;
    }

    /** 0 to 1. */
    double missing() {
        return missing;
    }

    /** 0 to 2^32 − 2, or {@link Tag#NONE}. */
    long highestTag() {
        return highestTag;
    }
}
