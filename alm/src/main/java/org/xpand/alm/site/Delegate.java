package org.xpand.alm.site;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.xpand.alm.overlay.GroupStack;
import org.xpand.alm.overlay.Overlay;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.Epoch;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.CharterMessage;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.relay.LanOut;
import org.xpand.protocols.relay.SegmentMessage;
import org.xpand.protocols.relay.SiteRelay;
import org.xpand.protocols.relay.SiteRoster;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.protocols.wire.WireReader;

/**
 * The role of a process as its site's delegate: it serves the groups ({@link ServedGroups}), over the WAN if it has a path there,
 * and takes part in the control among delegates. A site without a path to other sites still has a delegate, which serves its LAN.
 *
 * <p>The methods for input from the WAN throw nothing: they handle failures.
 */
public final class Delegate {
    private static final long ANNOUNCED_LONGER_NANOS = 5_000_000_000L;

    private final SiteProcessConfig config;
    private final Owner owner;
    private final SiteEvents events;
    private final SiteId home;
    private final SiteId self;
    private final long incarnation;
    private final boolean hasWan;
    private final WanPort port;
    private final Overlay overlay;
    private final LimitAnnouncer limits;
    private final SiteNames names = new SiteNames(site -> directory().map(known -> known.sites().get(site)).map(SiteInfo::label));
    private final SiteControl control;
    private final SiteStatusExchange statuses;
    private final ServedGroups groups;
    private final CharterVotes votes;
    private Map<GroupName, CharterNotice> announcedNotices = Map.of();
    private SiteRoster roster;
    private long awaitedUntilNanos = Long.MAX_VALUE;
    private byte[] announcedSites;
    private boolean announcedComplete;
    private Map<GroupName, String> announcedRefusals = Map.of();
    private boolean announceAgain;
    private boolean closed;

    /** The owner of a delegate's role. */
    interface Owner {
        /** The path to the other sites is open. */
        void opened(Delegate delegate, long nowNanos);

        /** The path to the other sites cannot be opened. */
        void notOpened(Delegate delegate, RuntimeException cause, long nowNanos);

        /** The role cannot go on. */
        void failed(Delegate delegate, Throwable cause);

        /** This process cannot serve a group that others of the site might. */
        void cannotServe(Delegate delegate, GroupName group, RuntimeException cause, long nowNanos);
    }

    /**
     * @param home   the site
     * @param isPart whether the site has split, and this is the delegate of a part for which no other delegate is responsible
     * @param port   the path to the other sites; empty to serve the LAN only
     */
    Delegate(SiteProcessConfig config, SiteId home, boolean isPart, long incarnation, Optional<WanPort> port, LanOut lan,
             Function<GroupService, RateStrategy> strategies, Owner owner, SiteEvents events, RandomGenerator random) {
        this.config = config;
        this.owner = owner;
        this.events = events;
        this.home = home;
        this.self = isPart ? home.part(incarnation) : home;
        this.incarnation = incarnation;
        this.hasWan = port.isPresent();
        this.port = port.orElseGet(NoWan::new);
        this.overlay = new Overlay(self, incarnation, config.overlay(), this.port, random);
        this.control = new SiteControl(config, home, self, incarnation, this.port, events, overlay);
        this.statuses = new SiteStatusExchange(this, this.port, lan, events, control::directory);
        this.limits = new LimitAnnouncer(config, lan, overlay::isHeldForAMoment, this::siteName);
        this.groups = new ServedGroups(config, home, new Epoch(incarnation), overlay, lan, strategies, events, this::siteName,
                (group, cause, nowNanos) -> owner.cannotServe(this, group, cause, nowNanos));
        this.votes = new CharterVotes(groups::cannotFollow);
        if (hasWan) {
            groups.awaitSites();
        }
    }

    /** The site. */
    SiteId home() {
        return home;
    }

    /** {@return the site's identity on the overlay, different from the site's own if this is the delegate of a part of it} */
    public SiteId site() {
        return self;
    }

    /** {@return whether this is the delegate of a part of a site that has split, for which no other delegate is responsible} */
    public boolean isPart() {
        return !self.equals(home);
    }

    /** {@return this delegate's incarnation: random, odd, another one for each term} */
    public long incarnation() {
        return incarnation;
    }

    /** {@return whether it has a path to other sites; without one it serves the LAN only} */
    public boolean hasWan() {
        return hasWan;
    }

    /** {@return the WAN part, for inspection; it knows no other site if {@link #hasWan} is false} */
    public Overlay overlay() {
        return overlay;
    }

    /** {@return what is known of the sites; empty before the first message of the control among delegates} */
    public Optional<Directory> directory() {
        return control.directory();
    }

    /**
     * {@return the stack of a group; empty if the site has no members of it, or the group is not served}
     *
     * @param group the group
     */
    public Optional<GroupStack> stack(GroupName group) {
        return groups.stack(group);
    }

    /**
     * {@return the relay of a group; empty if the site has no members of it, or the group is not served}
     *
     * @param group the group
     */
    public Optional<SiteRelay> relay(GroupName group) {
        return groups.relay(group);
    }

    /**
     * {@return the name of a site for display; that of a site that has gone is remembered; its number if it has never been known}
     *
     * @param site a site or a part of one
     */
    public String siteName(SiteId site) {
        return names.of(site);
    }

    // Input from the port.

    void open(List<Endpoint> met) {
        port.open(this, met);
    }

    /**
     * The port is open. Called once by the port, unless {@link #notOpened} is; after the delegate's end it has no effect.
     *
     * @param reachableAt the endpoint at which other sites reach this delegate
     * @param nowNanos    the time, nanoseconds of the process's monotonic clock
     */
    public void opened(Endpoint reachableAt, long nowNanos) {
        if (!closed) {
            control.opened(reachableAt);
            owner.opened(this, nowNanos);
        }
    }

    /**
     * The port cannot be opened, and has closed what was open. The process tries again, or withdraws.
     *
     * @param cause    why not; its message is shown to users
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public void notOpened(RuntimeException cause, long nowNanos) {
        if (!closed) {
            owner.notOpened(this, cause, nowNanos);
        }
    }

    /**
     * A datagram arrived from the endpoint of a site.
     *
     * @param from         the site to which the endpoint belongs
     * @param buffer       contains the datagram; may be used again after the call
     * @param offset       index of its first byte
     * @param length       its length, bytes
     * @param arrivalNanos when it was read from the socket, nanoseconds of the process's monotonic clock
     */
    public void datagram(SiteId from, byte[] buffer, int offset, int length, long arrivalNanos) {
        datagram(from, buffer, offset, length, false, arrivalNanos);
    }

    /**
     * The same of a datagram that a router may have marked.
     *
     * @param from         the site to which the endpoint belongs
     * @param buffer       contains the datagram; may be used again after the call
     * @param offset       index of its first byte
     * @param length       its length, bytes
     * @param marked       whether it has the mark of RFC 3168, by which routers report congestion
     * @param arrivalNanos when it was read from the socket, nanoseconds of the process's monotonic clock
     */
    public void datagram(SiteId from, byte[] buffer, int offset, int length, boolean marked, long arrivalNanos) {
        if (!closed) {
            try {
                overlay.receive(from, buffer, offset, length, marked, arrivalNanos);
            } catch (RuntimeException | LinkageError e) {
                owner.failed(this, e);
            }
        }
    }

    /**
     * The delegates with control connections have changed.
     *
     * @param incarnations the incarnations of all, the oldest delegate first; this one is among them
     * @param nowNanos     the time, nanoseconds of the process's monotonic clock
     */
    public void controlView(List<Long> incarnations, long nowNanos) {
        if (!closed) {
            try {
                control.view(incarnations, nowNanos);
            } catch (RuntimeException | LinkageError e) {
                owner.failed(this, e);
            }
        }
    }

    /**
     * A message of another delegate arrived; a malformed one is dropped.
     *
     * @param from     the incarnation of the delegate that sent it
     * @param name     the name of that delegate's process for display
     * @param bytes    the whole message
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public void controlMessage(long from, String name, byte[] bytes, long nowNanos) {
        if (!closed) {
            try {
                if (!statuses.onControl(from, bytes, nowNanos)) {
                    control.message(from, name, bytes, nowNanos);
                }
            } catch (RuntimeException | LinkageError e) {
                owner.failed(this, e);
            }
        }
    }

    // Input from the process.

    /** The statuses that the delegates of other sites announce to viewers. */
    SiteStatusExchange statuses() {
        return statuses;
    }

    /** Every group takes part in the next turn. */
    void callAll() {
        overlay.changed();
    }

    /** The processes of the site are to be notified of the other sites once more. */
    void announceSitesAgain() {
        announceAgain = true;
    }

    /** The site's groups and their members have changed. */
    void groups(SiteRoster newRoster, long nowNanos) {
        roster = newRoster;
        groups.update(roster, nowNanos);
        limits.groups(groups.ids());
        announceGroups(nowNanos);
    }

    /** Announces the groups, and messages about changes of them, to the other sites. */
    private void announceGroups(long nowNanos) {
        if (roster == null || closed) {
            return;
        }
        List<SiteInfo> others = directory().map(known -> known.sites().values().stream().filter(each -> !each.id().equals(self))
                .toList()).orElse(List.of());
        List<GroupInfo> served = groups.served(roster.groups()).stream().map(this::aged).toList();
        List<GroupInfo> infos = new ArrayList<>(votes.look(served, config.site(), roster, others));
        infos.addAll(roster.awaited(awaitNanos(), nowNanos));
        awaitedUntilNanos = roster.awaitedUntilNanos(awaitNanos());
        if (hasWan) {
            control.groups(infos, nowNanos);
        }
    }

    /** With the age of its charter at the sites that have it, if that is clearly greater. */
    private GroupInfo aged(GroupInfo group) {
        long there = control.charterAge(group.name(), group.strategy()).orElse(group.ageMillis());
        return there - group.ageMillis() >= GroupInfo.SAME_AGE_MILLIS / 2 ? group.withAge(there) : group;
    }

    /** So long a group is announced whose members here have vanished: the other sites stop waiting a little earlier, and say so. */
    private long awaitNanos() {
        return config.overlay().reliability().partitionRetentionNanos() + ANNOUNCED_LONGER_NANOS;
    }

    /** Whether these groups have been announced to the other sites, if there is a path to them. */
    boolean hasAnnounced(List<GroupInfo> infos) {
        return !hasWan || control.hasAnnounced(groups.served(infos).stream().map(each -> each.withCharterMessage(CharterMessage.NONE)).toList());
    }

    /** A message of a group arrived on the LAN. */
    void handle(int kind, ProcessId fromProcess, GroupId group, WireReader in, long nowNanos) {
        groups.handle(kind, fromProcess, group, in, nowNanos);
    }

    /** Segments that this process has multicast in its site. */
    void segments(SegmentMessage message, long nowNanos) {
        groups.segments(message, nowNanos);
    }

    /** Whether it is to restart, as the delegate of a part or of the whole site. */
    boolean beginsAnew(long nowNanos) {
        return hasWan && control.beginsAnew(nowNanos);
    }

    /** Round-trip times to the other sites that the previous delegate of the site has announced, ns. */
    void announcedRtts(Map<SiteId, Long> rttNanos) {
        overlay.announcedRtts(rttNanos);
    }

    /** The loop has taken a turn. */
    void worked(long fromNanos, long toNanos) {
        overlay.worked(fromNanos, toNanos);
    }

    /** One turn; returns when the next is due. */
    long run(long nowNanos) {
        if (!hasWan) {
            return groups.run(nowNanos);
        }
        if (nowNanos - awaitedUntilNanos >= 0) {
            announceGroups(nowNanos);
        }
        control.run(nowNanos);
        Optional<Directory> changed = control.newDirectory(nowNanos);
        if (changed.isPresent()) {
            TreeMap<SiteId, Endpoint> endpoints = new TreeMap<>();
            TreeMap<SiteId, Long> delegates = new TreeMap<>();
            changed.get().sites().forEach((id, info) -> {
                if (!id.equals(self)) {
                    endpoints.put(id, info.endpoint());
                    delegates.put(id, info.incarnation());
                }
            });
            port.delegates(delegates);
            port.endpoints(endpoints);
            overlay.announcedRtts(control.announcedRtts());
            overlay.directory(changed.get(), nowNanos);
            statuses.sites(changed.get().sites());
            announceGroups(nowNanos);
        }
        if (hasReceivedOthers()) {
            groups.sitesKnown();
        }
        long deadline = groups.run(nowNanos);
        port.flush();
        deadline = Math.min(deadline, overlay.silences(this::siteSilent, nowNanos));
        overlay.takeWanted().ifPresent(snapshot -> control.want(snapshot, nowNanos));
        overlay.suspects(nowNanos).forEach((silent, answerNanos) -> directory().map(known -> known.sites().get(silent))
                .ifPresent(info -> port.suspect(info.incarnation(), answerNanos)));
        if (limits.isDue(nowNanos)) {
            long paused = overlay.stats().paused().toNanos();
            groups.look(limits, paused, nowNanos);
        }
        return Math.min(Math.min(deadline, limits.deadlineNanos()), Math.min(awaitedUntilNanos, control.deadlineNanos()));
    }

    /**
     * {@return the limits of a group, as of the last check, which is every half a second}
     *
     * @param group its name; without limits if it has no stack here
     */
    public List<GroupLimit> limits(GroupName group) {
        return limits.found(group.id());
    }

    private void siteSilent(SiteId site, Optional<String> cause) {
        if (cause.isPresent()) {
            limits.checkNow();
        }
        events.siteSilent(siteName(site), cause.isPresent(), "site " + siteName(site) + cause.map(why -> " is silent: it " + why
                + "; it is sent only probes, and " + LimitFinder.kept(config)).orElse(" answers again"));
    }

    /**
     * The announcement of the other sites for the processes of the site, if it has changed. Through their groups' relays, members
     * learn which sites are awaited before they see those here: the next delegate may ask them at once.
     */
    Optional<byte[]> sitesToAnnounce(long nowNanos) {
        boolean changed = control.takeUnannounced();
        Map<GroupName, String> refusals = control.refusals();
        boolean complete = !hasWan() || control.complete();
        boolean same = !announceAgain && !changed && complete == announcedComplete && refusals.equals(announcedRefusals)
                && votes.notices() == announcedNotices;
        if (same || control.directory().isEmpty() && hasWan) {
            return Optional.empty();
        }
        announcedNotices = votes.notices();
        announcedComplete = complete;
        announcedRefusals = refusals;
        byte[] sites = RemoteSites.encode(control.directory(), complete, control.refusal().isPresent(), refusals, announcedNotices,
                overlay.rttNanos(), nowNanos / 1_000_000, control::hasAnnounced);
        boolean again = !announceAgain && RemoteSites.isSame(sites, announcedSites);
        announceAgain = false;
        announcedSites = sites;
        return again ? Optional.empty() : Optional.of(sites);
    }

    /** {@return whether all delegates with control connections have announced their sites, and this one its own} */
    public boolean hasReceivedOthers() {
        return control.directory().isPresent() && control.complete();
    }

    /** {@return why the others refuse the whole site, because of its name or because there are too many; empty if they do not} */
    public Optional<String> refusal() {
        return control.refusal();
    }

    /** The last known endpoints of the delegates of other sites. */
    List<Endpoint> met() {
        List<Endpoint> met = new ArrayList<>();
        directory().ifPresent(known -> known.sites().values().stream().filter(info -> !info.id().equals(self))
                .forEach(info -> met.add(info.endpoint())));
        return met;
    }

    /** The processes belong to another site identity now: the other sites are not to wait for members of this one. */
    void announceNoGroups(long nowNanos) {
        if (!closed && hasWan) {
            control.announceNoGroups(nowNanos);
        }
    }

    /** Stops receiving and sending. */
    void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            port.close();
        } catch (RuntimeException | LinkageError e) {
            events.failure("the link of " + config.name() + " to other sites was not closed: " + e, e);
        }
    }
}
