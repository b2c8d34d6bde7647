package org.xpand.protocols.lan;

import java.io.ByteArrayOutputStream;
import java.util.TreeMap;
import org.xpand.protocols.wire.MalformedPacketException;

/** What arrives from one process, to all or to this one: puts it in order, and knows what is missing. */
final class ReceivedMessages {
    /** Messages after a missing one that are kept; further ones are requested again. */
    private static final int MOST_WAITING = 256;
    private static final long UNKNOWN = -1;
    /** Bytes of a message in parts; the longest ones name the members of all groups. */
    private static final int MOST_JOINED = 64 << 20;

    private final TreeMap<Long, Bytes> waiting = new TreeMap<>();
    private long expected = UNKNOWN;
    private long announced = UNKNOWN;
    private long requestedNanos;
    private boolean requested;
    /** What has come of a message in parts; null between messages. */
    private ByteArrayOutputStream parts;

    /** A message in a buffer. */
    record Bytes(byte[] buffer, int offset, int length) {
    }

    /** This process receives messages from this number on; those before are lost to it. */
    void begin(long number) {
        if (number > expected) {
            parts = null;
        }
        expected = Math.max(expected, number);
        announced = Math.max(announced, expected);
        waiting.headMap(expected).clear();
    }

    /** The first message is not known until the sender says it. */
    void forgetBegin() {
        waiting.clear();
    }

    boolean isKnown() {
        return expected != UNKNOWN;
    }

    /** Number of the next message in order; -1 if it is not known. */
    long expected() {
        return expected;
    }

    /** The sender has sent everything before this number. */
    void announced(long number) {
        if (isKnown()) {
            announced = Math.max(announced, number);
        }
    }

    /** Returns whether the message is the next in order, which the caller then delivers; a later one is kept. */
    boolean arrived(long number, byte[] buffer, int offset, int length) {
        if (!isKnown() || number < expected) {
            return false;
        }
        announced(number + 1);
        if (number == expected) {
            expected++;
            return true;
        }
        if (waiting.size() < MOST_WAITING) {
            waiting.put(number, new Bytes(buffer, offset, length));
        }
        return false;
    }

    /** Returns the next message in order that had to wait, or null. */
    Bytes nextWaiting() {
        Bytes next = waiting.isEmpty() ? null : waiting.remove(expected);
        if (next != null) {
            expected++;
        }
        return next;
    }

    /** Takes the next part in order, and returns the message if it is the last; else null, also without the message's beginning. */
    byte[] join(int place, byte[] buffer, int offset, int length) {
        if (place == MessagePart.FIRST) {
            parts = new ByteArrayOutputStream();
        }
        if (parts == null) {
            return null;
        }
        if (length > MOST_JOINED - parts.size()) {
            parts = null;
            throw new MalformedPacketException("a message of more than " + MOST_JOINED + " bytes");
        }
        parts.write(buffer, offset, length);
        if (place != MessagePart.LAST) {
            return null;
        }
        byte[] message = parts.toByteArray();
        parts = null;
        return message;
    }

    boolean lacks() {
        return isKnown() && expected < announced;
    }

    /** Returns the number after the missing messages if they are to be requested now, otherwise -1. */
    long requestEnd(long nowNanos, long intervalNanos) {
        if (!lacks() || requested && nowNanos - requestedNanos < intervalNanos) {
            return UNKNOWN;
        }
        requested = true;
        requestedNanos = nowNanos;
        return waiting.isEmpty() ? announced : waiting.firstKey();
    }
}
