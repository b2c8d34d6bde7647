package org.xpand.alm.site;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.xpand.alm.overlay.TurnSpacing;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.directory.IdCache;
import org.xpand.protocols.lossy.LossyConfig;
import org.xpand.protocols.relay.LanMessage;
import org.xpand.protocols.relay.LanOut;
import org.xpand.protocols.relay.SegmentMessage;
import org.xpand.protocols.relay.SenderBudget;
import org.xpand.protocols.site.SiteMember;
import org.xpand.protocols.site.SiteView;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;

/**
 * A process of a site: all its decisions, without a thread, socket or clock of its own. Its inputs are the site's views,
 * LAN messages, input from the other sites ({@link Delegate}), and the applications' calls to its memberships; after each input
 * {@link #run} has to be called, which returns when it has to be called again. Its outputs are the LAN, the paths to other sites
 * that it opens and closes, its events, and its calls to applications. For one thread.
 *
 * <p>A failed part is closed and reported, and the rest goes on: a membership, a group at the delegate, or the delegate's role,
 * which another process of the site then takes over.
 */
public final class SiteProcess {
    private final SiteProcessConfig config;
    private final LanOut lan;
    private final SiteEvents events;
    private final RandomGenerator random;
    private final SiteGroups groups;
    private final TurnSpacing spacing = new TurnSpacing();
    private final SenderBudget budget;
    private final Delegacy delegacy;
    private final SiteStatusCache statuses;
    private final IdCache ids = new IdCache();
    private final Set<ProcessId> foreigners = new TreeSet<>();
    private final WireReader reader = new WireReader();
    private SiteView view;
    private boolean allCalled;
    private long lanMalformed;

    /**
     * A process that has no view of its site yet.
     *
     * @param config     settings
     * @param strategies makes the rate control of a group; throws IllegalArgumentException if it cannot
     * @param lan        the path to the processes of the site
     * @param wans       makes paths to the other sites; not used if {@link SiteProcessConfig#hasWan} is false
     * @param events     listener of events
     * @param random     seeded by the caller
     */
    public SiteProcess(SiteProcessConfig config, Function<GroupService, RateStrategy> strategies, LanOut lan,
                       WanPort.Factory wans, SiteEvents events, RandomGenerator random) {
        this.config = config;
        this.lan = lan;
        this.events = events;
        this.random = random;
        this.budget = new SenderBudget(config.relay());
        this.groups = new SiteGroups(config, lan, strategies, this::newIdentity, this::membershipFailed, events::conflict);
        this.statuses = new SiteStatusCache(lan);
        this.delegacy = new Delegacy(config, wans, lan, strategies, events, random, new Role());
    }

    private long newIdentity() {
        long value = random.nextLong();
        return value == 0 ? 1 : value;
    }

    private void membershipFailed(GroupMembership group, Throwable cause) {
        events.failure("group " + group.name() + " failed at " + config.name() + " and is left: " + cause, cause);
        try {
            group.failed(cause);
        } catch (RuntimeException | LinkageError e) {
            events.failure("group " + group.name() + ": its application at " + config.name() + " failed when it was notified: " + e, e);
        }
    }

    private final class Role implements Delegacy.Process {
        @Override
        public void serves(long nowNanos) {
            delegacy.serving().ifPresent(role -> role.announcedRtts(groups.rttNanos()));
            groups.rosterChanged(nowNanos);
        }

        @Override
        public void elected(ProcessId process, long nowNanos) {
            groups.delegate(process, nowNanos);
        }

        @Override
        public void withdrawn(boolean value, long nowNanos) {
            groups.withdrawn(value, nowNanos);
        }

        @Override
        public boolean hasAnnounced(ProcessId process) {
            return groups.hasAnnounced(process);
        }
    }

    // The site.

    /**
     * Takes a new view of the site's processes, perhaps with another site id. Then this process is another member in its groups, and a
     * delegate gives its role up and perhaps begins another one.
     *
     * @param newView  the view; this process is in it
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public void onView(SiteView newView, long nowNanos) {
        view = newView;
        foreigners.removeIf(process -> newView.members().stream().noneMatch(member -> member.process().equals(process)));
        groups.view(newView, nowNanos);
        delegacy.follow(newView, groups.withdrawnProcesses(), nowNanos);
        delegacy.serving().ifPresent(Delegate::announceSitesAgain);
    }

    /**
     * Other processes were disconnected from this one, though its last view had them, and the merged view follows at once: their
     * announcements are dropped. The delegate is determined with the merged view.
     *
     * @param newView  the view without them
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public void onApart(SiteView newView, long nowNanos) {
        view = newView;
        groups.view(newView, nowNanos);
    }

    /**
     * A message of a process of the site, perhaps of this one; a faulty one is counted and dropped.
     *
     * @param from     the process that sent it
     * @param message  the whole message, which may be kept and must not be changed any more
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public void onLan(ProcessId from, byte[] message, long nowNanos) {
        onLan(from, message, 0, message.length, nowNanos);
    }

    /**
     * The same with a message that is a part of an array.
     *
     * @param from     the process that sent it
     * @param message  contains the message; may be kept and must not be changed any more
     * @param offset   where it begins
     * @param length   its length, bytes
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public void onLan(ProcessId from, byte[] message, int offset, int length, long nowNanos) {
        try {
            reader.reset(message, offset, length);
            int kind = LanMessage.readKind(reader);
            if (LanMessage.ofGroup(kind)) {
                onGroupMessage(kind, from, message, nowNanos);
            } else if (kind == LanMessage.GROUPS) {
                groups.received(from, reader, nowNanos);
                delegacy.announced(from, groups.withdrawnProcesses(), nowNanos);
            } else if (kind == LanMessage.SITES) {
                groups.sitesReceived(from, reader, nowNanos);
            } else if (kind == LanMessage.LEAVE_SEEN) {
                groups.leaveSeen(from, reader);
            } else {
                onSiteStatus(kind, from, nowNanos);
            }
        } catch (MalformedPacketException | IllegalArgumentException e) {
            lanMalformed++;
            LanMessage.foreignVersion(Arrays.copyOfRange(message, offset, offset + length)).ifPresent(version -> foreign(from, version));
        }
    }

    /** Reported once per present process. */
    private void foreign(ProcessId from, int version) {
        Optional<SiteMember> member = view().flatMap(now -> now.members().stream().filter(each -> each.process().equals(from)).findFirst());
        if (member.isPresent() && foreigners.add(from)) {
            events.event(SiteEvents.Kind.CONFLICT, LanMessage.foreignText(member.get().name(), version));
        }
    }

    private void onGroupMessage(int kind, ProcessId from, byte[] message, long nowNanos) {
        GroupId id = ids.group(reader.getLong());
        int start = reader.position();
        int length = reader.remaining();
        groups.handle(id, kind, from, reader, nowNanos);
        Delegate role = delegacy.servingOrNull();
        if (role != null && kind != LanMessage.LIMITS) {
            role.handle(kind, from, id, reader.reset(message, start, length), nowNanos);
        }
    }

    private void onSiteStatus(int kind, ProcessId from, long nowNanos) {
        Delegate role = delegacy.servingOrNull();
        if (kind == LanMessage.STATUS && delegacy.elected().filter(each -> each.process().equals(from)).isPresent()) {
            statuses.onPart(reader, nowNanos);
        } else if (kind == LanMessage.LOOK && role != null) {
            role.statuses().onLook(from, nowNanos);
        }
    }

    /**
     * Takes segments that this process itself has multicast, in the LAN's order with the messages given to {@link #onLan}.
     *
     * @param message  the segments
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public void onOwnSegments(SegmentMessage message, long nowNanos) {
        groups.segments(message, nowNanos);
        Delegate role = delegacy.servingOrNull();
        if (role != null) {
            role.segments(message, nowNanos);
        }
    }

    /** The LAN has room again, or every group has to take part in the next turn for another reason. {@link #run} is to be called then. */
    public void callAll() {
        allCalled = true;
    }

    // Turns.

    /**
     * Does what is due, first for the memberships, then as delegate.
     *
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     * @return when to call again if nothing arrives before, on that clock; {@link Long#MAX_VALUE} if only an input makes something due
     */
    public long run(long nowNanos) {
        return Math.min(runMembers(nowNanos), runDelegate(nowNanos));
    }

    /**
     * The loop that drives this process has taken a turn: the less time it has left the longer busy groups rest.
     *
     * @param fromNanos the turn's beginning, on the process's monotonic clock
     * @param toNanos   its end
     */
    public void worked(long fromNanos, long toNanos) {
        spacing.worked(fromNanos, toNanos);
        Delegate role = delegacy.servingOrNull();
        if (role != null) {
            role.worked(fromNanos, toNanos);
        }
    }

    /**
     * The first half of {@link #run}: the groups this process is a member of, for owners that read the clock between the halves.
     *
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     * @return when to call again if nothing arrives before, on that clock
     */
    public long runMembers(long nowNanos) {
        delegacy.run(nowNanos);
        groups.announce(nowNanos);
        Delegate role = delegacy.servingOrNull();
        if (allCalled) {
            allCalled = false;
            groups.callAll();
            if (role != null) {
                role.callAll();
            }
        }
        long deadline = Math.min(delegacy.deadlineNanos(), groups.announceDeadlineNanos());
        if (role != null) {
            try {
                deadline = Math.min(deadline, groups.updateDelegate(role, nowNanos));
            } catch (RuntimeException | LinkageError e) {
                delegacy.failed(role, e);
                return nowNanos;
            }
        }
        return Math.min(deadline, groups.turn(spacing, nowNanos));
    }

    /**
     * The second half of {@link #run}: what this process does as delegate.
     *
     * @param nowNanos the time, nanoseconds of the process's monotonic clock; not before that of the first half
     * @return when to call again if nothing arrives before, on that clock; {@link Long#MAX_VALUE} if it is not the delegate
     */
    public long runDelegate(long nowNanos) {
        Delegate role = delegacy.servingOrNull();
        if (role == null) {
            return Long.MAX_VALUE;
        }
        try {
            long deadline = role.run(nowNanos);
            role.sitesToAnnounce(nowNanos).ifPresent(sites -> {
                groups.sitesChanged(sites);
                groups.announce(nowNanos);
            });
            return role.beginsAnew(nowNanos) ? nowNanos : deadline;
        } catch (RuntimeException | LinkageError e) {
            delegacy.failed(role, e);
            return nowNanos;
        }
    }

    // The applications.

    /**
     * This process joins a group whose messages reach all members, with a new member identity.
     *
     * @throws IllegalStateException if it is in the group already, or has no view of the site yet
     */
    ReliableMembership join(GroupName name, GroupService service, ReliableApplication application, long nowNanos) {
        return join(name, service, new MemberId(newIdentity()), application, nowNanos);
    }

    /**
     * This process joins a group whose messages reach all members.
     *
     * @param name        the group
     * @param service     the service with which it is used, with the strategy
     * @param member      its identity in the group: random, never used before
     * @param application the membership's user
     * @param nowNanos    the time, nanoseconds of the process's monotonic clock
     * @return the membership
     * @throws IllegalStateException if it is in the group already, or has no view of the site yet
     */
    public ReliableMembership join(GroupName name, GroupService service, MemberId member, ReliableApplication application,
                                   long nowNanos) {
        ReliableMembership membership = new ReliableMembership(name, service, self(name, member), config.relay(), budget, lan,
                application, nowNanos);
        groups.add(membership, nowNanos);
        return membership;
    }

    /**
     * This process joins a group whose messages may be dropped, the less important ones first.
     *
     * @param name        the group
     * @param service     the service with which it is used, with strategy and precedences
     * @param member      its identity in the group: random, never used before
     * @param application the membership's user
     * @param nowNanos    the time, nanoseconds of the process's monotonic clock
     * @return the membership
     * @throws IllegalStateException if it is in the group already, or has no view of the site yet
     */
    public LayeredMembership join(GroupName name, GroupService service, MemberId member, LayeredApplication application,
                                  long nowNanos) {
        LayeredMembership membership = new LayeredMembership(name, service, self(name, member), LossyConfig.of(config.relay()),
                lan, application, nowNanos);
        groups.add(membership, nowNanos);
        return membership;
    }

    private SenderId self(GroupName name, MemberId member) {
        if (view == null) {
            throw new IllegalStateException("process " + config.name() + " has seen no view of site " + config.site());
        }
        if (groups.get(name).isPresent()) {
            throw new IllegalStateException("process " + config.name() + " is in group " + name + " already");
        }
        return new SenderId(view.siteId(), member);
    }

    /**
     * This process leaves a group. Its site learns it in the next turn; {@link #leaveIsAnnounced} says when a process that ends may stop.
     *
     * @param membership the membership, which is not used any more
     * @param nowNanos   the time, nanoseconds of the process's monotonic clock
     * @return whether it was in the group with this membership
     */
    public boolean leave(GroupMembership membership, long nowNanos) {
        return groups.remove(membership, nowNanos);
    }

    /**
     * Asks all members of a group whether they can follow another charter, and makes the change if they can.
     *
     * @param membership this process's membership in the group
     * @param wanted     the charter that follows {@link GroupMembership#service()}
     * @param listener   called once, later than this call, unless the request is withdrawn before
     * @throws IllegalStateException if an earlier request of this process is not finished, or the group was changed since {@code wanted} was made
     */
    public void ask(GroupMembership membership, GroupService wanted, GroupMembership.ChangeListener listener) {
        membership.ask(newIdentity(), wanted, listener);
        groups.charterMessageChanged();
    }

    /**
     * Ends the request for a change, if there is one; a change that has been agreed by then is still made. Its listener is not called.
     *
     * @param membership this process's membership in the group
     */
    public void withdrawRequest(GroupMembership membership) {
        membership.withdrawRequest();
        groups.charterMessageChanged();
    }

    /**
     * {@return the service that the site's other processes use for the group, as text, if this process's does not agree with it; empty if it
     * does, or no other process is in the group}
     *
     * @param membership this process's membership in the group, or one that is about to join
     */
    public Optional<String> otherService(GroupMembership membership) {
        return groups.charters().other(membership);
    }

    /** {@return this process's memberships; a copy} */
    public List<GroupMembership> memberships() {
        return groups.all();
    }

    // State.

    /** {@return the site's processes; empty before the first view} */
    public Optional<SiteView> view() {
        return Optional.ofNullable(view);
    }

    /** {@return the site's delegate process, as far as this one knows; empty before the first view} */
    public Optional<SiteMember> elected() {
        return delegacy.elected();
    }

    /** {@return the delegate's role of this process; empty while it does not serve as delegate, also while its path is opening} */
    public Optional<Delegate> delegate() {
        return delegacy.serving();
    }

    /**
     * A viewer looks at this process: its delegate, and through it the other sites' delegates, send the statuses that only they
     * know, a moment later, at most once a second. To be called each second as long as there is a viewer.
     *
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public void look(long nowNanos) {
        Delegate role = delegacy.servingOrNull();
        if (role != null) {
            role.statuses().look(nowNanos);
        } else {
            delegacy.elected().ifPresent(delegate -> statuses.look(delegate.process(), nowNanos));
        }
    }

    /**
     * {@return the statuses received in the last ten seconds: of the other sites, and of this one unless this process is its delegate}
     *
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public List<SiteStatus> statuses(long nowNanos) {
        Delegate role = delegacy.servingOrNull();
        return role != null ? role.statuses().statuses(nowNanos) : statuses.statuses(nowNanos);
    }

    /** Whether this process does not stand for election for a while, because it could not serve. */
    boolean hasWithdrawn() {
        return delegacy.hasWithdrawn();
    }

    /** {@return how many LAN messages were dropped because they were malformed} */
    public long lanMalformed() {
        return lanMalformed;
    }

    /** {@return whether this process is no longer in any group, and its site and, if it is delegate, the other sites know that} */
    public boolean leaveIsAnnounced() {
        return groups.leaveIsAnnounced(delegacy.serving());
    }

    /** Gives up the delegate's role, if it has it, and stops following views. */
    public void close() {
        delegacy.close();
    }
}
