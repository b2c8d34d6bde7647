package org.xpand.alm.site;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.control.Conflict;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.relay.LanOut;
import org.xpand.protocols.relay.RosterFlag;
import org.xpand.protocols.relay.SiteRoster;

/**
 * Announces the groups of a process to the other processes of its site: what has changed, what another one asks for, and again while two
 * charters of a group meet. A group that others use with an older charter is withheld or withdrawn. Not thread-safe.
 */
final class RosterAnnouncer {
    private static final long REPEAT_NANOS = 500_000_000;

    private final ProcessId self;
    private final LanOut lan;
    private final SiteRoster roster;
    private final SiteCharters charters;
    private final SiteConflicts conflicts;
    /** This process's groups, which it may not have announced yet. */
    private final Collection<GroupMembership> groups;
    private final RosterQuestion question = new RosterQuestion();
    private final LeaveNotice leave = new LeaveNotice();
    /** Since when this process has its charters, ms. */
    private final TreeMap<GroupName, Long> sinceMillis = new TreeMap<>();
    private SiteId site;
    private Set<GroupName> announced = Set.of();
    /** Whether the processes of the present view have received the announcement. */
    private boolean announcedToView;
    /** Whether the announcement omits a group because other processes of the site use it with another charter. */
    private boolean withheld;
    private boolean withdrawn;
    private boolean due;
    private long version;
    private boolean repeats;
    /** When the groups are to be announced again because two charters of one have met. */
    private long repeatNanos;

    /**
     * @param groups    this process's groups, as they are at each call
     * @param conflicts receives it when processes of the site have announced a group with different charters
     */
    RosterAnnouncer(ProcessId self, LanOut lan, SiteRoster roster, SiteCharters charters, Collection<GroupMembership> groups,
                    Consumer<Conflict> conflicts) {
        this.self = self;
        this.lan = lan;
        this.roster = roster;
        this.charters = charters;
        this.groups = groups;
        this.conflicts = new SiteConflicts(conflicts);
    }

    /** The site has these processes now, and perhaps another identity. */
    void view(SiteId newSite, List<ProcessId> processes, long nowNanos) {
        site = newSite;
        announcedToView = false;
        question.viewed(roster.complete(), nowNanos);
        leave.view(processes);
    }

    /** This process has joined a group. */
    void joined(GroupName group, long nowNanos) {
        sinceMillis.put(group, nowNanos / 1_000_000);
    }

    /** This process has left a group. */
    void left(GroupName group) {
        sinceMillis.remove(group);
    }

    /** This process has withdrawn from being delegate, or stands for election again. */
    void withdrawn(boolean value) {
        withdrawn = value;
    }

    /** What is announced has changed. */
    void changed() {
        version++;
        due = true;
    }

    /**
     * A process, perhaps this one, has announced its groups, which are in the roster.
     *
     * @param withdraws whether it stood for election until now, and no longer does
     */
    void received(ProcessId from, SiteRoster.Heard heard, boolean withdraws, long nowNanos) {
        boolean other = !from.equals(self);
        question.received(roster.complete());
        due |= heard.flags().contains(RosterFlag.ASKS) && other && question.answers(nowNanos);
        if (heard.flags().contains(RosterFlag.LEAVES) && other && lan.hasRoom()) {
            lan.send(from, SiteRoster.leaveSeen(heard.version()));
        }
        // A withdrawn process may have been stopped, and needs the current announcements of the others.
        due |= withheld || other && withdraws;
    }

    /**
     * The roster has changed. A process may have announced a group before it had received the others' groups, or in another part of the site, with
     * another charter; the older charter holds.
     */
    void rosterChanged(long nowNanos) {
        for (GroupMembership group : groups) {
            if (isAnnounced(group.name())) {
                withdrawIfWrong(group);
            }
        }
        repeatIfContested(nowNanos);
    }

    private void withdrawIfWrong(GroupMembership group) {
        String charter = group.service().text();
        conflicts.look(roster, group.name(), self, charter);
        charters.holds(group).ifPresentOrElse(other -> {
            // Not before: the others are to report that there was another charter.
            if (announcedToView) {
                conflicts.withdraws(site, group.name(), charter, other);
                TreeSet<GroupName> rest = new TreeSet<>(announced);
                rest.remove(group.name());
                announced = Set.copyOf(rest);
                changed();
            }
        }, () -> {
            if (roster.complete()) {
                conflicts.holds(site, group.name(), charter);
            }
        });
    }

    /**
     * Where two charters meet, the first announcements may have been on their way for seconds, and with them their ages are too low: the younger
     * one is recognized by later ones, so they follow until one of the two has withdrawn.
     */
    private void repeatIfContested(long nowNanos) {
        boolean contested = roster.complete()
                && groups.stream().anyMatch(group -> isAnnounced(group.name()) && charters.isContested(group));
        long next = nowNanos + REPEAT_NANOS;
        repeatNanos = contested && repeats && repeatNanos - next < 0 ? repeatNanos : next;
        repeats = contested;
    }

    /** Whether this process has announced the group, and has not withdrawn from it. */
    boolean isAnnounced(GroupName group) {
        return announced.contains(group);
    }

    /** When to call {@link #announce} even if nothing changes. */
    long deadlineNanos() {
        return repeats ? Math.min(repeatNanos, question.deadlineNanos()) : question.deadlineNanos();
    }

    /** Announces what is new, if the LAN has room. */
    void announce(long nowNanos) {
        if (repeats && nowNanos - repeatNanos >= 0) {
            repeatNanos = nowNanos + REPEAT_NANOS;
            due = true;
        }
        due |= question.isDue(nowNanos);
        if (!due || !lan.hasRoom()) {
            return;
        }
        TreeMap<GroupName, SiteRoster.Joined> own = new TreeMap<>();
        withheld = false;
        for (GroupMembership group : groups) {
            // The oldest process's charter holds, even if the group is older than that process's membership.
            if (!isAnnounced(group.name()) && charters.other(group).isPresent()) {
                withheld = true;
                joined(group.name(), nowNanos);
            } else {
                own.put(group.name(), new SiteRoster.Joined(group.service().text(), age(group, nowNanos / 1_000_000),
                        group.self().member(), group.charterMessage()));
            }
        }
        boolean leaves = leave.announced(announced.isEmpty(), own.isEmpty(), version, roster.others(self));
        announced = Set.copyOf(own.keySet());
        announcedToView = true;
        lan.multicast(SiteRoster.encode(version, RosterFlag.of(withdrawn, question.announced(nowNanos), leaves), own));
        due = false;
    }

    private long age(GroupMembership group, long nowMillis) {
        long own = nowMillis - sinceMillis.get(group.name());
        return Math.max(own, nowMillis + roster.ageMillis(group.name(), group.service().text()).orElse(-nowMillis));
    }

    /** A process knows that this one has left its last group, of this version of the list. */
    void leaveSeen(ProcessId by, long seenVersion) {
        leave.seen(by, seenVersion);
    }

    /** Whether everything has been announced, and the others know it if this process has left its last group. */
    boolean isDone() {
        return !due && leave.isKnown();
    }
}
