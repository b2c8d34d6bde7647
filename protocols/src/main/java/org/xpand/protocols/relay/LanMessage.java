package org.xpand.protocols.relay;

import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * The messages among the processes of a site. Each begins with the version (1) and the kind (1).
 *
 * <ul>
 * <li>{@link #LOCAL_SEGMENTS}, {@link #REMOTE_SEGMENTS}: group (8), then runs, each behind its length (2)
 * <li>{@link #ACK}: group (8), then per sender site (8), process (8), next number needed (8), limit (8)
 * <li>{@link #NOTICE}: group (8), send window in bytes (4), then per sender process (8), stable (8), limit (8)
 * <li>{@link #GROUPS}: version of the list (8), number of groups (2), then per group name and strategy (strings)
 * <li>{@link #GROUPS_KNOWN}: process (8), version of its list (8)
 * <li>{@link #SITES}: number of sites (2), then per site id (8), name, number of groups (2), then per group name,
 *     number of members (2), then per member process (8) and name
 * </ul>
 */
public final class LanMessage {
    /** Segments from the sender's own process. */
    public static final int LOCAL_SEGMENTS = 1;
    /** Segments of other sites, from the delegate. */
    public static final int REMOTE_SEGMENTS = 2;
    /** A member's progress, to the delegate. */
    public static final int ACK = 3;
    /** What is stable and how far senders may go, from the delegate. */
    public static final int NOTICE = 4;
    /** The groups a process has joined. */
    public static final int GROUPS = 5;
    /** The delegate knows a process's groups. */
    public static final int GROUPS_KNOWN = 6;
    /** The other sites and their members, from the delegate. */
    public static final int SITES = 7;

    /** Length of a message that is not exceeded as long as what it carries fits, bytes. */
    public static final int MAX_LENGTH = 16 << 10;

    /** Bytes of a progress entry in an {@link #ACK}. */
    public static final int ACK_ENTRY_LENGTH = 32;
    /** Bytes of a sender's entry in a {@link #NOTICE}. */
    public static final int NOTICE_ENTRY_LENGTH = 24;

    private static final int VERSION = 1;

    private LanMessage() {
    }

    /** Begins a message at the writer's start. */
    public static WireWriter begin(WireWriter out, int kind) {
        return out.reset(0, out.buffer().length).putByte(VERSION).putByte(kind);
    }

    /**
     * Reads the kind.
     *
     * @throws MalformedPacketException if the version is not this one
     */
    public static int readKind(WireReader in) {
        int version = in.getByte();
        if (version != VERSION) {
            throw new MalformedPacketException("LAN message version " + version + ", accepted is " + VERSION);
        }
        return in.getByte();
    }
}
