package org.xpand.protocols.lossy;

import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * Codec of the frames of layered groups, between and inside sites: type (1), length of the content (2), content.
 * Unknown types are skipped.
 *
 * <ul>
 * <li>{@link #RUN}: sender's site (8), sender's member (8), age of its membership in ms (4), precedence (1), number of the
 *     first message (8), then parts of messages: index (2, the highest bit set in a message's last part), length (2), bytes.
 *     The part after a last one is of the next number.
 * <li>{@link #DIGEST}, an announcement of numbers: site (8), member (8), age in ms (4), number of precedences (1), for each the
 *     number of the first message that has not been sent as a whole (8)
 * </ul>
 */
final class LossyFrames {
    static final int RUN = 9;
    static final int DIGEST = 10;

    /** Type and length. */
    static final int HEADER_LENGTH = 3;
    static final int RUN_HEADER_LENGTH = 29;
    static final int PART_HEADER_LENGTH = 4;
    /**
     * Most bytes of a message in one part: a packet of the MTU less the longest headers before it.
     */
    static final int MAX_PART = 1224;
    /** Most parts of a message. */
    static final int MAX_PARTS = 0x8000;

    private static final int LAST = 0x8000;

    private LossyFrames() {
    }

    /** Receives the content of frames. */
    interface Sink {
        /** One part; its bytes are the next {@code length} of {@code in}, to be read before this returns, or skipped. */
        void part(SenderId sender, long ageNanos, int precedence, long number, int index, boolean last, WireReader in,
                  int length);

        /** Everything below these numbers has been sent. */
        void digest(SenderId sender, long ageNanos, long[] next);
    }

    /** Length of an announcement of numbers. */
    static int digestLength(int precedences) {
        return HEADER_LENGTH + 21 + Long.BYTES * precedences;
    }

    /** Begins a run; returns where its content starts, for {@link #end}. */
    static int beginRun(WireWriter out, SenderId sender, long ageNanos, int precedence, long number) {
        out.putByte(RUN).putShort(0);
        int start = out.position();
        putSender(out, sender, ageNanos).putByte(precedence).putLong(number);
        return start;
    }

    /** Continues a run. */
    static void putPart(WireWriter out, int index, boolean last, byte[] bytes, int offset, int length) {
        out.putShort(index | (last ? LAST : 0)).putShort(length).putBytes(bytes, offset, length);
    }

    /** Fills in the length of the frame whose content started at {@code start}. */
    static void end(WireWriter out, int start) {
        out.setShort(start - Short.BYTES, out.position() - start);
    }

    /** Writes an announcement of numbers. */
    static void putDigest(WireWriter out, SenderId sender, long ageNanos, long[] next) {
        out.putByte(DIGEST).putShort(0);
        int start = out.position();
        putSender(out, sender, ageNanos).putByte(next.length);
        for (long each : next) {
            out.putLong(each);
        }
        end(out, start);
    }

    private static WireWriter putSender(WireWriter out, SenderId sender, long ageNanos) {
        return out.putSender(sender)
                .putInt((int) Math.max(0, Math.min(ageNanos / 1_000_000, Integer.MAX_VALUE)));
    }

    /**
     * Reads frames, which fill the rest of {@code in}.
     *
     * @param precedences number of precedences of the group
     * @throws MalformedPacketException if they are malformed; frames before the error were passed to the sink
     */
    static void read(WireReader in, int precedences, Sink sink) {
        WireReader frame = new WireReader();
        while (in.remaining() > 0) {
            int type = in.getByte();
            frame.resetTo(in, in.getShort());
            if (type == RUN) {
                readRun(frame, precedences, sink);
            } else if (type == DIGEST) {
                readDigest(frame, precedences, sink);
            }
        }
    }

    private static void readRun(WireReader in, int precedences, Sink sink) {
        SenderId sender = readSender(in);
        long age = readAge(in);
        int precedence = in.getByte();
        long number = in.getNumber();
        if (precedence >= precedences) {
            throw new MalformedPacketException("precedence " + precedence + " in a group of " + precedences);
        }
        while (in.remaining() > 0) {
            int index = in.getShort();
            int length = in.getShort();
            boolean last = (index & LAST) != 0;
            if (length > MAX_PART || length > in.remaining()) {
                throw new MalformedPacketException("a part of " + length + " bytes, " + in.remaining() + " left");
            }
            int after = in.remaining() - length;
            sink.part(sender, age, precedence, number, index & ~LAST, last, in, length);
            in.skip(in.remaining() - after);
            if (last) {
                number++;
            }
        }
    }

    private static void readDigest(WireReader in, int precedences, Sink sink) {
        SenderId sender = readSender(in);
        long age = readAge(in);
        int count = in.getByte();
        if (count != precedences) {
            throw new MalformedPacketException("a word on " + count + " precedences in a group of " + precedences);
        }
        long[] next = new long[count];
        for (int i = 0; i < count; i++) {
            next[i] = in.getNumber();
        }
        sink.digest(sender, age, next);
    }

    private static SenderId readSender(WireReader in) {
        return in.getSender();
    }

    private static long readAge(WireReader in) {
        int ms = in.getInt();
        if (ms < 0) {
            throw new MalformedPacketException("age of " + ms + " ms");
        }
        return ms * 1_000_000L;
    }
}
