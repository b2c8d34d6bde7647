package org.xpand.alm.site;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.random.RandomGenerator;
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
import org.xpand.protocols.site.SiteMember;
import org.xpand.protocols.site.SiteView;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;

/**
 * A process of a site: everything it decides, without a thread, socket or clock of its own. Its inputs are the site's views,
 * LAN messages, what comes from the other sites ({@link Delegate}), and what applications do with its memberships; after any
 * of them it wants {@link #run} to be called, which answers when it wants to be called again. Its outputs are the LAN, the ways
 * to other sites that it opens and closes, its events, and what it tells applications. For one thread.
 *
 * <p>What fails is closed and told, and the rest goes on: a membership, a group at the delegate, or the delegate's role, which
 * another process of the site takes over then.
 */
public final class SiteProcess {
    private final SiteProcessConfig config;
    private final LanOut lan;
    private final SiteEvents events;
    private final RandomGenerator random;
    private final SiteGroups groups;
    private final Delegacy delegacy;
    private final SiteStatusCache statuses;
    private final IdCache ids = new IdCache();
    private final Set<ProcessId> foreigners = new TreeSet<>();
    private final WireReader reader = new WireReader();
    private SiteView view;
    private boolean allCalled;
    private long lanMalformed;

    /**
     * @param strategies makes the rate control of a group; throws IllegalArgumentException if it cannot
     * @param lan        the way to the processes of the site
     * @param wans       makes ways to the other sites; not used if {@link SiteProcessConfig#reachesOut} is false
     * @param events     hears what happens
     * @param random     seeded by the caller
     */
    public SiteProcess(SiteProcessConfig config, Function<GroupService, RateStrategy> strategies, LanOut lan,
                       WanPort.Factory wans, SiteEvents events, RandomGenerator random) {
        this.config = config;
        this.lan = lan;
        this.events = events;
        this.random = random;
        this.groups = new SiteGroups(config, lan, strategies, this::newIdentity, this::membershipFailed);
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
            events.failure("group " + group.name() + ": its application at " + config.name() + " failed when it was told: " + e, e);
        }
    }

    private final class Role implements Delegacy.Process {
        @Override
        public void serves(long nowNanos) {
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
        public boolean hasTold(ProcessId process) {
            return groups.hasTold(process);
        }
    }

    // The site.

    /** The site's processes are these now, or the site has another id. */
    public void onView(SiteView newView, long nowNanos) {
        view = newView;
        foreigners.removeIf(process -> newView.members().stream().noneMatch(member -> member.process().equals(process)));
        groups.view(newView, nowNanos);
        delegacy.follow(newView, groups.withdrawnProcesses(), nowNanos);
        delegacy.serving().ifPresent(Delegate::retellSites);
    }

    /**
     * Other processes were apart from this one, though its last view had them, and the merged view follows at once: what they had
     * announced is forgotten. Who is delegate is a matter of the merged view.
     *
     * @param newView without them
     */
    public void onApart(SiteView newView, long nowNanos) {
        view = newView;
        groups.view(newView, nowNanos);
    }

    /** A message of a process of the site, this one included; what is wrong with it is counted, and it is dropped. */
    public void onLan(ProcessId from, byte[] message, long nowNanos) {
        try {
            reader.reset(message, 0, message.length);
            int kind = LanMessage.readKind(reader);
            if (LanMessage.ofGroup(kind)) {
                onGroupMessage(kind, from, message, nowNanos);
            } else if (kind == LanMessage.GROUPS) {
                groups.heard(from, reader, nowNanos);
                delegacy.told(from, groups.withdrawnProcesses(), nowNanos);
            } else if (kind == LanMessage.SITES) {
                groups.heardOfSites(from, reader, nowNanos);
            } else {
                onSiteStatus(kind, from, nowNanos);
            }
        } catch (MalformedPacketException | IllegalArgumentException e) {
            lanMalformed++;
            LanMessage.foreignVersion(message).ifPresent(version -> foreign(from, version));
        }
    }

    /** Told once of each process that is there. */
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

    /** Segments that this process itself has multicast, as they are. */
    public void onOwnSegments(SegmentMessage message, long nowNanos) {
        groups.segments(message, nowNanos);
        Delegate role = delegacy.servingOrNull();
        if (role != null) {
            role.segments(message, nowNanos);
        }
    }

    /** The LAN has room again, or for another reason every group is to take part in the next turn. */
    public void callAll() {
        allCalled = true;
    }

    // Turns.

    /** Does what there is to do; answers when to call again if nothing arrives before. */
    public long run(long nowNanos) {
        return Math.min(runMembers(nowNanos), runDelegate(nowNanos));
    }

    /** The first half of {@link #run}: the groups this process is a member of, for owners that read the clock between. */
    public long runMembers(long nowNanos) {
        delegacy.run(nowNanos);
        groups.tell(nowNanos);
        Delegate role = delegacy.servingOrNull();
        if (allCalled) {
            allCalled = false;
            groups.callAll();
            if (role != null) {
                role.callAll();
            }
        }
        long deadline = Math.min(delegacy.deadlineNanos(), groups.askDeadlineNanos());
        if (role != null) {
            try {
                deadline = Math.min(deadline, groups.tellDelegate(role, nowNanos));
            } catch (RuntimeException | LinkageError e) {
                delegacy.failed(role, e);
                return nowNanos;
            }
        }
        return Math.min(deadline, groups.turn(nowNanos));
    }

    /** The second half: what this process does as delegate. */
    public long runDelegate(long nowNanos) {
        Delegate role = delegacy.servingOrNull();
        if (role == null) {
            return Long.MAX_VALUE;
        }
        try {
            long deadline = role.run(nowNanos);
            role.sitesToTell().ifPresent(sites -> {
                groups.sitesChanged(sites);
                groups.tell(nowNanos);
            });
            return role.beginsAnew(nowNanos) ? nowNanos : deadline;
        } catch (RuntimeException | LinkageError e) {
            delegacy.failed(role, e);
            return nowNanos;
        }
    }

    // The applications.

    /**
     * This process joins a group whose messages reach everybody, as a member of an identity drawn for it.
     *
     * @throws IllegalStateException if it is in the group, or no view of the site has come yet
     */
    public ReliableMembership join(GroupName name, GroupService service, ReliableApplication application, long nowNanos) {
        return join(name, service, new MemberId(newIdentity()), application, nowNanos);
    }

    /** The same with a given identity of the member, which must be new. */
    public ReliableMembership join(GroupName name, GroupService service, MemberId member, ReliableApplication application,
                                   long nowNanos) {
        ReliableMembership membership = new ReliableMembership(name, service, self(name, member), config.relay(), lan,
                application, nowNanos);
        groups.add(membership, nowNanos);
        return membership;
    }

    /** This process joins a group whose messages may be dropped, as a member of an identity drawn for it. */
    public LayeredMembership join(GroupName name, GroupService service, LayeredApplication application, long nowNanos) {
        return join(name, service, new MemberId(newIdentity()), application, nowNanos);
    }

    /** The same with a given identity of the member, which must be new. */
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

    /** This process leaves a group; answers whether it was in it. */
    public boolean leave(GroupMembership membership, long nowNanos) {
        return groups.remove(membership, nowNanos);
    }

    /** Asks for a change of a group's charter, see {@link GroupMembership#ask}. */
    public void ask(GroupMembership membership, GroupService wanted, GroupMembership.ChangeListener listener) {
        membership.ask(newIdentity(), wanted, listener);
        groups.wordChanged();
    }

    /** Asks for no change any more. */
    public void askNoMore(GroupMembership membership) {
        membership.askNoMore();
        groups.wordChanged();
    }

    /** What the site takes the group for, if this process takes it for something else. */
    public Optional<String> otherService(GroupMembership membership) {
        return groups.otherService(membership);
    }

    /** The groups this process is in. */
    public List<GroupMembership> memberships() {
        return groups.all();
    }

    // What is known.

    /** The site's processes; empty before the first view. */
    public Optional<SiteView> view() {
        return Optional.ofNullable(view);
    }

    /** The process that represents the site, as far as this one knows; empty before the first view. */
    public Optional<SiteMember> elected() {
        return delegacy.elected();
    }

    /** What this process does as its site's delegate; empty while it does not serve as such. */
    public Optional<Delegate> delegate() {
        return delegacy.serving();
    }

    /**
     * Somebody looks at this process, so it is told, by its delegate and through it by the other sites' delegates, what they alone
     * know: a moment later, once a second at most. To be called again each second as long as somebody looks.
     */
    public void look(long nowNanos) {
        Delegate role = delegacy.servingOrNull();
        if (role != null) {
            role.statuses().look(nowNanos);
        } else {
            delegacy.elected().ifPresent(delegate -> statuses.look(delegate.process(), nowNanos));
        }
    }

    /** What was told since, of the last ten seconds: of the other sites, and of this one unless this process is its delegate. */
    public List<SiteStatus> statuses(long nowNanos) {
        Delegate role = delegacy.servingOrNull();
        return role != null ? role.statuses().statuses(nowNanos) : statuses.statuses(nowNanos);
    }

    /** Whether this process does not stand for election for a while, because it could not serve. */
    public boolean hasWithdrawn() {
        return delegacy.hasWithdrawn();
    }

    /** LAN messages dropped because their bytes are not what they should be. */
    public long lanMalformed() {
        return lanMalformed;
    }

    /** Whether this process is in no group any more, and its delegate and other sites, if it is delegate, have been told. */
    public boolean goneIsTold() {
        return groups.goneIsTold(delegacy.serving());
    }

    /** Gives the delegate's role up, if it has it, and follows no view any more. */
    public void close() {
        delegacy.close();
    }
}
