package org.xpand.simulator.session;

import org.xpand.protocols.wire.WireReader;
import org.xpand.simulator.net.MulticastGroup;
import org.xpand.simulator.net.Packet;
import org.xpand.simulator.net.Port;

/** A numbered packet of a session with the strategy's header. */
final class SessionData extends Packet {
    private final long number;
    private final long sentNanos;
    private final byte[] header;
    private final Ecn ecn;

    /** Its ECN state (RFC 3168). */
    enum Ecn {
        /** It cannot be marked. */
        NONE,
        /** It can be marked. */
        CAPABLE,
        /** It was marked. */
        MARKED
    }

    private SessionData(SessionData other) {
        super(other);
        this.number = other.number;
        this.sentNanos = other.sentNanos;
        this.header = other.header;
        this.ecn = Ecn.MARKED;
    }

    SessionData(MulticastGroup group, int size, long number, long sentNanos, byte[] header, Ecn ecn) {
        super(group, size);
        this.ecn = ecn;
        this.number = number;
        this.sentNanos = sentNanos;
        this.header = header;
    }

    SessionData(Port port, int size, long number, long sentNanos, byte[] header, Ecn ecn) {
        super(port, size);
        this.ecn = ecn;
        this.number = number;
        this.sentNanos = sentNanos;
        this.header = header;
    }

    @Override
    protected boolean canBeMarked() {
        return ecn != Ecn.NONE;
    }

    @Override
    protected SessionData marked() {
        return new SessionData(this);
    }

    boolean isMarked() {
        return ecn == Ecn.MARKED;
    }

    long number() {
        return number;
    }

    long sentNanos() {
        return sentNanos;
    }

    WireReader readHeader(WireReader reader) {
        return reader.reset(header, 0, header.length);
    }
}
