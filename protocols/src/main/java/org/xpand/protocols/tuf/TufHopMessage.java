package org.xpand.protocols.tuf;

import org.xpand.protocols.rate.RateLimits;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * A message between two neighbours (TUF §3.2, Fig. 2). A probe asks how many packets have arrived; it is not counted
 * itself. One object is reused for every message that is read.
 *
 * <pre>
 * probe    1 (1), prober's incarnation (8), number (4), threshold
 * answer   2 (1), prober's incarnation (8), number (4), threshold, answerer's incarnation (8), packets received (8), held for, µs (4)
 * </pre>
 *
 * <p>A threshold is K (4, {@link Tag#NONE} if unknown) and whether the search goes on (1, 0 or 1): in a probe the
 * prober's, in an answer that of the hop that the prober has replaced.
 *
 * <p>The prober remembers by the probe's number how many packets had been sent, and when: an answer cannot falsify this.
 */
final class TufHopMessage {
    static final int PROBE = 1;
    static final int ANSWER = 2;
    static final int PROBE_LENGTH = 18;
    static final int ANSWER_LENGTH = 38;

    private int type;
    private long proberIncarnation;
    private int number;
    private FoundThreshold threshold = FoundThreshold.UNKNOWN;
    private long answererIncarnation;
    private long received;
    private long holdNanos;

    static void writeProbe(WireWriter out, long incarnation, int number, FoundThreshold threshold) {
        write(out, PROBE, incarnation, number, threshold);
    }

    static void writeAnswer(WireWriter out, long proberIncarnation, int number, FoundThreshold predecessor, long answererIncarnation,
                            long received, long holdNanos) {
        long hold = Math.max(0, Math.min(RateLimits.MAX_RTT_MICROS, holdNanos / 1000));
        write(out, ANSWER, proberIncarnation, number, predecessor);
        out.putLong(answererIncarnation).putLong(received).putInt((int) hold);
    }

    private static void write(WireWriter out, int type, long incarnation, int number, FoundThreshold threshold) {
        out.putByte(type).putLong(incarnation).putInt(number).putInt((int) threshold.threshold())
                .putByte(threshold.searching() ? 1 : 0);
    }

    /**
     * Reads a message up to its end.
     *
     * @throws MalformedPacketException if no hop writes it; fields read before the error are kept
     */
    void read(WireReader in) {
        int length = in.remaining();
        if (length != PROBE_LENGTH && length != ANSWER_LENGTH) {
            throw new MalformedPacketException("tuf hop message: length is neither 18 nor 38");
        }
        int kind = in.getByte();
        if (kind != (length == PROBE_LENGTH ? PROBE : ANSWER)) {
            throw new MalformedPacketException("tuf hop message: type is not that of its length");
        }
        long prober = in.getLong();
        int probe = in.getInt();
        long tag = in.getInt() & Tag.NONE;
        int searching = in.getByte();
        if (searching > 1) {
            throw new MalformedPacketException("tuf hop message: neither searching nor not");
        }
        if (kind == ANSWER) {
            readAnswer(in);
        }
        type = kind;
        proberIncarnation = prober;
        number = probe;
        threshold = new FoundThreshold(tag, searching == 1);
    }

    private void readAnswer(WireReader in) {
        long answerer = in.getLong();
        long count = in.getLong();
        int hold = in.getInt();
        if (count < 0) {
            throw new MalformedPacketException("tuf hop message: a negative count");
        }
        if (hold < 0 || hold > RateLimits.MAX_RTT_MICROS) {
            throw new MalformedPacketException("tuf hop message: hold time not within 0 to 64 s");
        }
        answererIncarnation = answerer;
        received = count;
        holdNanos = hold * 1000L;
    }

    /** {@link #PROBE} or {@link #ANSWER}. */
    int type() {
        return type;
    }

    long proberIncarnation() {
        return proberIncarnation;
    }

    int number() {
        return number;
    }

    /** The prober's in a probe, its predecessor's in an answer. */
    FoundThreshold threshold() {
        return threshold;
    }

    long answererIncarnation() {
        return answererIncarnation;
    }

    long received() {
        return received;
    }

    long holdNanos() {
        return holdNanos;
    }
}
