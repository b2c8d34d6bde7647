package org.xpand.protocols.tuf;

import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * What two neighbours tell each other (TUF §3.2, Fig. 2). A probe asks how many packets have arrived; it is not counted
 * itself. One object is reused for every message that is read.
 *
 * <pre>
 * probe    1 (1), prober's epoch (8), number (4)
 * answer   2 (1), prober's epoch (8), number (4), answerer's epoch (8), packets received (8), held for, µs (4)
 * </pre>
 *
 * <p>How many packets had been sent, and when, the prober remembers by the probe's number: nobody can tell it wrong.
 */
final class TufHopMessage {
    static final int PROBE = 1;
    static final int ANSWER = 2;
    static final int PROBE_LENGTH = 13;
    static final int ANSWER_LENGTH = 33;
    /** Longest time an answer may say the probe was held: 64 s. */
    static final int MAX_HOLD_MICROS = 64_000_000;

    private int type;
    private long proberEpoch;
    private int number;
    private long answererEpoch;
    private long received;
    private long holdNanos;

    static void writeProbe(WireWriter out, long epoch, int number) {
        out.putByte(PROBE).putLong(epoch).putInt(number);
    }

    static void writeAnswer(WireWriter out, long proberEpoch, int number, long answererEpoch, long received,
                            long holdNanos) {
        long hold = Math.max(0, Math.min(MAX_HOLD_MICROS, holdNanos / 1000));
        out.putByte(ANSWER).putLong(proberEpoch).putInt(number).putLong(answererEpoch).putLong(received)
                .putInt((int) hold);
    }

    /**
     * Reads a message up to its end.
     *
     * @throws MalformedPacketException if no hop writes it; what was read before stays
     */
    void read(WireReader in) {
        int length = in.remaining();
        if (length != PROBE_LENGTH && length != ANSWER_LENGTH) {
            throw new MalformedPacketException("tuf hop message: length is neither 13 nor 33");
        }
        int kind = in.getByte();
        if (kind != (length == PROBE_LENGTH ? PROBE : ANSWER)) {
            throw new MalformedPacketException("tuf hop message: type is not that of its length");
        }
        long prober = in.getLong();
        int probe = in.getInt();
        if (kind == ANSWER) {
            readAnswer(in);
        }
        type = kind;
        proberEpoch = prober;
        number = probe;
    }

    private void readAnswer(WireReader in) {
        long answerer = in.getLong();
        long count = in.getLong();
        int hold = in.getInt();
        if (count < 0) {
            throw new MalformedPacketException("tuf hop message: a negative count");
        }
        if (hold < 0 || hold > MAX_HOLD_MICROS) {
            throw new MalformedPacketException("tuf hop message: hold time not within 0 to 64 s");
        }
        answererEpoch = answerer;
        received = count;
        holdNanos = hold * 1000L;
    }

    /** {@link #PROBE} or {@link #ANSWER}. */
    int type() {
        return type;
    }

    long proberEpoch() {
        return proberEpoch;
    }

    int number() {
        return number;
    }

    long answererEpoch() {
        return answererEpoch;
    }

    long received() {
        return received;
    }

    long holdNanos() {
        return holdNanos;
    }
}
