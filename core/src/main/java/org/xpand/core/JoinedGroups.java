package org.xpand.core;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.relay.SiteRoster;

/** The groups that the application has joined: each once, and no more than a process can announce. Any thread. */
final class JoinedGroups {
    private final Map<GroupName, Membership> groups = new ConcurrentHashMap<>();

    /**
     * @throws IllegalStateException if the node is in the group already, or in the maximum number of groups
     */
    void add(Membership group) {
        GroupName name = group.groupName();
        if (groups.putIfAbsent(name, group) != null) {
            throw new IllegalStateException("group '" + name + "': this node has joined it already");
        }
        if (groups.size() > SiteRoster.MAX_GROUPS) {
            groups.remove(name, group);
            throw new IllegalStateException("group '" + name + "': this node is in " + SiteRoster.MAX_GROUPS
                    + " groups already, and can be in no more");
        }
    }

    /** Returns whether it was joined. */
    boolean remove(Membership group) {
        return groups.remove(group.groupName(), group);
    }

    /**
     * @throws IllegalArgumentException if the name is null, or the node is not in a group of this name, naming its groups
     */
    Membership get(String name) {
        Accepted.present("group", name, "the name of a group that this node is in");
        return groups.values().stream().filter(group -> group.name().equals(name)).findFirst().orElseThrow(
                () -> new IllegalArgumentException("group '" + name + "': this node is in "
                        + (groups.isEmpty() ? "none" : groups.keySet().stream().map(GroupName::value).sorted().toList())));
    }

    List<Membership> all() {
        return List.copyOf(groups.values());
    }
}
