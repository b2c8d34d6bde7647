package org.xpand.protocols.tfmcc;

import org.xpand.protocols.rate.RateLimits;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * A receiver's report, 43 bytes (RFC 4654 §2.2.2): flags (1; bit 0 have_RTT, bit 1 have_loss, bit 2 sent as the CLR),
 * feedback round (2), time stamp of the receiver (8), number of the newest packet received (8), time it was held in
 * microseconds (4), RTT used in microseconds (4), desired rate X_r (4), receive rate (4), loss event rate (4), loss events
 * seen modulo 2^32 (4).
 *
 * <p>Rates are IEEE 754 singles in bytes per second; without a loss the loss event rate is 0. One object is reused for
 * every report.
 */
final class TfmccReport {
    /** Bytes of a report. */
    static final int LENGTH = 43;

    private static final int HAVE_RTT = 1;
    private static final int HAVE_LOSS = 2;
    private static final int AS_CLR = 4;

    private boolean haveRtt;
    private boolean asClr;
    private int round;
    private long stampNanos;
    private long echoNumber;
    private long holdNanos;
    private long rttNanos;
    private double rate;
    private double receiveRate;
    private double lossEventRate;
    private int lossEvents;

    /**
     * Sets the report's values about its sender.
     *
     * @param rttMeasured   have_RTT
     * @param limiting      whether it is sent as the CLR, without suppression
     * @param feedbackRound the highest received round, modulo 2^16
     * @param stamp         tr_r, the receiver's clock
     * @param rtt           the RTT from which the rate was computed, nanoseconds
     */
    void setSender(boolean rttMeasured, boolean limiting, int feedbackRound, long stamp, long rtt) {
        haveRtt = rttMeasured;
        asClr = limiting;
        round = feedbackRound & 0xFFFF;
        stampNanos = stamp;
        rttNanos = RateLimits.micros(rtt) * 1000L;
    }

    /**
     * Sets the report's values about the path.
     *
     * @param echo     number of the newest packet received
     * @param hold     time since it arrived, nanoseconds, not negative
     * @param desired  X_r, bytes per second
     * @param received receive rate, bytes per second
     * @param p        loss event rate, 0 without a loss
     * @param events   loss events seen, modulo 2^32
     */
    void setPath(long echo, long hold, double desired, double received, double p, int events) {
        echoNumber = echo;
        holdNanos = Math.max(0, Math.min(RateLimits.MAX_RTT_MICROS, hold / 1000)) * 1000;
        rate = RateLimits.rate(desired);
        receiveRate = Math.min(RateLimits.MAX_RATE, received);
        lossEventRate = RateLimits.share(p);
        lossEvents = events;
    }

    void write(WireWriter out) {
        out.putByte((haveRtt ? HAVE_RTT : 0) | (haveLoss() ? HAVE_LOSS : 0) | (asClr ? AS_CLR : 0));
        out.putShort(round);
        out.putLong(stampNanos);
        out.putLong(echoNumber);
        out.putInt((int) (holdNanos / 1000));
        out.putInt((int) (rttNanos / 1000));
        out.putFloat(rate);
        out.putFloat(receiveRate);
        out.putFloat(lossEventRate);
        out.putInt(lossEvents);
    }

    /**
     * Reads a report up to its end.
     *
     * @throws MalformedPacketException if no receiver can have written it; earlier values are kept
     */
    void read(WireReader in) {
        check(in.remaining() == LENGTH, "length is not 43");
        int flags = in.getByte();
        int inRound = in.getShort();
        long stamp = in.getLong();
        long echo = in.getLong();
        int hold = in.getInt();
        int rtt = in.getInt();
        float desired = in.getFloat();
        float received = in.getFloat();
        float p = in.getFloat();
        int events = in.getInt();
        check(flags <= 7, "unknown flags");
        check(hold >= 0 && hold <= RateLimits.MAX_RTT_MICROS, "hold time not within 0 to 64 s");
        check(rtt >= 1 && rtt <= RateLimits.MAX_RTT_MICROS, "round-trip time not within 1 us to 64 s");
        check(desired >= RateLimits.MIN_RATE && desired <= RateLimits.MAX_RATE, "desired rate out of range");
        check(received >= 0 && received <= RateLimits.MAX_RATE, "receive rate out of range");
        boolean loss = (flags & HAVE_LOSS) != 0;
        check(loss ? p > 0 && p <= 1 : p == 0, "loss event rate not within 0 to 1 or against the flags");
        haveRtt = (flags & HAVE_RTT) != 0;
        asClr = (flags & AS_CLR) != 0;
        round = inRound;
        stampNanos = stamp;
        echoNumber = echo;
        holdNanos = hold * 1000L;
        rttNanos = rtt * 1000L;
        rate = desired;
        receiveRate = received;
        lossEventRate = p;
        lossEvents = events;
    }

    boolean haveRtt() {
        return haveRtt;
    }

    boolean haveLoss() {
        return lossEventRate > 0;
    }

    boolean asClr() {
        return asClr;
    }

    int round() {
        return round;
    }

    long stampNanos() {
        return stampNanos;
    }

    long echoNumber() {
        return echoNumber;
    }

    long holdNanos() {
        return holdNanos;
    }

    /** The RTT from which the receiver computed its rate, nanoseconds. */
    long rttNanos() {
        return rttNanos;
    }

    /** X_r, bytes per second. */
    double rate() {
        return rate;
    }

    double receiveRate() {
        return receiveRate;
    }

    /** p, 0 without a loss. */
    double lossEventRate() {
        return lossEventRate;
    }

    /** Loss events seen, modulo 2^32. */
    int lossEvents() {
        return lossEvents;
    }

    private static void check(boolean valid, String fault) {
        if (!valid) {
            throw new MalformedPacketException("tfmcc report: " + fault);
        }
    }
}
