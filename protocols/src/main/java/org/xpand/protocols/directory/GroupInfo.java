package org.xpand.protocols.directory;

import java.util.List;

/**
 * A group as one site sees it.
 *
 * @param name     the group's name
 * @param strategy its charter at the site, the text of a {@link GroupService}: the name of the rate control and, if
 *                 messages may be dropped, how; all sites must agree
 * @param ageMillis          how long the charter, or one that it was changed from, is held by members without a break: counted up to when
 *                 the announcing delegate received the present control view, and negative if it is younger; within a process up to the
 *                 zero of the process's clock. At most {@link #MAX_AGE_MILLIS} either way
 * @param charterMessage     the announced message of the site about a change of the charter
 * @param members  the site's members, in the order of the site's view; none if the last ones have vanished without leaving and may
 *                 return: then the site is awaited in the group
 */
public record GroupInfo(GroupName name, String strategy, long ageMillis, CharterMessage charterMessage, List<MemberInfo> members) {
    /** Greatest age of a charter: no group has existed for a century. */
    public static final long MAX_AGE_MILLIS = 100L * 365 * 86_400_000;
    /**
     * Charters whose ages differ by less are equally old: delegates receive a view at different moments, and announcements take
     * their time.
     */
    public static final long SAME_AGE_MILLIS = 1000;

    public GroupInfo {
        members = List.copyOf(members);
    }

    /**
     * Makes a group with a charter of age 0 and without an announced change.
     *
     * @param name     the group's name
     * @param strategy the text of its charter
     * @param members  the site's members
     */
    public GroupInfo(GroupName name, String strategy, List<MemberInfo> members) {
        this(name, strategy, 0, CharterMessage.NONE, members);
    }

    /** {@return whether the site has no member now, and is awaited because one has vanished without leaving} */
    public boolean isAwaited() {
        return members.isEmpty();
    }

    /**
     * Replaces the message about a change of the charter.
     *
     * @param newMessage the message; {@link CharterMessage#NONE} for none
     * @return the group with this message
     */
    public GroupInfo withCharterMessage(CharterMessage newMessage) {
        return newMessage.equals(charterMessage) ? this : new GroupInfo(name, strategy, ageMillis, newMessage, members);
    }

    /**
     * Replaces the age of the charter.
     *
     * @param millis the age, ms; limited to {@link #MAX_AGE_MILLIS} either way
     * @return the group with this age
     */
    public GroupInfo withAge(long millis) {
        long possible = Math.max(-MAX_AGE_MILLIS, Math.min(MAX_AGE_MILLIS, millis));
        return possible == ageMillis ? this : new GroupInfo(name, strategy, possible, charterMessage, members);
    }
}
