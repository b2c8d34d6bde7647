package org.xpand.alm.site;

import java.util.ArrayList;
import java.util.List;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.relay.LanMessage;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * A limit of a group at a site, or a site that messages do not reach, found by the site's delegate and announced to the members.
 *
 * @param kind      the kind of limit
 * @param site      the site that limits the group or is not reached
 * @param member    the name of the member that limits it; empty if it is not a member
 * @param keptNanos remaining retention for the site, ns; 0 if that does not apply
 * @param text      a sentence for display
 */
public record GroupLimit(Kind kind, String site, String member, long keptNanos, String text) {
    private static final int MAX_TEXT = 400;
    private static final int ENTRY_BYTES = 3 * MAX_TEXT * 3;

    /** Kinds of limits. */
    public enum Kind {
        /** The path to a site allows less than the sending rate. */
        PATH,
        /** A member of the own site does not consume what it receives. */
        MEMBER,
        /** Another site does not acknowledge what was sent to it: it catches up, or a member there does not consume. */
        SITE,
        /** A site is not reached; it limits no other site, and what it lacks is kept for it. */
        UNREACHABLE,
        /** The delegate's process is often stopped, or its computer is too busy. */
        PAUSE
    }

    /** Whether both have the same kind and place, with any figures. */
    boolean isSame(GroupLimit other) {
        return kind == other.kind && site.equals(other.site) && member.equals(other.member);
    }

    static boolean areSame(List<GroupLimit> some, List<GroupLimit> others) {
        if (some.size() != others.size()) {
            return false;
        }
        for (int i = 0; i < some.size(); i++) {
            if (!some.get(i).isSame(others.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** A message to the members of a group. */
    static byte[] encode(GroupId group, List<GroupLimit> limits) {
        WireWriter out = LanMessage.begin(new WireWriter(new byte[64 + limits.size() * ENTRY_BYTES]), LanMessage.LIMITS, group);
        out.putShort(limits.size());
        for (GroupLimit limit : limits) {
            out.putByte(limit.kind.ordinal()).putString(cut(limit.site)).putString(cut(limit.member)).putLong(limit.keptNanos)
                    .putString(cut(limit.text));
        }
        return LanMessage.bytes(out);
    }

    private static String cut(String text) {
        return text.substring(0, Math.min(text.length(), MAX_TEXT));
    }

    /** Reads what {@link #encode} wrote behind the group. */
    static List<GroupLimit> decode(WireReader in) {
        List<GroupLimit> limits = new ArrayList<>();
        Kind[] kinds = Kind.values();
        for (int left = in.getShort(); left > 0; left--) {
            int kind = in.getByte();
            if (kind < 0 || kind >= kinds.length) {
                throw new IllegalArgumentException("limit of kind " + kind + ": accepted are 0 to " + (kinds.length - 1));
            }
            limits.add(new GroupLimit(kinds[kind], in.getString(), in.getString(), in.getLong(), in.getString()));
        }
        return List.copyOf(limits);
    }
}
