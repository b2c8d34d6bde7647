package org.xpand.protocols.directory;

import java.util.List;

/**
 * A group as one site sees it.
 *
 * @param name     the group's name
 * @param strategy name of the rate control the site uses for it; all sites must agree
 * @param members  the site's members, in the order of the site's view
 */
public record GroupInfo(GroupName name, String strategy, List<MemberInfo> members) {
    public GroupInfo {
        members = List.copyOf(members);
    }
}
