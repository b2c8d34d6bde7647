package org.xpand.protocols.tfrc;

import org.xpand.protocols.rate.RateLimits;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * The header of a data packet: nothing, or the round-trip time of one receiver (Xpand §4.1: the source's delegate
 * passes it back). 8 bytes receiver key, 4 bytes microseconds. One object is reused for every packet that is read.
 */
final class TfrcDataHeader {
    /** Bytes of a header with a round-trip time. */
    static final int LENGTH = 12;

    private boolean present;
    private long receiver;
    private long rttNanos;

    static void write(WireWriter out, long receiver, long rttNanos) {
        out.putLong(receiver).putInt(RateLimits.micros(rttNanos));
    }

    /**
     * Reads a header up to its end.
     *
     * @throws MalformedPacketException if no source can have written its length or time; earlier values are kept
     */
    void read(WireReader in) {
        int length = in.remaining();
        if (length == 0) {
            present = false;
            return;
        }
        if (length != LENGTH) {
            throw new MalformedPacketException("tfrc data header: length is neither 0 nor 12");
        }
        long key = in.getLong();
        int micros = in.getInt();
        if (micros < 1 || micros > RateLimits.MAX_RTT_MICROS) {
            throw new MalformedPacketException("tfrc data header: round-trip time not within 1 us to 64 s");
        }
        present = true;
        receiver = key;
        rttNanos = micros * 1000L;
    }

    /** Whether the header contains the round-trip time of this receiver. */
    boolean isFor(long key) {
        return present && receiver == key;
    }

    /** The round-trip time in the header, nanoseconds. */
    long rttNanos() {
        return rttNanos;
    }
}
