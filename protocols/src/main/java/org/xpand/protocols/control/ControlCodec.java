package org.xpand.protocols.control;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.CharterMessage;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.directory.LinkCosts;
import org.xpand.protocols.directory.MemberInfo;
import org.xpand.protocols.directory.OverlaySnapshot;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * Encodes and decodes the messages of the control channel, in network byte order: version (1), kind (1), then
 *
 * <ul>
 *   <li>announcement: site id (8), home (8), name, incarnation (8), term (8), view (8), host, port (2), snapshot id (8 + 4), groups (2)
 *   of [name, strategy, its age in ms (8), message about a change of it, members (2) of [process (8), name]],
 *   RTTs (2) of [site (8), nanoseconds (8)];</li>
 *   <li>snapshot: coordinator (8), number (4), rows (2) of [site (8), RTTs as above], groups (2) of [identity (8),
 *   sites (2) of [site (8)]];</li>
 *   <li>predecessor: site id (8), incarnation (8), term (8);</li>
 *   <li>wanted: id of the newest snapshot that the sender has (8 + 4);</li>
 *   <li>look: nothing; status: bytes, at most {@link #MAX_STATUS_BYTES}.</li>
 * </ul>
 *
 * <p>Strings are UTF-8 with their length in two bytes. Numbers in parentheses are bytes. Every count and length is
 * bounded, keys occur once, nothing may follow; anything else is a {@link MalformedPacketException}.
 */
public final class ControlCodec {
    /** The version of the messages, in their first byte. Messages of another version are not read. */
    public static final int VERSION = 3;
    /** Longest message: a snapshot with the most sites and groups. */
    public static final int MAX_BYTES = 1 << 22;
    /** The most sites of a directory or a snapshot. */
    public static final int MAX_SITES = 256;
    /** The most groups with members in a site. */
    public static final int MAX_GROUPS = 1024;
    /** The most members of a group in a site. */
    public static final int MAX_MEMBERS = 4096;
    /** The longest string, bytes of UTF-8. */
    public static final int MAX_STRING_BYTES = 255;
    /** Longest charter, and longest message about a change of one, UTF-8. */
    public static final int MAX_CHARTER_BYTES = 2 * GroupService.MAX_TEXT_BYTES;
    /** Greatest term: no site has so many delegates in turn, and larger numbers can still be counted. */
    public static final long MAX_TERM = 1L << 48;
    /** Longest status of a site. */
    public static final int MAX_STATUS_BYTES = 16 << 10;
    /** Longest reason of a refusal. */
    public static final int MAX_REASON_BYTES = 1000;
    /** Longest round-trip time: no path takes an hour. */
    public static final long MAX_RTT_NANOS = 3_600_000_000_000L;

    private static final int ANNOUNCEMENT = 1;
    private static final int SNAPSHOT = 2;
    private static final int PREDECESSOR = 3;
    private static final int WANTED = 4;
    private static final int LOOK = 5;
    private static final int STATUS = 6;
    private static final int REFUSAL = 7;
    private static final int SNAPSHOT_ID_BYTES = Long.BYTES + Integer.BYTES;

    private ControlCodec() {
    }

    /**
     * @param message the message, within the bounds of this class
     * @return its bytes, beginning with the version
     * @throws IllegalArgumentException naming what exceeds which bound
     */
    public static byte[] encode(ControlMessage message) {
        if (message instanceof ControlMessage.Announcement announcement) {
            return encode(announcement);
        }
        if (message instanceof ControlMessage.Publication publication) {
            return encode(publication.snapshot());
        }
        if (message instanceof ControlMessage.Wanted wanted) {
            WireWriter out = start(WANTED, 2 + SNAPSHOT_ID_BYTES);
            putSnapshotId(out, wanted.held());
            return finish(out);
        }
        if (message instanceof ControlMessage.Look) {
            return finish(start(LOOK, 2));
        }
        if (message instanceof ControlMessage.SiteStatus status) {
            if (status.bytes().length > MAX_STATUS_BYTES) {
                throw new IllegalArgumentException("a status of " + status.bytes().length + " bytes; at most " + MAX_STATUS_BYTES);
            }
            return finish(start(STATUS, 2L + status.bytes().length).putBytes(status.bytes(), 0, status.bytes().length));
        }
        if (message instanceof ControlMessage.Refusal refusal) {
            WireWriter out = start(REFUSAL, 2 + Long.BYTES + stringBytes(refusal.why())).putLong(refusal.incarnation());
            putString(out, "reason", refusal.why(), MAX_REASON_BYTES);
            return finish(out);
        }
        ControlMessage.Predecessor predecessor = (ControlMessage.Predecessor) message;
        return finish(start(PREDECESSOR, 2 + 3L * Long.BYTES).putLong(predecessor.site().value())
                .putLong(predecessor.incarnation()).putLong(predecessor.term()));
    }

    private static byte[] encode(ControlMessage.Announcement announcement) {
        SiteInfo site = announcement.site();
        WireWriter out = start(ANNOUNCEMENT, announcementBytes(site));
        out.putLong(site.id().value()).putLong(site.home().value());
        putString(out, "site name", site.name());
        out.putLong(site.incarnation()).putLong(announcement.term()).putLong(announcement.view());
        putString(out, "endpoint host", site.endpoint().host());
        out.putShort(site.endpoint().port());
        putSnapshotId(out, site.snapshot());
        putCount(out, "groups", site.groups().size(), MAX_GROUPS);
        for (GroupInfo group : site.groups()) {
            putString(out, "group name", group.name().value());
            putString(out, "strategy", group.strategy(), MAX_CHARTER_BYTES);
            out.putLong(group.ageMillis());
            String charterMessage = group.charterMessage().line();
            if (charterMessage.isEmpty()) {
                out.putShort(0);
            } else {
                putString(out, "charter message", charterMessage, MAX_CHARTER_BYTES);
            }
            putCount(out, "members of group " + group.name(), group.members().size(), MAX_MEMBERS);
            for (MemberInfo member : group.members()) {
                out.putMember(member.member());
                putString(out, "member name", member.name());
            }
        }
        putRtts(out, site.rttNanos());
        return finish(out);
    }

    private static byte[] encode(OverlaySnapshot snapshot) {
        WireWriter out = start(SNAPSHOT, snapshotBytes(snapshot));
        putSnapshotId(out, snapshot.id());
        SortedMap<SiteId, SortedMap<SiteId, Long>> rows = snapshot.costs().measured();
        putCount(out, "rows of link costs", rows.size(), MAX_SITES);
        rows.forEach((from, row) -> {
            out.putLong(from.value());
            putRtts(out, row);
        });
        putCount(out, "groups", snapshot.groups().size(), MAX_GROUPS);
        snapshot.groups().forEach((group, sites) -> {
            out.putLong(group.value());
            putCount(out, "sites of a group", sites.size(), MAX_SITES);
            sites.forEach(site -> out.putLong(site.value()));
        });
        return finish(out);
    }

    /**
     * {@return the version of a message if it differs from ours}
     *
     * @param message the encoded message
     */
    public static OptionalInt foreignVersion(byte[] message) {
        return message.length == 0 || message[0] == VERSION ? OptionalInt.empty()
                : OptionalInt.of(Byte.toUnsignedInt(message[0]));
    }

    /**
     * {@return a decoded message about statuses; empty if it is another one, or not valid}
     *
     * @param message the encoded message
     */
    public static Optional<ControlMessage> ofSiteStatuses(byte[] message) {
        if (message.length < 2 || message[0] != VERSION || message[1] != LOOK && message[1] != STATUS) {
            return Optional.empty();
        }
        try {
            return Optional.of(decode(message, 0, message.length));
        } catch (MalformedPacketException e) {
            return Optional.empty();
        }
    }

    /**
     * @param bytes  contains the message
     * @param offset where the message begins
     * @param length its length, bytes
     * @return the message
     * @throws MalformedPacketException if the bytes are not exactly one valid message
     */
    public static ControlMessage decode(byte[] bytes, int offset, int length) {
        WireReader in = new WireReader().reset(bytes, offset, length);
        int version = in.getByte();
        if (version != VERSION) {
            throw new MalformedPacketException("control version " + version + ", this is " + VERSION);
        }
        int kind = in.getByte();
        ControlMessage message = switch (kind) {
            case ANNOUNCEMENT -> readAnnouncement(in);
            case SNAPSHOT -> new ControlMessage.Publication(readSnapshot(in));
            case PREDECESSOR -> new ControlMessage.Predecessor(new SiteId(in.getLong()), in.getLong(), readTerm(in));
            case WANTED -> new ControlMessage.Wanted(readSnapshotId(in));
            case REFUSAL -> new ControlMessage.Refusal(in.getLong(), readReason(in));
            case LOOK -> new ControlMessage.Look();
            case STATUS -> new ControlMessage.SiteStatus(readSiteStatus(in));
            default -> throw new MalformedPacketException("control message of kind " + kind);
        };
        if (in.remaining() > 0) {
            throw new MalformedPacketException(in.remaining() + " bytes after a control message");
        }
        return message;
    }

    private static String readReason(WireReader in) {
        String why = getString(in, "reason", MAX_REASON_BYTES);
        if (why.chars().anyMatch(Character::isISOControl)) {
            throw new MalformedPacketException("a reason of more than one line");
        }
        return why;
    }

    private static byte[] readSiteStatus(WireReader in) {
        if (in.remaining() > MAX_STATUS_BYTES) {
            throw new MalformedPacketException("a status of " + in.remaining() + " bytes");
        }
        return in.getBytes(in.remaining());
    }

    private static ControlMessage.Announcement readAnnouncement(WireReader in) {
        SiteId id = new SiteId(in.getLong());
        SiteId home = new SiteId(in.getLong());
        String name = getString(in, "site name");
        long incarnation = in.getLong();
        long term = readTerm(in);
        long view = in.getLong();
        String host = getString(in, "endpoint host");
        int port = in.getShort();
        Endpoint endpoint = checked(() -> new Endpoint(host, port));
        SnapshotId snapshot = readSnapshotId(in);
        int count = getCount(in, "groups", MAX_GROUPS);
        List<GroupInfo> groups = new ArrayList<>();
        Set<GroupName> names = new HashSet<>();
        for (int i = 0; i < count; i++) {
            GroupInfo group = readGroup(in);
            if (!names.add(group.name())) {
                throw new MalformedPacketException("group " + group.name() + " twice");
            }
            groups.add(group);
        }
        return new ControlMessage.Announcement(
                new SiteInfo(id, home, name, incarnation, endpoint, groups, readRtts(in), snapshot), term, view);
    }

    private static long readTerm(WireReader in) {
        long term = in.getLong();
        if (term < 1 || term > MAX_TERM) {
            throw new MalformedPacketException("term " + term);
        }
        return term;
    }

    private static GroupInfo readGroup(WireReader in) {
        String text = getString(in, "group name");
        GroupName name = checked(() -> new GroupName(text));
        String strategy = getString(in, "strategy", MAX_CHARTER_BYTES);
        long ageMillis = in.getLong();
        if (ageMillis < -GroupInfo.MAX_AGE_MILLIS || ageMillis > GroupInfo.MAX_AGE_MILLIS) {
            throw new MalformedPacketException("a charter of an age of " + ageMillis + " ms");
        }
        String line = in.getString();
        if (line.length() > MAX_CHARTER_BYTES) {
            throw new MalformedPacketException("a charter message of " + line.length() + " characters");
        }
        CharterMessage charterMessage = checked(() -> CharterMessage.parse(line));
        int count = getCount(in, "members", MAX_MEMBERS);
        List<MemberInfo> members = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            members.add(new MemberInfo(in.getMember(), getString(in, "member name")));
        }
        return new GroupInfo(name, strategy, ageMillis, charterMessage, members);
    }

    private static OverlaySnapshot readSnapshot(WireReader in) {
        SnapshotId id = readSnapshotId(in);
        TreeMap<SiteId, SortedMap<SiteId, Long>> rows = new TreeMap<>();
        int rowCount = getCount(in, "rows of link costs", MAX_SITES);
        for (int i = 0; i < rowCount; i++) {
            SiteId from = new SiteId(in.getLong());
            if (rows.put(from, readRtts(in)) != null) {
                throw new MalformedPacketException("link costs of site " + from + " twice");
            }
        }
        TreeMap<GroupId, SortedSet<SiteId>> groups = new TreeMap<>();
        int groupCount = getCount(in, "groups", MAX_GROUPS);
        for (int i = 0; i < groupCount; i++) {
            GroupId group = new GroupId(in.getLong());
            TreeSet<SiteId> sites = new TreeSet<>();
            int siteCount = getCount(in, "sites of a group", MAX_SITES);
            for (int j = 0; j < siteCount; j++) {
                if (!sites.add(new SiteId(in.getLong()))) {
                    throw new MalformedPacketException("a site twice in a group");
                }
            }
            if (groups.put(group, sites) != null) {
                throw new MalformedPacketException("a group twice");
            }
        }
        return new OverlaySnapshot(id, LinkCosts.of(rows), groups);
    }

    private static SortedMap<SiteId, Long> readRtts(WireReader in) {
        int count = getCount(in, "RTTs", MAX_SITES);
        TreeMap<SiteId, Long> rtts = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            SiteId to = new SiteId(in.getLong());
            long nanos = in.getLong();
            if (nanos < 0 || nanos > MAX_RTT_NANOS) {
                throw new MalformedPacketException("RTT of " + nanos + " ns");
            }
            if (rtts.put(to, nanos) != null) {
                throw new MalformedPacketException("RTT to site " + to + " twice");
            }
        }
        return rtts;
    }

    private static SnapshotId readSnapshotId(WireReader in) {
        long coordinator = in.getLong();
        int number = in.getInt();
        if (number < 0) {
            throw new MalformedPacketException("snapshot number " + number);
        }
        return new SnapshotId(coordinator, number);
    }

    private static String getString(WireReader in, String what) {
        return getString(in, what, MAX_STRING_BYTES);
    }

    private static String getString(WireReader in, String what, int most) {
        String value = in.getString();
        int length = value.getBytes(StandardCharsets.UTF_8).length;
        if (value.isBlank() || length > most) {
            throw new MalformedPacketException(what + " of " + length + " bytes");
        }
        return value;
    }

    private static int getCount(WireReader in, String what, int limit) {
        int count = in.getShort();
        if (count > limit) {
            throw new MalformedPacketException(count + " " + what + ", at most " + limit);
        }
        return count;
    }

    private static <T> T checked(Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException e) {
            throw new MalformedPacketException(e.getMessage());
        }
    }

    private static long announcementBytes(SiteInfo site) {
        long bytes = 2 + 2 * Long.BYTES + stringBytes(site.name()) + 3 * Long.BYTES
                + stringBytes(site.endpoint().host()) + Short.BYTES + SNAPSHOT_ID_BYTES + Short.BYTES;
        for (GroupInfo group : site.groups()) {
            bytes += stringBytes(group.name().value()) + stringBytes(group.strategy()) + stringBytes(group.charterMessage().line())
                    + Long.BYTES + Short.BYTES;
            for (MemberInfo member : group.members()) {
                bytes += Long.BYTES + stringBytes(member.name());
            }
        }
        return bytes + rttBytes(site.rttNanos());
    }

    private static long snapshotBytes(OverlaySnapshot snapshot) {
        long bytes = 2 + SNAPSHOT_ID_BYTES + 2 * Short.BYTES;
        for (Map<SiteId, Long> row : snapshot.costs().measured().values()) {
            bytes += Long.BYTES + rttBytes(row);
        }
        for (SortedSet<SiteId> sites : snapshot.groups().values()) {
            bytes += Long.BYTES + Short.BYTES + (long) Long.BYTES * sites.size();
        }
        return bytes;
    }

    private static long rttBytes(Map<SiteId, Long> rtts) {
        return Short.BYTES + 2L * Long.BYTES * rtts.size();
    }

    private static long stringBytes(String value) {
        return Short.BYTES + value.getBytes(StandardCharsets.UTF_8).length;
    }

    private static WireWriter start(int kind, long bytes) {
        if (bytes > MAX_BYTES) {
            throw new IllegalArgumentException("a control message of " + bytes + " bytes; at most " + MAX_BYTES);
        }
        return new WireWriter(new byte[(int) bytes]).putByte(VERSION).putByte(kind);
    }

    private static byte[] finish(WireWriter out) {
        return Arrays.copyOf(out.buffer(), out.position());
    }

    private static void putSnapshotId(WireWriter out, SnapshotId id) {
        out.putLong(id.coordinator()).putInt(id.number());
    }

    private static void putRtts(WireWriter out, Map<SiteId, Long> rtts) {
        putCount(out, "RTTs", rtts.size(), MAX_SITES);
        rtts.forEach((to, nanos) -> {
            if (nanos < 0 || nanos > MAX_RTT_NANOS) {
                throw new IllegalArgumentException("RTT to site " + to + " is " + nanos + " ns; accepted are 0 to "
                        + MAX_RTT_NANOS);
            }
            out.putLong(to.value()).putLong(nanos);
        });
    }

    private static void putString(WireWriter out, String what, String value) {
        putString(out, what, value, MAX_STRING_BYTES);
    }

    private static void putString(WireWriter out, String what, String value, int most) {
        int length = value.getBytes(StandardCharsets.UTF_8).length;
        if (value.isBlank() || length > most) {
            throw new IllegalArgumentException(what + " '" + value + "': accepted are 1 to " + most
                    + " bytes of UTF-8, not blank");
        }
        out.putString(value);
    }

    private static void putCount(WireWriter out, String what, int count, int limit) {
        if (count > limit) {
            throw new IllegalArgumentException(count + " " + what + "; at most " + limit);
        }
        out.putShort(count);
    }
}
