package org.xpand.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.xpand.protocols.directory.SenderId;

/**
 * Who is in a group, and who was: messages of senders that have left still come for a while. For the loop.
 */
final class KnownMembers {
    /** Members that have left are known until so many others have come. */
    private static final int MAX = 4096;

    private final LinkedHashMap<SenderId, GroupView.Member> members = new LinkedHashMap<>();
    private GroupView.Member last;

    void add(GroupView.Member member) {
        // The newest last.
        members.remove(member.id());
        members.put(member.id(), member);
    }

    /** The members are others now; answers what is different. */
    NodeEvent.ViewChanged changed(String group, GroupView before, GroupView now) {
        List<GroupView.Member> come = new ArrayList<>(now.members());
        come.removeAll(before.members());
        List<GroupView.Member> gone = new ArrayList<>(before.members());
        gone.removeAll(now.members());
        come.forEach(this::add);
        int most = Math.max(MAX, now.size());
        while (members.size() > most) {
            members.remove(members.keySet().iterator().next());
        }
        last = null;
        return new NodeEvent.ViewChanged(group, now, come, gone);
    }

    GroupView.Member member(SenderId sender) {
        if (last == null || !last.id().equals(sender)) {
            GroupView.Member known = members.get(sender);
            last = known != null ? known : unknown(sender);
        }
        return last;
    }

    private GroupView.Member unknown(SenderId sender) {
        String site = members.values().stream().filter(each -> each.id().site().equals(sender.site()))
                .map(GroupView.Member::site).findFirst().orElse(sender.site().toString());
        return new GroupView.Member(sender, String.format("%016x", sender.process()), site);
    }
}
