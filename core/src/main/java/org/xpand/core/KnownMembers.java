package org.xpand.core;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.xpand.protocols.api.SenderId;

/**
 * Who is in a group, and who was: messages of senders that have left still come for a while. For the loop.
 */
final class KnownMembers {
    /** Members that have left are known until so many others have come. */
    private static final int MAX = 4096;

    private final LinkedHashMap<SenderId, GroupView.Member> members = new LinkedHashMap<>();
    /** Who is in no view any more though nobody has said that he leaves: since when, and how far he was heard then. */
    private final LinkedHashMap<SenderId, NodeEvent.Apart> apart = new LinkedHashMap<>();
    private final HashMap<SenderId, Long> heard = new HashMap<>();
    private GroupView.Member last;
    private SenderId speaker;
    private long spoken;

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

    /** A sender's message with this number has come. */
    void heard(SenderId from, long number) {
        if (!from.equals(speaker)) {
            store();
            speaker = from;
        }
        spoken = number;
    }

    private void store() {
        if (speaker != null) {
            heard.put(speaker, spoken);
        }
    }

    /** Remembers who is gone, and answers who of those is back; empty if nobody is. */
    Optional<NodeEvent.Merged> merged(NodeEvent.ViewChanged change, long nowMillis) {
        store();
        List<NodeEvent.Apart> back = new ArrayList<>();
        for (GroupView.Member each : change.come()) {
            NodeEvent.Apart was = apart.remove(each.id());
            if (was != null) {
                back.add(was);
            }
        }
        for (GroupView.Member each : change.gone()) {
            apart.put(each.id(), new NodeEvent.Apart(each, Instant.ofEpochMilli(nowMillis), heard.getOrDefault(each.id(), 0L)));
        }
        while (apart.size() > MAX) {
            SenderId oldest = apart.keySet().iterator().next();
            apart.remove(oldest);
            heard.remove(oldest);
        }
        return back.isEmpty() ? Optional.empty() : Optional.of(new NodeEvent.Merged(change.group(), back));
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
