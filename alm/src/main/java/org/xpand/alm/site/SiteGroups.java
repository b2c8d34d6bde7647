package org.xpand.alm.site;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.xpand.alm.overlay.DueQueue;
import org.xpand.alm.overlay.TurnSpacing;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.control.Conflict;
import org.xpand.protocols.directory.CharterMessage;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.relay.LanMessage;
import org.xpand.protocols.relay.LanOut;
import org.xpand.protocols.relay.LocalMember;
import org.xpand.protocols.relay.SegmentMessage;
import org.xpand.protocols.relay.SiteRoster;
import org.xpand.protocols.site.ProcessRole;
import org.xpand.protocols.site.SiteView;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;

/**
 * The groups of a process, and their members: the processes of a site announce their groups to each other, and the delegate
 * announces the members at other sites.
 */
final class SiteGroups {
    private final SiteProcessConfig config;
    private final LanOut lan;
    private final LongSupplier newIdentity;
    private final Failures failures;
    private final Function<GroupService, RateStrategy> strategies;
    private final TreeMap<GroupId, GroupMembership> groups = new TreeMap<>();
    private final DueQueue<GroupMembership> queue = new DueQueue<>();
    /** Groups that threads other than the loop's have news for. */
    private final ConcurrentLinkedQueue<GroupMembership> calls = new ConcurrentLinkedQueue<>();
    private final SiteRoster roster = new SiteRoster();
    private final SiteCharters charters;
    private final RosterAnnouncer announcer;
    private RemoteSites.Announced remoteSites = RemoteSites.Announced.NOTHING;
    private final EarlySites early = new EarlySites();
    private SiteView view;
    private ProcessId delegateProcess;
    private byte[] unannouncedSites;
    private final TreeMap<GroupName, String> cannotFollow = new TreeMap<>();
    private boolean rosterChanged;
    private long rosterPatienceNanos;

    /** Listener of memberships that failed. */
    @FunctionalInterface
    interface Failures {
        void failed(GroupMembership group, Throwable cause);
    }

    /**
     * @param lan         the path to the other processes
     * @param strategies  makes the rate control of a group; throws IllegalArgumentException if it cannot
     * @param newIdentity draws a new member identity for this process
     * @param conflicts   receives it when processes of this site have announced a group with different charters
     */
    SiteGroups(SiteProcessConfig config, LanOut lan, Function<GroupService, RateStrategy> strategies, LongSupplier newIdentity,
               Failures failures, Consumer<Conflict> conflicts) {
        this.strategies = strategies;
        this.config = config;
        this.lan = lan;
        this.newIdentity = newIdentity;
        this.failures = failures;
        this.charters = new SiteCharters(roster, config.process());
        this.announcer = new RosterAnnouncer(config.process(), lan, roster, charters, groups.values(), conflicts);
    }

    /**
     * The site's processes or the site's identity have changed; with another identity this process is another member in its groups.
     */
    void view(SiteView newView, long nowNanos) {
        SiteView before = view;
        view = newView;
        TreeMap<ProcessId, String> names = new TreeMap<>();
        List<ProcessId> order = new ArrayList<>();
        newView.members().forEach(member -> {
            names.put(member.process(), member.name());
            order.add(member.process());
        });
        roster.processes(names, order, remoteSites.refusals().keySet(), nowNanos);
        announcer.view(newView.siteId(), order, nowNanos);
        if (before != null && !before.siteId().equals(newView.siteId())) {
            for (GroupMembership group : List.copyOf(groups.values())) {
                contained(group, nowNanos, () -> group.siteChanged(newMember(newView.siteId()), nowNanos));
            }
        }
        for (GroupMembership group : groups.values()) {
            group.siteViewChanged();
            group.call();
        }
        changed(nowNanos);
    }

    private SenderId newMember(SiteId site) {
        return new SenderId(site, newIdentity.getAsLong());
    }

    /** Another process of the site has been elected. */
    void delegate(ProcessId process, long nowNanos) {
        if (!process.equals(delegateProcess)) {
            delegateProcess = process;
            rosterChanged(nowNanos);
            early.take(process, nowNanos).ifPresent(sites -> apply(sites, nowNanos));
        }
    }

    /** This process has withdrawn, or stands for election again; the others are notified. */
    void withdrawn(boolean value, long nowNanos) {
        announcer.withdrawn(value);
        changed(nowNanos);
    }

    /** The round-trip times to the other sites that the delegate has announced last, ns. */
    Map<SiteId, Long> rttNanos() {
        return remoteSites.rttNanos();
    }

    /** Whether a process has announced itself since it joined. */
    boolean hasAnnounced(ProcessId process) {
        return roster.hasAnnounced(process);
    }

    /** The processes that have announced that they do not stand for election. */
    Set<ProcessId> withdrawnProcesses() {
        return roster.withdrawn();
    }

    /** This process joins a group. */
    void add(GroupMembership group, long nowNanos) {
        if (!group.self().site().equals(view.siteId())) {
            // Before it is in the group: if this fails nothing is left behind.
            group.siteChanged(newMember(view.siteId()), nowNanos);
        }
        groups.put(group.name().id(), group);
        group.drivenBy(queue, calls);
        announcer.joined(group.name(), nowNanos);
        changed(nowNanos);
    }

    /** This process leaves a group; returns whether it was in it. */
    boolean remove(GroupMembership group, long nowNanos) {
        boolean removed = groups.remove(group.name().id(), group);
        if (removed) {
            group.leave(queue);
            announcer.left(group.name());
            changed(nowNanos);
        }
        return removed;
    }

    private void changed(long nowNanos) {
        announcer.changed();
        rosterChanged(nowNanos);
    }

    /** A process, perhaps this one, has announced its groups. */
    void received(ProcessId from, WireReader in, long nowNanos) {
        boolean stood = !roster.withdrawn().contains(from);
        SiteRoster.Heard heard = roster.received(from, in, nowNanos);
        announcer.received(from, heard, stood && roster.withdrawn().contains(from), nowNanos);
        rosterChanged(nowNanos);
    }

    /**
     * A process has announced the sites and members elsewhere. If it is not the delegate, this process may learn of its election
     * later, and keeps the message for a while. Or the other process was disconnected from the site and serves those that it sees:
     * then the delegate has announced the valid state, and would not repeat it.
     */
    void sitesReceived(ProcessId from, WireReader in, long nowNanos) {
        RemoteSites.Announced sites = RemoteSites.decode(in);
        if (from.equals(delegateProcess)) {
            apply(sites, nowNanos);
        } else {
            early.keep(from, sites, nowNanos + config.timing().rosterPatienceNanos(), nowNanos);
        }
    }

    private void apply(RemoteSites.Announced sites, long nowNanos) {
        remoteSites = sites;
        cannotFollow.clear();
        for (GroupMembership group : List.copyOf(groups.values())) {
            CharterNotice notice = remoteSites.charters().get(group.name());
            if (notice != null) {
                roster.held(group.name(), notice.charter(), notice.ageMillis() - nowNanos / 1_000_000);
                contained(group, nowNanos, () -> apply(group, notice));
            }
        }
        refreshViews(nowNanos);
    }

    private void apply(GroupMembership group, CharterNotice notice) {
        CharterMessage charterMessage = group.charterMessage();
        String charter = group.service().text();
        group.apply(notice, this::cannot).ifPresent(why -> cannotFollow.put(group.name(), why));
        if (!charterMessage.equals(group.charterMessage()) || !charter.equals(group.service().text())) {
            announcer.changed();
        }
    }

    private Optional<String> cannot(GroupService service) {
        return cannot(() -> strategies.apply(service), config.name());
    }

    /** Why a process could not serve with the rate control that is made here; empty if it could. */
    static Optional<String> cannot(Supplier<RateStrategy> made, String process) {
        try {
            Objects.requireNonNull(made.get());
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(process + ": " + e.getMessage());
        }
    }

    /** A membership has a new message about its charter. */
    void charterMessageChanged() {
        announcer.changed();
    }

    /** The delegate needs the site's groups, and the groups need their members. */
    void rosterChanged(long nowNanos) {
        roster.at(nowNanos);
        rosterChanged = true;
        announcer.rosterChanged(nowNanos);
        rosterPatienceNanos = nowNanos + config.timing().rosterPatienceNanos();
        for (GroupMembership group : List.copyOf(groups.values())) {
            TreeSet<MemberId> members = new TreeSet<>();
            for (LocalMember member : roster.members(group.name())) {
                members.add(member.member());
            }
            contained(group, nowNanos, () -> group.members(members, delegateProcess));
        }
        refreshViews(nowNanos);
    }

    private void refreshViews(long nowNanos) {
        if (view == null) {
            return;
        }
        for (GroupMembership group : List.copyOf(groups.values())) {
            List<GroupSites.Site> sites = new ArrayList<>(remoteSites.sites().getOrDefault(group.name(), List.of()));
            List<GroupSites.Member> here = roster.members(group.name()).stream().map(member ->
                    new GroupSites.Member(new SenderId(view.siteId(), member.member()), member.name())).toList();
            if (!here.isEmpty()) {
                sites.add(new GroupSites.Site(config.site(), 0, remoteSites.delegate(), here));
            }
            sites.sort(Comparator.comparing(GroupSites.Site::name));
            boolean complete = roster.complete() && (isLanOnly() || remoteSites.complete() && remoteSites.groups().contains(group.name()));
            contained(group, nowNanos, () -> group.sites(new GroupSites(sites, complete,
                    refusal(group), remoteSites.refused()), nowNanos));
        }
    }

    private Optional<String> refusal(GroupMembership group) {
        if (!announcer.isAnnounced(group.name())) {
            Optional<String> here = charters.other(group);
            if (here.isPresent()) {
                return Optional.of("group '" + group.name() + "': this site uses it as '" + here.get() + "', not as '"
                        + group.service().text() + "'");
            }
        }
        return announcedRefusal(group).or(() -> Optional.ofNullable(cannotFollow.get(group.name())));
    }

    /** Why the other sites refuse the site in the group, unless the refusal concerns the charter of an earlier membership. */
    private Optional<String> announcedRefusal(GroupMembership group) {
        CharterNotice notice = remoteSites.charters().get(group.name());
        boolean ofThis = notice == null || GroupService.parse(notice.charter()).agrees(group.service());
        return ofThis ? Optional.ofNullable(remoteSites.refusals().get(group.name())) : Optional.empty();
    }

    /** Whether the site has a delegate that reaches no other site, and has nothing to announce about them. */
    private boolean isLanOnly() {
        return view.members().stream().anyMatch(each -> each.process().equals(delegateProcess) && each.role() == ProcessRole.REGULAR);
    }

    /** This process is delegate, and the state of the other sites has changed: the processes of this site are to be notified. */
    void sitesChanged(byte[] message) {
        unannouncedSites = message;
    }

    /** When {@link #announce} has to be called because the groups of a process are missing, or a vanished one holds none any more. */
    long announceDeadlineNanos() {
        return Math.min(announcer.deadlineNanos(), roster.heldUntilNanos());
    }

    /** Announces what is new, as far as the LAN has room. */
    void announce(long nowNanos) {
        if (nowNanos - roster.heldUntilNanos() >= 0) {
            rosterChanged(nowNanos);
        }
        announcer.announce(nowNanos);
        if (unannouncedSites != null && lan.hasRoom()) {
            lan.multicast(unannouncedSites);
            unannouncedSites = null;
        }
    }

    /** A process knows that this one has left its last group. */
    void leaveSeen(ProcessId by, WireReader in) {
        announcer.leaveSeen(by, in.getLong());
    }

    /** Gives the delegate the site's groups once all processes have announced theirs; returns when to call again. */
    long updateDelegate(Delegate role, long nowNanos) {
        if (!rosterChanged) {
            return Long.MAX_VALUE;
        }
        if (!roster.complete() && nowNanos - rosterPatienceNanos < 0) {
            return rosterPatienceNanos;
        }
        rosterChanged = false;
        role.groups(roster, nowNanos);
        return Long.MAX_VALUE;
    }

    /** Gives a turn to every group that needs one; returns when the next is due. */
    long turn(TurnSpacing spacing, long nowNanos) {
        for (GroupMembership called = calls.poll(); called != null; called = calls.poll()) {
            called.takeCall();
        }
        boolean failed = false;
        for (int unserved = queue.ready(nowNanos); unserved > 0; unserved--) {
            GroupMembership group = queue.take(nowNanos);
            if (group == null) {
                break;
            }
            try {
                group.turn(spacing, nowNanos);
            } catch (RuntimeException | LinkageError e) {
                failed(group, e, nowNanos);
                failed = true;
            }
        }
        return failed ? nowNanos : queue.deadlineNanos(nowNanos);
    }

    /** A message of a group arrived on the LAN. */
    void handle(GroupId id, int kind, ProcessId from, WireReader in, long nowNanos) {
        GroupMembership group = groups.get(id);
        if (group != null) {
            group.call();
            try {
                if (kind == LanMessage.LIMITS) {
                    group.limited(GroupLimit.decode(in));
                    return;
                }
                group.handle(kind, from, in, nowNanos);
            } catch (MalformedPacketException e) {
                // A fault of the message, not of the group.
                throw e;
            } catch (RuntimeException | LinkageError e) {
                failed(group, e, nowNanos);
            }
        }
    }

    /** Segments that this process has multicast. */
    void segments(SegmentMessage message, long nowNanos) {
        GroupMembership group = groups.get(message.group());
        if (group != null) {
            group.call();
            try {
                group.segments(message);
            } catch (RuntimeException | LinkageError e) {
                failed(group, e, nowNanos);
            }
        }
    }

    /** Runs an action; if it fails, only that group ends, and the others go on. */
    private void contained(GroupMembership group, long nowNanos, Runnable what) {
        try {
            what.run();
        } catch (RuntimeException | LinkageError e) {
            failed(group, e, nowNanos);
        }
    }

    private void failed(GroupMembership group, Throwable cause, long nowNanos) {
        failures.failed(group, cause);
        remove(group, nowNanos);
    }

    /** Every group takes part in the next turn. */
    void callAll() {
        groups.values().forEach(GroupMembership::call);
    }

    /** This process's membership in the group, if there is one. */
    Optional<GroupMembership> get(GroupName name) {
        return Optional.ofNullable(groups.get(name.id()));
    }

    /** The charters of the other processes. */
    SiteCharters charters() {
        return charters;
    }

    boolean isEmpty() {
        return groups.isEmpty();
    }

    List<GroupMembership> all() {
        return List.copyOf(groups.values());
    }

    /** Whether this process is no longer in any group, and its site and, if it is delegate, the other sites know that. */
    boolean leaveIsAnnounced(Optional<Delegate> role) {
        return announcer.isDone() && roster.groups().stream().noneMatch(info -> roster.members(info.name()).stream()
                .anyMatch(member -> member.process().equals(config.process())))
                && role.map(each -> !rosterChanged && each.hasAnnounced(roster.groups())).orElse(true);
    }
}
