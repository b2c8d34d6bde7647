package org.xpand.protocols.tfmcc;

import org.xpand.protocols.rate.RateLimits;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * The header of every data packet (RFC 4654 §2.2.1): flags (1), feedback round (2), N (4), sending rate X (4), suppression
 * rate X_supp (4), R_max in microseconds (4); then, if the flags say so, the CLR's key (8), the key of the receiver whose
 * time stamp is echoed (8, omitted if it is the CLR) and its time stamp (8). 19 to 43 bytes.
 *
 * <p>Rates are IEEE 754 floats in bytes per second, X_supp is infinite at the start of a round. The packet's number and
 * its own time stamp are the stack's. One object is reused for every packet.
 */
final class TfmccDataHeader {
    /** The largest N in a header. */
    static final int MAX_GROUP_SIZE = 1_000_000;
    /** Bytes of the part that is always present. */
    static final int BASE_LENGTH = 19;
    /** Bytes of a header that names a CLR and echoes another receiver. */
    static final int MAX_LENGTH = length(true, true, false);

    private static final int SLOW_START = 1;
    private static final int SUPPRESSED_BY_LOSS = 2;
    private static final int HAS_CLR = 4;
    private static final int HAS_ECHO = 8;
    private static final int ECHOES_CLR = 16;
    private static final int QUICK_REPORTS = 32;

    private boolean slowStart;
    private int round;
    private int groupSize;
    private double rate;
    private double suppressionRate;
    private boolean suppressedByLoss;
    private long maxRttNanos;
    private boolean hasClr;
    private long clr;
    private boolean quickReports;
    private boolean hasEcho;
    private long echoReceiver;
    private long echoNanos;

    /**
     * Sets the values that every packet contains.
     *
     * @param inSlowStart     whether no receiver has reported a loss yet
     * @param feedbackRound   fb_nr, modulo 2^16
     * @param members         N
     * @param sendingRate     X, bytes per second
     * @param suppression     X_supp, bytes per second, infinite if nothing is suppressed
     * @param lossSuppression whether X_supp stems from a report of a loss
     * @param maximumNanos    R_max
     */
    void set(boolean inSlowStart, int feedbackRound, int members, double sendingRate, double suppression,
            boolean lossSuppression, long maximumNanos) {
        slowStart = inSlowStart;
        round = feedbackRound & 0xFFFF;
        groupSize = Math.max(1, Math.min(MAX_GROUP_SIZE, members));
        rate = (float) RateLimits.rate(sendingRate);
        suppressionRate = suppression == Double.POSITIVE_INFINITY ? suppression : (float) RateLimits.rate(suppression);
        suppressedByLoss = lossSuppression;
        maxRttNanos = RateLimits.micros(maximumNanos) * 1000L;
        hasClr = false;
        hasEcho = false;
        quickReports = false;
    }

    /** So few receivers that they report at once: their first packet, and in slow start a rate that has risen or the first loss. */
    void requestQuickReports() {
        quickReports = true;
    }

    /** Names the current limiting receiver. */
    void setClr(long key) {
        hasClr = true;
        clr = key;
    }

    /**
     * Echoes a receiver's time stamp.
     *
     * @param stampNanos tr', the report's time stamp plus the time it was held here
     */
    void setEcho(long receiver, long stampNanos) {
        hasEcho = true;
        echoReceiver = receiver;
        echoNanos = stampNanos;
    }

    /** Bytes that {@link #write} will write. */
    static int length(boolean withClr, boolean withEcho, boolean echoesClr) {
        return BASE_LENGTH + (withClr ? Long.BYTES : 0) + (withEcho ? Long.BYTES : 0)
                + (withEcho && !echoesClr ? Long.BYTES : 0);
    }

    void write(WireWriter out) {
        boolean echoesClr = hasEcho && hasClr && echoReceiver == clr;
        out.putByte((slowStart ? SLOW_START : 0) | (suppressedByLoss ? SUPPRESSED_BY_LOSS : 0) | (hasClr ? HAS_CLR : 0)
                | (hasEcho ? HAS_ECHO : 0) | (echoesClr ? ECHOES_CLR : 0) | (quickReports ? QUICK_REPORTS : 0));
        out.putShort(round);
        out.putInt(groupSize);
        out.putFloat(rate);
        out.putFloat(suppressionRate);
        out.putInt((int) (maxRttNanos / 1000));
        if (hasClr) {
            out.putLong(clr);
        }
        if (hasEcho && !echoesClr) {
            out.putLong(echoReceiver);
        }
        if (hasEcho) {
            out.putLong(echoNanos);
        }
    }

    /**
     * Reads a header up to its end.
     *
     * @throws MalformedPacketException if no source can have written it; earlier values are kept
     */
    void read(WireReader in) {
        int flags = in.getByte();
        boolean withClr = (flags & HAS_CLR) != 0;
        boolean withEcho = (flags & HAS_ECHO) != 0;
        boolean echoesClr = (flags & ECHOES_CLR) != 0;
        check(flags <= 63 && (!echoesClr || withClr && withEcho), "unknown flags");
        check(in.remaining() + 1 == length(withClr, withEcho, echoesClr), "length does not fit the flags");
        int inRound = in.getShort();
        int members = in.getInt();
        float sendingRate = in.getFloat();
        float suppression = in.getFloat();
        int micros = in.getInt();
        check(members >= 1 && members <= MAX_GROUP_SIZE, "group size not within 1 to 1000000");
        check(inRange(sendingRate), "rate out of range");
        check(suppression == Float.POSITIVE_INFINITY || inRange(suppression), "suppression rate out of range");
        check(micros >= 1 && micros <= RateLimits.MAX_RTT_MICROS, "round-trip time not within 1 us to 64 s");
        slowStart = (flags & SLOW_START) != 0;
        suppressedByLoss = (flags & SUPPRESSED_BY_LOSS) != 0;
        round = inRound;
        groupSize = members;
        rate = sendingRate;
        suppressionRate = suppression;
        maxRttNanos = micros * 1000L;
        quickReports = (flags & QUICK_REPORTS) != 0;
        hasClr = withClr;
        clr = withClr ? in.getLong() : 0;
        hasEcho = withEcho;
        echoReceiver = echoesClr ? clr : withEcho ? in.getLong() : 0;
        echoNanos = withEcho ? in.getLong() : 0;
    }

    boolean slowStart() {
        return slowStart;
    }

    int round() {
        return round;
    }

    int groupSize() {
        return groupSize;
    }

    double rate() {
        return rate;
    }

    double suppressionRate() {
        return suppressionRate;
    }

    boolean suppressedByLoss() {
        return suppressedByLoss;
    }

    long maxRttNanos() {
        return maxRttNanos;
    }

    /** Whether receivers that have not reported yet have to do so at once. */
    boolean quickReports() {
        return quickReports;
    }

    /** Whether the source is in slow start and doubles the rate as fast as TCP does. */
    boolean doublesPerRtt() {
        return slowStart && quickReports;
    }

    boolean hasClr() {
        return hasClr;
    }

    boolean isClr(long key) {
        return hasClr && clr == key;
    }

    /** Whether the packet echoes this receiver's time stamp. */
    boolean echoes(long key) {
        return hasEcho && echoReceiver == key;
    }

    /** tr', by the receiver's clock. */
    long echoNanos() {
        return echoNanos;
    }

    private static boolean inRange(float value) {
        return value >= (float) RateLimits.MIN_RATE && value <= (float) RateLimits.MAX_RATE;
    }

    private static void check(boolean valid, String fault) {
        if (!valid) {
            throw new MalformedPacketException("tfmcc data header: " + fault);
        }
    }
}
