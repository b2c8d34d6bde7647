package org.xpand.protocols.mca;

import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * The header of a data packet: empty, or, in a control packet (MCA §2.2), SRTT; the congestion representative with the
 * average and deviation of its G-TRAC, if one is chosen; and data for one receiver, if there is new data for one.
 * One object is reused for every packet that is read.
 *
 * <pre>
 * 1 byte   flags: 1 = a representative is chosen, 2 = data for one receiver follows
 * 4 bytes  SRTT, microseconds
 * 8 bytes  key of the representative, 0 if none is chosen
 * 8 bytes  U, bytes per second, 0 if none is chosen
 * 8 bytes  D, bytes per second, 0 if none is chosen
 * for one receiver:
 * 8 bytes  its key
 * 4 bytes  its round-trip time, microseconds
 * 4 bytes  how fast its clock gains on the source's, nanoseconds per second, -10^7 to 10^7
 * </pre>
 */
final class McaDataHeader {
    /** Bytes for all receivers. */
    static final int LENGTH = 29;
    /** Bytes with data for one of them. */
    static final int PERSONAL_LENGTH = LENGTH + 16;

    private static final int MAX_DRIFT_NANOS = 10_000_000;
    private static final int CHOSEN = 1;
    private static final int PERSONAL = 2;

    private boolean control;
    private long srttNanos;
    private boolean chosen;
    private long representative;
    private double average;
    private double deviation;
    private boolean personal;
    private long addressee;
    private long rttNanos;
    private int driftNanos;

    static void write(WireWriter out, long srttNanos, McaRepresentative chosen, McaPeer addressee) {
        out.putByte((chosen.chosen() ? CHOSEN : 0) | (addressee != null ? PERSONAL : 0))
                .putInt(McaLimits.micros(srttNanos, 1));
        out.putLong(chosen.chosen() ? chosen.key() : 0).putDouble(chosen.average()).putDouble(chosen.deviation());
        if (addressee != null) {
            out.putLong(addressee.key()).putInt(McaLimits.micros(addressee.srttNanos(), 1))
                    .putInt(addressee.driftNanos());
        }
    }

    /**
     * Reads a header up to its end.
     *
     * @throws MalformedPacketException if no source writes it; fields read before the error are kept
     */
    void read(WireReader in) {
        int length = in.remaining();
        if (length == 0) {
            control = false;
            return;
        }
        if (length != LENGTH && length != PERSONAL_LENGTH) {
            throw new MalformedPacketException("mca data header: length is not 0, 29 or 45");
        }
        int flags = in.getByte();
        boolean isPersonal = length == PERSONAL_LENGTH;
        if ((flags & ~CHOSEN) != (isPersonal ? PERSONAL : 0)) {
            throw new MalformedPacketException("mca data header: unknown flags, or against the length");
        }
        int srtt = McaLimits.checkMicros(in.getInt(), 1, "data header");
        long key = in.getLong();
        double u = McaLimits.checkRate(in.getDouble(), "data header");
        double d = McaLimits.checkRate(in.getDouble(), "data header");
        boolean isChosen = (flags & CHOSEN) != 0;
        if (!isChosen && (key != 0 || u != 0 || d != 0)) {
            throw new MalformedPacketException("mca data header: no representative, yet it has a rate");
        }
        if (isPersonal) {
            long to = in.getLong();
            int rtt = McaLimits.checkMicros(in.getInt(), 1, "data header");
            int drift = in.getInt();
            if (drift < -MAX_DRIFT_NANOS || drift > MAX_DRIFT_NANOS) {
                throw new MalformedPacketException("mca data header: clock drift not within 1 %");
            }
            addressee = to;
            rttNanos = rtt * 1000L;
            driftNanos = drift;
        }
        control = true;
        srttNanos = srtt * 1000L;
        chosen = isChosen;
        representative = key;
        average = u;
        deviation = d;
        personal = isPersonal;
    }

    /** Whether the packet is a control packet. */
    boolean control() {
        return control;
    }

    long srttNanos() {
        return srttNanos;
    }

    /** Whether a representative is chosen. */
    boolean chosen() {
        return chosen;
    }

    /** Whether the representative is chosen and has this key. */
    boolean chose(long key) {
        return chosen && representative == key;
    }

    /** U − kD, bytes per second. */
    double bound(double k) {
        return average - k * deviation;
    }

    /** Whether the packet has data for this receiver. */
    boolean concerns(long key) {
        return control && personal && addressee == key;
    }

    /** Round-trip time of this receiver, nanoseconds. */
    long rttNanos() {
        return rttNanos;
    }

    /** How fast the clock of this receiver gains on the source's, nanoseconds per second. */
    int driftNanos() {
        return driftNanos;
    }
}
