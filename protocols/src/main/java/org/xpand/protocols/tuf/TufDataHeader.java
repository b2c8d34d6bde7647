package org.xpand.protocols.tuf;

import org.xpand.protocols.rate.RateLimits;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * The header of a data packet: its tag, made by the source's delegate when it leaves, and sometimes the round-trip time of
 * one receiver. 4 bytes tag; then nothing, or 8 bytes receiver key and 4 bytes microseconds. One object is reused for
 * every packet that is read.
 */
final class TufDataHeader {
    /** Bytes of a header without a round-trip time. */
    static final int SHORT_LENGTH = 4;
    /** Bytes of a header with one. */
    static final int LONG_LENGTH = 16;

    private long tag;
    private boolean announced;
    private long receiver;
    private long rttNanos;

    static void writeTag(WireWriter out, long tag) {
        out.putInt((int) tag);
    }

    static void writeRtt(WireWriter out, long receiver, long rttNanos) {
        out.putLong(receiver).putInt(RateLimits.micros(rttNanos));
    }

    /**
     * Reads a header up to its end.
     *
     * @throws MalformedPacketException if no source writes its length or the time; fields read before the error are
     *                                  kept
     */
    void read(WireReader in) {
        int length = in.remaining();
        if (length != SHORT_LENGTH && length != LONG_LENGTH) {
            throw new MalformedPacketException("tuf data header: length is neither 4 nor 16");
        }
        long value = in.getInt() & 0xFFFF_FFFFL;
        if (length == LONG_LENGTH) {
            long key = in.getLong();
            int micros = in.getInt();
            if (micros < 1 || micros > RateLimits.MAX_RTT_MICROS) {
                throw new MalformedPacketException("tuf data header: round-trip time not within 1 us to 64 s");
            }
            receiver = key;
            rttNanos = micros * 1000L;
        }
        announced = length == LONG_LENGTH;
        tag = value;
    }

    /** 0 to 2^32 − 1. */
    long tag() {
        return tag;
    }

    /** Whether the header has the round-trip time of this receiver. */
    boolean isFor(long key) {
        return announced && receiver == key;
    }

    /** The round-trip time, nanoseconds. */
    long rttNanos() {
        return rttNanos;
    }
}
