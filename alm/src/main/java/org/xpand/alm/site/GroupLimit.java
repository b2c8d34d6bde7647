package org.xpand.alm.site;

import java.util.ArrayList;
import java.util.List;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.relay.LanMessage;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * What holds a group up at a site, or whom what is sent does not reach, as the site's delegate finds it and tells the members.
 *
 * @param kind      what it is
 * @param site      the site it is at, or that is not reached
 * @param member    the member it is, by name; empty if it is none
 * @param keptNanos how long what the site lacks is kept for it from now on, ns; 0 if that is not the question
 * @param text      a sentence for people
 */
public record GroupLimit(Kind kind, String site, String member, long keptNanos, String text) {
    private static final int MAX_TEXT = 400;
    private static final int ENTRY_BYTES = 3 * MAX_TEXT * 3;

    /** What holds a group up. */
    public enum Kind {
        /** The rate that the way to a site allows is less than is to be sent. */
        PATH,
        /** A member of the own site does not take what it is brought. */
        MEMBER,
        /** Another site does not confirm what was sent to it: it catches up, or a member there does not take. */
        SITE,
        /** A site is not reached; it holds nobody up, and what it lacks is kept for it. */
        UNREACHABLE,
        /** The delegate's process is stopped again and again, or its computer is too busy. */
        PAUSE
    }

    /** Whether it is about the same as another one, whatever its figures are. */
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
