package org.xpand.protocols.directory;

import java.util.List;

/**
 * A group as one site sees it.
 *
 * @param name     the group's name
 * @param strategy its charter at the site, the text of a {@link GroupService}: the name of the rate control and, if
 *                 messages may be dropped, how; all sites must agree
 * @param charterMessage     the announced message of the site about a change of the charter
 * @param members  the site's members, in the order of the site's view; none if the last ones have vanished without leaving and may
 *                 return: then the site is awaited in the group
 */
public record GroupInfo(GroupName name, String strategy, CharterMessage charterMessage, List<MemberInfo> members) {
    public GroupInfo {
        members = List.copyOf(members);
    }

    /** A group without an announced change. */
    public GroupInfo(GroupName name, String strategy, List<MemberInfo> members) {
        this(name, strategy, CharterMessage.NONE, members);
    }

    /** Whether the site has no member now, and is awaited because one has vanished without leaving. */
    public boolean isAwaited() {
        return members.isEmpty();
    }

    /** The same with another message about a change. */
    public GroupInfo withCharterMessage(CharterMessage newMessage) {
        return newMessage.equals(charterMessage) ? this : new GroupInfo(name, strategy, newMessage, members);
    }
}
