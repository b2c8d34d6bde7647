package org.xpand.protocols.relay;

import java.util.OptionalInt;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * The messages among the processes of a site. Each begins with the version (1), the kind (1) and, except
 * {@link #GROUPS}, {@link #SITES}, {@link #LOOK}, {@link #STATUS} and {@link #LEAVE_SEEN}, the group (8). The <em>epoch</em> (8) names the delegate's
 * incarnation: messages of another delegate's term are ignored.
 *
 * <ul>
 * <li>{@link #LOCAL_SEGMENTS}, {@link #RELAYED_SEGMENTS}: runs, each behind its length (2)
 * <li>{@link #ACK}: epoch, demand in bytes per second (8, floating), then per sender site (8), member (8), first number
 *     kept (8), next number needed (8), limit (8)
 * <li>{@link #NOTICE}: epoch, the group's rate in bytes per second (8, floating), round-trip time in microseconds (4),
 *     flags (1), then per local sender member (8), stable (8), limit (8), share in bytes per second (8, floating)
 * <li>{@link #MEMBERS}: epoch, number of members (2), per member its identity (8) and whether the delegate has received
 *     its {@link #START} (1), then each site waited for (8)
 * <li>{@link #START}: epoch, first number (8), the group's rate as last announced (8, floating), then each site that the
 *     former delegate waited for (8)
 * <li>{@link #STARTS}: epoch, addressee (8, {@link #ALL} for all), flags (1; {@link #LAST_STARTS}, {@link #KEEPS_POSITION}), then per
 *     sender site (8), member (8), first number (8)
 * <li>{@link #GAPS}: epoch, then site (8), member (8), first number lost (8), number after the last lost (8)
 * <li>{@link #RESEND}: epoch, first number (8)
 * <li>{@link #QUERY}: epoch, member (8) of a departed sender
 * <li>{@link #HELD}: epoch, member (8) of the sender, number below which it is known to be stable (8), first number kept (8),
 *     number after the last (8); -1 for unknown numbers
 * <li>{@link #RECALL}: epoch, member (8) of the sender, first number (8)
 * <li>{@link #FORGET}: epoch, then per sender site (8), member (8)
 * <li>{@link #EXPELLED}: epoch, member (8), reason (string)
 * <li>{@link #FRAMES}, {@link #RELAYED_FRAMES}: frames of a layered group
 * <li>{@link #DEMAND}: epoch, demand in bytes per second (8, floating)
 * <li>{@link #SHARES}: epoch, round-trip time in microseconds (4), flags (1), then per member its identity
 *     (8) and share in bytes per second (8, floating)
 * <li>{@link #LIMITS}: number (2), then per limit its kind (1), site, member (strings), remaining retention for the site in
 *     nanoseconds (8), text (string)
 * <li>{@link #LOOK}: nothing
 * <li>{@link #STATUS}: site (8), its name (string), part, parts (1 each), bytes
 * <li>{@link #GROUPS}: version of the list (8), flags (1: the process does not stand for election; 2: it lacks the groups of
 *     another process and asks for them; 4: it has left its last group, and waits for {@link #LEAVE_SEEN}) (1), number of groups (2),
 *     then per group name, strategy (strings), member (8)
 * <li>{@link #SITES}: number of sites (2), then per site id (8), name, number of groups (2), then per group name,
 *     number of members (2), then per member its identity (8) and name
 * <li>{@link #LEAVE_SEEN}: version of the list (8) that was received
 * </ul>
 */
public final class LanMessage {
    /** Segments from the sender's own process. */
    public static final int LOCAL_SEGMENTS = 1;
    /** Segments of other sites from the delegate, or of a departed sender from a holder. */
    public static final int RELAYED_SEGMENTS = 2;
    /** A member's progress and demand, to the delegate. */
    public static final int ACK = 3;
    /** Stable numbers, limits and shares of senders, from the delegate. */
    public static final int NOTICE = 4;
    /** The groups that a process has joined. */
    public static final int GROUPS = 5;
    /** The members as the delegate knows them, and its epoch. */
    public static final int MEMBERS = 6;
    /** The other sites and their members, from the delegate. */
    public static final int SITES = 7;
    /** The number from which on a sender continues in this epoch; its positions as a receiver were announced before. */
    public static final int START = 8;
    /** The start numbers of senders for a member, or for all. */
    public static final int STARTS = 9;
    /** Segments that cannot be recovered. */
    public static final int GAPS = 10;
    /** The delegate lacks segments of a sender. */
    public static final int RESEND = 11;
    /** The delegate asks for what is held of a departed sender. */
    public static final int QUERY = 12;
    /** A member announces what it holds of a departed sender. */
    public static final int HELD = 13;
    /** The delegate requests the segments of a departed sender from a holder. */
    public static final int RECALL = 14;
    /** Senders of which all members have everything. */
    public static final int FORGET = 15;
    /** A member is excluded from the group. */
    public static final int EXPELLED = 16;

    /** Frames of a member of a layered group. */
    public static final int FRAMES = 17;
    /** Frames of members of a layered group in other sites, from the delegate. */
    public static final int RELAYED_FRAMES = 18;
    /** The rate that a member of a layered group requests, to the delegate. */
    public static final int DEMAND = 19;
    /** The members of a layered group as the delegate knows them, and the share of each. */
    public static final int SHARES = 20;

    /** The limits of the group, from the delegate. */
    public static final int LIMITS = 21;

    /** A process with a viewer of the status of all sites asks the delegate for what it lacks. */
    public static final int LOOK = 22;
    /** A part of a site's status, from the delegate to a process with a viewer. */
    public static final int STATUS = 23;

    /** To a process that has left its last group: the sender of this message knows that. */
    public static final int LEAVE_SEEN = 24;

    /** Flag of a {@link #NOTICE}: an unreachable site is waited for, so senders keep more. */
    public static final int WAITS_FOR_SITE = 1;
    /** Flag of a {@link #NOTICE}: no other site has members. */
    public static final int LAN_ONLY = 2;

    /** Address of messages for all members; no member has this identity. */
    public static final MemberId ALL = new MemberId(0);

    /** Length that a message does not exceed as long as its content fits, bytes. */
    public static final int MAX_LENGTH = 16 << 10;

    /**
     * Length that messages of segments do not exceed, bytes: with the LAN's headers and seals it fits into one datagram. Each
     * message wakes threads at every process, so many segments share one.
     */
    public static final int MAX_SEGMENTS_LENGTH = 60_000;

    /** Bytes before the content of a group's message. */
    static final int GROUP_HEADER_LENGTH = 2 + Long.BYTES;
    static final int ACK_ENTRY_LENGTH = 40;
    static final int NOTICE_ENTRY_LENGTH = 32;
    static final int STARTS_ENTRY_LENGTH = 24;

    private static final int VERSION = 3;

    /** Flag of {@link #STARTS}: the member knows all senders now. */
    static final int LAST_STARTS = 1;
    /**
     * Flag of {@link #STARTS}: a member with another position in a sender goes on there, and announces it; otherwise what it lacks
     * is lost to it.
     */
    static final int KEEPS_POSITION = 2;

    private LanMessage() {
    }

    /**
     * Begins a message that concerns no single group, at the beginning of the writer's array.
     *
     * @param out  the writer, reset to its whole array
     * @param kind one of the kinds for which {@link #ofGroup} is false
     * @return the writer, positioned after the kind
     */
    public static WireWriter begin(WireWriter out, int kind) {
        return out.reset(0, out.buffer().length).putByte(VERSION).putByte(kind);
    }

    /**
     * Begins a message of a group, at the beginning of the writer's array.
     *
     * @param out   the writer, reset to its whole array
     * @param kind  one of the kinds for which {@link #ofGroup} is true
     * @param group the group's identity
     * @return the writer, positioned after the group
     */
    public static WireWriter begin(WireWriter out, int kind, GroupId group) {
        return append(out.reset(0, out.buffer().length), kind, group);
    }

    /** Begins a message of a group behind what the writer contains. */
    static WireWriter append(WireWriter out, int kind, GroupId group) {
        return out.putByte(VERSION).putByte(kind).putLong(group.value());
    }

    /**
     * {@return a copy of the message written so far}
     *
     * @param out a writer that began with {@link #begin(WireWriter, int)}
     */
    public static byte[] bytes(WireWriter out) {
        byte[] message = new byte[out.position()];
        System.arraycopy(out.buffer(), 0, message, 0, message.length);
        return message;
    }

    /**
     * {@return the version of a message if it is not the one that this process speaks; empty if it is, or if there is no byte}
     *
     * @param message a whole message as it arrived
     */
    public static OptionalInt foreignVersion(byte[] message) {
        return message.length == 0 || message[0] == VERSION ? OptionalInt.empty() : OptionalInt.of(Byte.toUnsignedInt(message[0]));
    }

    /**
     * {@return the text for users when a process of the site speaks another version}
     *
     * @param process the other process's name
     * @param version its version
     */
    public static String foreignText(String process, int version) {
        return "process '" + process + "' of this site speaks version " + version + " of the LAN protocol, this one speaks "
                + "version " + VERSION
                + "; accepted is one version in a site, so the two ignore each other";
    }

    /**
     * Reads version and kind.
     *
     * @param in positioned at a message's beginning; afterwards after the kind
     * @return the kind, which may be unknown: then the message is to be ignored
     * @throws MalformedPacketException if the version is another one, or the message is shorter
     */
    public static int readKind(WireReader in) {
        int version = in.getByte();
        if (version != VERSION) {
            throw new MalformedPacketException("LAN message version " + version + ", accepted is " + VERSION);
        }
        return in.getByte();
    }

    /**
     * {@return whether messages of this kind concern one group, whose identity (8) follows the kind}
     *
     * @param kind any kind; unknown ones count as of a group
     */
    public static boolean ofGroup(int kind) {
        return kind != GROUPS && kind != SITES && kind != LOOK && kind != STATUS && kind != LEAVE_SEEN;
    }
}
