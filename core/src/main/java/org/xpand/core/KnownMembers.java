package org.xpand.core;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.xpand.alm.site.GroupSites;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;

/** The present and former members of a group: messages of senders that have left still arrive for a while. On the loop. */
final class KnownMembers {
    /** Maximum number of members that are remembered. */
    static final int MAX = 4096;
    /** For so long before and after members are back others may come that joined while those were apart. */
    private static final long TOGETHER_MILLIS = 10_000;
    /** Whom this member saw later than this after its own join was not there before. */
    private static final long NEWCOMER_MILLIS = 1_000;
    /** Longer than a takeover, during which a site's groups are remembered. */
    private static final long TAKEOVER_MILLIS = 10_000;

    private final LinkedHashMap<SenderId, GroupView.Member> members = new LinkedHashMap<>();
    /** When each of them was first in a view, ms. */
    private final HashMap<SenderId, Long> firstSeen = new HashMap<>();
    /**
     * Members that are in no view although they have not announced that they leave: since when, and the last message received from
     * each.
     */
    private final LinkedHashMap<SenderId, Absence> apart = new LinkedHashMap<>();
    /** When members of a site were last back, ms. */
    private final HashMap<String, Long> backMillis = new HashMap<>();
    private SiteId ownSite;
    private Map<SenderId, Long> delegates = Map.of();
    private long ownDelegate;
    private final HashMap<SenderId, Long> received = new HashMap<>();
    private final MissedMessages missed = new MissedMessages();
    private GroupView.Member last;
    private SenderId lastSender;
    private long lastNumber;

    /** An absent member, and the delegates on the path to it when it became absent. */
    private record Absence(NodeEvent.Apart apart, long itsDelegate, long ownDelegate) {
    }

    void add(GroupView.Member member) {
        // The newest last.
        members.remove(member.id());
        members.put(member.id(), member);
    }

    /** Records a new view; returns the difference. */
    NodeEvent.ViewChanged changed(String group, GroupView before, GroupView now, long nowMillis) {
        List<GroupView.Member> joined = new ArrayList<>(now.members());
        joined.removeAll(before.members());
        List<GroupView.Member> left = new ArrayList<>(before.members());
        left.removeAll(now.members());
        joined.forEach(each -> {
            add(each);
            firstSeen.putIfAbsent(each.id(), nowMillis);
        });
        int most = Math.max(MAX, now.size());
        while (members.size() > most) {
            SenderId oldest = members.keySet().iterator().next();
            members.remove(oldest);
            firstSeen.remove(oldest);
        }
        last = null;
        return new NodeEvent.ViewChanged(group, now, joined, left);
    }

    /** When a member was first in a view, ms; empty if it never was. */
    OptionalLong firstSeen(SenderId member) {
        Long millis = firstSeen.get(member);
        return millis == null ? OptionalLong.empty() : OptionalLong.of(millis);
    }

    /** Records that a sender's message with this number has arrived; returns which ones before it are missed. */
    Optional<MissedMessages.Range> received(SenderId from, long number) {
        if (from.equals(lastSender)) {
            lastNumber = number;
            return Optional.empty();
        }
        store();
        lastSender = from;
        lastNumber = number;
        return missed.received(from, number);
    }

    /** Messages up to this one, from the first one on, were reported as lost. */
    Optional<MissedMessages.Range> lost(SenderId from, long firstMessage) {
        return missed.received(from, firstMessage);
    }

    /** Of this sender the messages are expected that follow those of its former identity, or all; returns which ones are missed. */
    Optional<MissedMessages.Range> expect(SenderId from, Optional<SenderId> former) {
        return missed.expect(from, former.map(this::receivedOf).orElse(0L) + 1);
    }

    private void store() {
        if (lastSender != null) {
            received.put(lastSender, lastNumber);
        }
    }

    /**
     * Remembers absent members and returns those that are back; empty if none. Members of other sites that were absent for a moment
     * because their delegate or this site's was replaced were not separated: each side receives everything that the other sent.
     *
     * @param self  this member
     * @param sites the sites in which the change was found
     */
    Optional<NodeEvent.Merged> merged(NodeEvent.ViewChanged change, SenderId self, GroupSites sites, long nowMillis) {
        store();
        Map<SenderId, Long> before = delegates;
        long ownBefore = ownDelegate;
        follow(self, sites);
        List<NodeEvent.Apart> back = new ArrayList<>();
        for (GroupView.Member each : change.joined()) {
            Absence was = apart.remove(each.id());
            if (was != null && wasApart(was, nowMillis)) {
                back.add(was.apart);
                backMillis.put(each.site(), nowMillis);
            }
        }
        for (GroupView.Member each : change.left()) {
            apart.put(each.id(), new Absence(new NodeEvent.Apart(each, Instant.ofEpochMilli(nowMillis),
                    received.getOrDefault(each.id(), 0L)), before.getOrDefault(each.id(), 0L), ownBefore));
        }
        while (apart.size() > MAX) {
            SenderId oldest = apart.keySet().iterator().next();
            apart.remove(oldest);
            received.remove(oldest);
        }
        return back.isEmpty() ? Optional.empty() : Optional.of(new NodeEvent.Merged(change.group(), back));
    }

    /**
     * Returns the members that were not in the group when others of their site were separated from this one, and came about when those were
     * back: what they sent meanwhile may have been stable before this member saw them.
     */
    List<SenderId> joinedApart(GroupView now, SenderId self, long nowMillis) {
        backMillis.values().removeIf(since -> nowMillis - since > TOGETHER_MILLIS);
        long own = firstSeen(self).orElse(nowMillis);
        return backMillis.isEmpty() ? List.of() : now.members().stream().filter(each -> {
            long seen = firstSeen(each.id()).orElse(0);
            return backMillis.containsKey(each.site()) && backMillis.get(each.site()) - seen <= TOGETHER_MILLIS && seen - own >= NEWCOMER_MILLIS;
        }).map(GroupView.Member::id).toList();
    }

    /** Records the delegates of the members' sites and of this one. */
    void follow(SenderId self, GroupSites sites) {
        ownSite = self.site();
        Map<SenderId, Long> now = new HashMap<>();
        sites.sites().forEach(site -> site.members().forEach(each -> now.put(each.id(), site.delegate())));
        delegates = now;
        ownDelegate = now.getOrDefault(self, ownDelegate);
    }

    private boolean wasApart(Absence was, long nowMillis) {
        SenderId who = was.apart.member().id();
        boolean sameDelegates = was.ownDelegate == ownDelegate && was.itsDelegate == delegates.getOrDefault(who, 0L);
        return who.site().equals(ownSite) || sameDelegates || nowMillis - was.apart.since().toEpochMilli() >= TAKEOVER_MILLIS;
    }

    /** Returns the number of a sender's last message received here; 0 if none. */
    long receivedOf(SenderId sender) {
        store();
        return received.getOrDefault(sender, 0L);
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
        return new GroupView.Member(sender, String.format("%016x", sender.member().value()), site);
    }
}
