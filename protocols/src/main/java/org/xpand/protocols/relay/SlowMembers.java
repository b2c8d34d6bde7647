package org.xpand.protocols.relay;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.xpand.protocols.api.Epoch;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SlowMemberPolicy;
import org.xpand.protocols.reliability.ReliabilityLayer;
import org.xpand.protocols.wire.WireWriter;

/** Members that do not keep up: they are sent missing segments again, and in the end the {@link SlowMemberPolicy} is applied. */
final class SlowMembers {
    private final RelayConfig config;
    private final GroupId group;
    private final Epoch epoch;
    private final RelayOutput output;
    private final Map<MemberId, LocalMember> members;
    private final SenderStarts starts;
    private final GroupRelay.Events events;
    private final Actions actions;
    private final LaggingMembers laggingMembers;
    private final WireWriter out = new WireWriter(new byte[LanMessage.MAX_LENGTH]);
    private final TreeSet<MemberId> slow = new TreeSet<>();
    private final TreeSet<MemberId> suspended = new TreeSet<>();
    /** Excluded members with the reasons, as long as they are present. */
    private final TreeMap<MemberId, String> expelled = new TreeMap<>();

    /** The consequences of slow members for other objects. */
    interface Actions {
        /** The members that the group waits for have more of this sender. */
        void progressed(SenderProgress progress, long nowNanos);

        /** A member is no longer waited for. */
        void memberSuspended(long nowNanos);

        /** A member is excluded. */
        void memberExcluded(MemberId member, long nowNanos);
    }

    /**
     * @param members the members; a live view
     */
    SlowMembers(RelayConfig config, LanOut lan, GroupId group, Epoch epoch, RelayOutput output, Map<MemberId, LocalMember> members,
                SenderStarts starts, GroupRelay.Events events, Actions actions) {
        this.config = config;
        this.group = group;
        this.epoch = epoch;
        this.output = output;
        this.members = members;
        this.starts = starts;
        this.events = events;
        this.actions = actions;
        this.laggingMembers = new LaggingMembers(config, lan, group);
    }

    /** Members that are not waited for. */
    Set<MemberId> suspended() {
        return Collections.unmodifiableSet(suspended);
    }

    /** Removes the excluded members from the members of the site. */
    void removeExcluded(Map<MemberId, LocalMember> ofSite) {
        expelled.keySet().retainAll(ofSite.keySet());
        ofSite.keySet().removeAll(expelled.keySet());
    }

    /** A member has left. */
    void leaves(MemberId member) {
        suspended.remove(member);
        slow.remove(member);
    }

    /** The names of the members that hold a sender up most; empty if there are none. */
    List<String> slowest(SenderId sender) {
        SenderProgress progress = starts.senders().get(sender);
        List<String> names = new ArrayList<>();
        if (progress != null && progress.open()) {
            long least = progress.least(suspended, false);
            progress.members().forEach((member, position) -> {
                if (position.next() == least && least < starts.end(sender)) {
                    names.add(members.get(member).name());
                }
            });
        }
        return names;
    }

    /** The progress of a member in all senders. */
    RelayState.Member state(LocalMember member, long nowNanos) {
        long behind = 0;
        long room = config.windowSegments();
        long holdsUpNanos = 0;
        for (SenderProgress progress : starts.senders().values()) {
            MemberPosition position = progress.members().get(member.member());
            if (position != null && progress.open()) {
                long end = starts.end(progress.sender());
                behind = Math.max(behind, end - position.next());
                room = Math.min(room, Math.max(0, position.limit() - end));
                holdsUpNanos = Math.max(holdsUpNanos, position.holdsUpNanos(nowNanos));
            }
        }
        return new RelayState.Member(member.name(), behind, room, holdsUpNanos, !suspended.contains(member.member()));
    }

    /** Checks the members that do not keep up with a sender. */
    void look(SenderProgress progress, ReliabilityLayer stack, long lateNanos, long nowNanos) {
        long end = starts.end(progress.sender());
        for (Map.Entry<MemberId, MemberPosition> entry : List.copyOf(progress.members().entrySet())) {
            LocalMember member = members.get(entry.getKey());
            MemberPosition position = entry.getValue();
            if (member == null || suspended.contains(entry.getKey())) {
                continue;
            }
            position.paused(lateNanos);
            position.look(end, leastRoom(), nowNanos);
            long kept = laggingMembers.look(member, progress.sender(), position, end, stack, nowNanos);
            if (kept >= 0) {
                // It was in another half of the LAN when the others got this, or the gap was reported too early.
                starts.continueFrom(kept, progress, entry.getKey(), position);
                actions.progressed(progress, nowNanos);
            }
            if (position.holdsUpNanos(nowNanos) >= config.slowMemberTimeoutNanos()) {
                tooSlow(member, progress.sender(), position, nowNanos);
            }
        }
    }

    /** Whether no member that is waited for lacks anything of a sender, and all accept more. */
    boolean allKeepUp(SenderProgress progress) {
        long end = starts.end(progress.sender());
        for (Map.Entry<MemberId, MemberPosition> entry : progress.members().entrySet()) {
            if (!entry.getValue().keepsUp(end, leastRoom()) && members.containsKey(entry.getKey()) && !suspended.contains(entry.getKey())) {
                return false;
            }
        }
        return true;
    }

    /** Least room at which a full member counts as having room again, segments. */
    private int leastRoom() {
        return config.windowSegments() / 8;
    }

    /** A member has announced its position: if it has what it was sent, more is sent. */
    void announced(MemberId member, SenderProgress progress, ReliabilityLayer stack, long nowNanos) {
        MemberPosition position = progress.members().get(member);
        if (position != null && position.hasWhatItWasSent() && members.containsKey(member) && !suspended.contains(member)) {
            laggingMembers.look(members.get(member), progress.sender(), position, starts.end(progress.sender()), stack, nowNanos);
        }
    }

    private void tooSlow(LocalMember member, SenderId sender, MemberPosition position, long nowNanos) {
        String holds = "member " + member.name() + " has held group up for "
                + config.slowMemberTimeoutNanos() / 1_000_000_000 + " s (setting slowMemberTimeout): of sender " + sender
                + " it has " + position.next() + " and takes " + position.limit() + " of " + starts.end(sender) + " segments; ";
        switch (config.slowMemberPolicy()) {
            case WAIT -> {
                if (slow.add(member.member())) {
                    events.slowMember(holds + "the group waits");
                }
            }
            case GAP -> {
                suspended.add(member.member());
                events.slowMember(holds + "the group goes on without it until it takes messages again");
                actions.memberSuspended(nowNanos);
            }
            case EXPEL -> {
                events.slowMember(holds + "it is put out of the group");
                expelled.put(member.member(), holds + "it was put out of the group");
                notifyExpelled(member.member());
                actions.memberExcluded(member.member(), nowNanos);
            }
        }
    }

    /** Excluded members may not have been notified. */
    void notifyExpelled() {
        expelled.keySet().forEach(this::notifyExpelled);
    }

    private void notifyExpelled(MemberId member) {
        LanMessage.begin(out, LanMessage.EXPELLED, group).putLong(epoch.value()).putMember(member).putString(expelled.get(member));
        output.inOrder(LanMessage.bytes(out));
    }

    /** A member accepts so many segments: if it was suspended it continues at its position, if that is kept, or from now on. */
    void accepts(MemberId member, long segments, ReliabilityLayer stack) {
        if (segments < config.windowSegments() / 2 || !suspended.remove(member)) {
            return;
        }
        for (SenderProgress progress : starts.senders().values()) {
            MemberPosition position = progress.members().get(member);
            long end = progress.open() ? starts.end(progress.sender()) : -1;
            if (position != null && position.next() < end && stack.segment(progress.sender(), position.next()) == null) {
                starts.continueFrom(end, progress, member, position);
            }
        }
        starts.announce(member);
        events.slowMember("member " + members.get(member).name() + " takes messages again");
    }
}
