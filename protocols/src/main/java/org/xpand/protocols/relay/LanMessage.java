package org.xpand.protocols.relay;

import java.util.OptionalInt;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * The messages among the processes of a site. Each begins with the version (1), the kind (1) and, but for
 * {@link #GROUPS}, {@link #SITES}, {@link #LOOK} and {@link #STATUS}, the group (8). The <em>epoch</em> (8) names the delegate's
 * incarnation: what
 * belongs to another delegate's time is ignored.
 *
 * <ul>
 * <li>{@link #LOCAL_SEGMENTS}, {@link #RELAYED_SEGMENTS}: runs, each behind its length (2)
 * <li>{@link #ACK}: epoch, demand in bytes per second (8, floating), then per sender site (8), member (8), first number
 *     kept (8), next number needed (8), limit (8)
 * <li>{@link #NOTICE}: epoch, the group's rate in bytes per second (8, floating), round-trip time in microseconds (4),
 *     flags (1), then per local sender member (8), stable (8), limit (8), share in bytes per second (8, floating)
 * <li>{@link #MEMBERS}: epoch, number of members (2), per member its identity (8) and whether the delegate has heard
 *     its {@link #START} (1), then each site waited for (8)
 * <li>{@link #START}: epoch, first number (8), the group's rate as last told (8, floating), then each site that the
 *     delegate before waited for (8)
 * <li>{@link #STARTS}: epoch, whom it is for (8, {@link #ALL} for all), flags (1; {@link #LAST_STARTS}, {@link #GOES_ON}), then per
 *     sender site (8), member (8), first number (8)
 * <li>{@link #GAPS}: epoch, then site (8), member (8), first number lost (8), number after the last lost (8)
 * <li>{@link #RESEND}: epoch, number from which on (8)
 * <li>{@link #QUERY}: epoch, member (8) of a sender that is gone
 * <li>{@link #HELD}: epoch, member (8) of the sender, number below which it is known to be stable (8), first number kept (8),
 *     number after the last (8); -1 for what is not known
 * <li>{@link #RECALL}: epoch, member (8) of the sender, number from which on (8)
 * <li>{@link #FORGET}: epoch, then per sender site (8), member (8)
 * <li>{@link #EXPELLED}: epoch, member (8), reason (string)
 * <li>{@link #FRAMES}, {@link #RELAYED_FRAMES}: frames of a layered group
 * <li>{@link #DEMAND}: epoch, demand in bytes per second (8, floating)
 * <li>{@link #SHARES}: epoch, round-trip time in microseconds (4), flags (1), then per member its identity
 *     (8) and share in bytes per second (8, floating)
 * <li>{@link #LIMITS}: number (2), then per limit its kind (1), site, member (strings), how long what the site lacks is kept in
 *     nanoseconds (8), text (string)
 * <li>{@link #LOOK}: nothing
 * <li>{@link #STATUS}: site (8), its name (string), part, parts (1 each), bytes
 * <li>{@link #GROUPS}: version of the list (8), flags (1: the process does not stand for election; 2: it lacks the groups of
 *     another process and asks for them) (1), number of groups (2), then per group name, strategy (strings), member (8)
 * <li>{@link #SITES}: number of sites (2), then per site id (8), name, number of groups (2), then per group name,
 *     number of members (2), then per member its identity (8) and name
 * </ul>
 */
public final class LanMessage {
    /** Segments from the sender's own process. */
    public static final int LOCAL_SEGMENTS = 1;
    /** Segments of other sites from the delegate, or of a sender that is gone from whoever holds them. */
    public static final int RELAYED_SEGMENTS = 2;
    /** A member's progress and demand, to the delegate. */
    public static final int ACK = 3;
    /** What is stable and how far and how fast senders may go, from the delegate. */
    public static final int NOTICE = 4;
    /** The groups a process has joined. */
    public static final int GROUPS = 5;
    /** Who the delegate counts as members, in which epoch. */
    public static final int MEMBERS = 6;
    /** The other sites and their members, from the delegate. */
    public static final int SITES = 7;
    /** A sender's stream goes on in this epoch from a number on; it has told before how far it is as a receiver. */
    public static final int START = 8;
    /** From which numbers on a member, or all, get which senders. */
    public static final int STARTS = 9;
    /** Segments that cannot be recovered. */
    public static final int GAPS = 10;
    /** The delegate lacks segments of a sender. */
    public static final int RESEND = 11;
    /** The delegate asks what is held of a sender that is gone. */
    public static final int QUERY = 12;
    /** A member tells what it holds of a sender that is gone. */
    public static final int HELD = 13;
    /** The delegate asks a holder for the segments of a sender that is gone. */
    public static final int RECALL = 14;
    /** Senders of which everybody has everything. */
    public static final int FORGET = 15;
    /** A member is put out of the group. */
    public static final int EXPELLED = 16;

    /** What a member of a layered group sends. */
    public static final int FRAMES = 17;
    /** What members of a layered group in other sites send, from the delegate. */
    public static final int RELAYED_FRAMES = 18;
    /** What a member of a layered group asks for, to the delegate. */
    public static final int DEMAND = 19;
    /** Whom the delegate of a layered group counts as members, and what each may send. */
    public static final int SHARES = 20;

    /** What holds the group up, from the delegate. */
    public static final int LIMITS = 21;

    /** Somebody looks at a process's status of all sites, and it asks the delegate for what it lacks. */
    public static final int LOOK = 22;
    /** A part of a site's status, from the delegate to who looks. */
    public static final int STATUS = 23;

    /** Flag of a {@link #NOTICE}: a site that is not heard is waited for, so senders keep more. */
    public static final int WAITS_FOR_SITE = 1;
    /** Flag of a {@link #NOTICE}: no other site has members. */
    public static final int LAN_ONLY = 2;

    /** Address of what is for all members; nobody has this identity. */
    public static final MemberId ALL = new MemberId(0);

    /** Length of a message that is not exceeded as long as what it carries fits, bytes. */
    public static final int MAX_LENGTH = 16 << 10;

    /**
     * Length that messages of segments do not exceed, bytes: with what the LAN adds, of seals too, it fits into one datagram. Each
     * message wakes threads at every process, so many segments share one.
     */
    public static final int MAX_SEGMENTS_LENGTH = 60_000;

    /** Bytes before what a group's message carries. */
    static final int GROUP_HEADER_LENGTH = 2 + Long.BYTES;
    static final int ACK_ENTRY_LENGTH = 40;
    static final int NOTICE_ENTRY_LENGTH = 32;
    static final int STARTS_ENTRY_LENGTH = 24;

    private static final int VERSION = 2;

    /** Flag of {@link #STARTS}: the member knows of all senders now. */
    static final int LAST_STARTS = 1;
    /** Flag of {@link #STARTS}: who was somewhere else with a sender goes on there, and tells; otherwise what it lacks is lost to it. */
    static final int GOES_ON = 2;

    private LanMessage() {
    }

    /** Begins a message at the writer's start. */
    public static WireWriter begin(WireWriter out, int kind) {
        return out.reset(0, out.buffer().length).putByte(VERSION).putByte(kind);
    }

    /** Begins a message of a group. */
    public static WireWriter begin(WireWriter out, int kind, GroupId group) {
        return begin(out, kind).putLong(group.value());
    }

    /** What was written so far, as bytes of their own. */
    public static byte[] bytes(WireWriter out) {
        byte[] message = new byte[out.position()];
        System.arraycopy(out.buffer(), 0, message, 0, message.length);
        return message;
    }

    /** The version of a message if it is another than ours. */
    public static OptionalInt foreignVersion(byte[] message) {
        return message.length == 0 || message[0] == VERSION ? OptionalInt.empty() : OptionalInt.of(Byte.toUnsignedInt(message[0]));
    }

    /** Says to whom it may concern that a process of the site speaks another version. */
    public static String foreignText(String process, int version) {
        return "process '" + process + "' of this site speaks version " + version + " of the LAN protocol, this one speaks "
                + "version " + VERSION
                + "; accepted is one version in a site, so the two ignore each other";
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

    /** Whether messages of this kind concern one group, whose identity (8) follows the kind. */
    public static boolean ofGroup(int kind) {
        return kind != GROUPS && kind != SITES && kind != LOOK && kind != STATUS;
    }
}
