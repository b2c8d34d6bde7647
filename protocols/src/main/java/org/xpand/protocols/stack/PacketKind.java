package org.xpand.protocols.stack;

/** The kinds of datagrams between delegates, by their type field. */
public enum PacketKind {
    /** A packet of a group's meta-flow, along the group's tree. */
    DATA(1),
    /** A packet of a repair stream, by unicast. */
    REPAIR(2),
    /** A receiver's report, by unicast to the source. */
    REPORT(3),
    /** A request for an echo, to measure a link's cost. */
    PROBE(4),
    /** The echo of a probe. */
    PROBE_ECHO(5),
    /** A message between the hops at the ends of an overlay link. */
    HOP(6),
    /** Another packet that goes through a third site because its own path is broken. */
    BYPASS(7),
    /** A part of a datagram that is too long for the path to the next site. */
    PART(8);

    private static final PacketKind[] BY_CODE = new PacketKind[9];

    static {
        for (PacketKind kind : values()) {
            BY_CODE[kind.code] = kind;
        }
    }

    private final int code;

    PacketKind(int code) {
        this.code = code;
    }

    /** {@return the type field's value} */
    public int code() {
        return code;
    }

    /**
     * {@return the kind with this type field, or null}
     *
     * @param code the type field, not negative
     */
    public static PacketKind ofCode(int code) {
        return code < BY_CODE.length ? BY_CODE[code] : null;
    }
}
