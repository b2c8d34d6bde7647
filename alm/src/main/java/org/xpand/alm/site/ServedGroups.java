package org.xpand.alm.site;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.xpand.alm.overlay.GroupStack;
import org.xpand.alm.overlay.Overlay;
import org.xpand.protocols.api.Epoch;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.lossy.LossyConfig;
import org.xpand.protocols.lossy.LossyRelay;
import org.xpand.protocols.relay.GroupRate;
import org.xpand.protocols.relay.GroupRelay;
import org.xpand.protocols.relay.LanOut;
import org.xpand.protocols.relay.SegmentMessage;
import org.xpand.protocols.relay.SiteRelay;
import org.xpand.protocols.relay.SiteRoster;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;

/**
 * The groups that a delegate serves: decides which of the site's groups have a relay and a stack here, and opens, changes and
 * closes them according to the roster. A group that fails, or whose charter cannot be followed, is not served until it has left the
 * site; the others go on. Not thread-safe.
 */
final class ServedGroups {
    /** What new senders send is kept for sites that are not known yet for so long at most. */
    private static final long SITES_NANOS = 10_000_000_000L;

    private final SiteProcessConfig config;
    private final SiteId home;
    private final Epoch epoch;
    private final Overlay overlay;
    private final LanOut lan;
    private final Function<GroupService, RateStrategy> strategies;
    private final SiteEvents events;
    private final Function<SiteId, String> siteNames;
    private final Refused refused;
    private final TreeMap<GroupId, Open> groups = new TreeMap<>();
    private final TreeSet<GroupId> broken = new TreeSet<>();
    /** Whether it is still unknown which other sites there are, and until when that may last. */
    private boolean awaitsSites;
    private long sitesDueNanos = Long.MAX_VALUE;

    /** One group of the site. */
    private record Open(GroupName name, GroupService service, SiteRelay relay, GroupStack stack) {
    }

    /** Listener of groups that this process cannot serve but others of the site might. */
    @FunctionalInterface
    interface Refused {
        /** This process cannot serve the group. */
        void cannotServe(GroupName group, RuntimeException cause, long nowNanos);
    }

    /**
     * @param home      the site
     * @param epoch     the delegate's term
     * @param siteNames the name of a site for display
     */
    ServedGroups(SiteProcessConfig config, SiteId home, Epoch epoch, Overlay overlay, LanOut lan,
                 Function<GroupService, RateStrategy> strategies, SiteEvents events, Function<SiteId, String> siteNames, Refused refused) {
        this.config = config;
        this.home = home;
        this.epoch = epoch;
        this.overlay = overlay;
        this.lan = lan;
        this.strategies = strategies;
        this.events = events;
        this.siteNames = siteNames;
        this.refused = refused;
        overlay.onFailure((stack, cause) -> failed(stack.name(), cause));
    }

    /** The stack of a group; empty if it is not served. */
    Optional<GroupStack> stack(GroupName group) {
        return Optional.ofNullable(groups.get(group.id())).map(Open::stack);
    }

    /** The relay of a group; empty if it is not served. */
    Optional<SiteRelay> relay(GroupName group) {
        return Optional.ofNullable(groups.get(group.id())).map(Open::relay);
    }

    /** The served groups. */
    Set<GroupId> ids() {
        return groups.keySet();
    }

    /** Omits the groups that cannot be served here: the others would wait for their members in vain. */
    List<GroupInfo> served(List<GroupInfo> infos) {
        return broken.isEmpty() ? infos : infos.stream().filter(info -> !broken.contains(info.name().id())).toList();
    }

    /** It is not known yet which other sites there are; to be called before any group is opened. */
    void awaitSites() {
        awaitsSites = true;
    }

    /** All other sites that there are have been announced. */
    void sitesKnown() {
        if (awaitsSites) {
            awaitsSites = false;
            sitesDueNanos = Long.MAX_VALUE;
            for (Open open : groups.values()) {
                if (!open.service.layered()) {
                    open.stack.reliability().sitesKnown();
                }
                open.stack.due().changed();
            }
        }
    }

    /** The site's groups and their members have changed. */
    void update(SiteRoster roster, long nowNanos) {
        if (awaitsSites && sitesDueNanos == Long.MAX_VALUE) {
            sitesDueNanos = nowNanos + SITES_NANOS;
        }
        List<GroupInfo> infos = roster.groups();
        TreeSet<GroupId> wanted = new TreeSet<>();
        for (GroupInfo info : infos) {
            GroupId id = info.name().id();
            wanted.add(id);
            Open known = groups.get(id);
            Open open = known;
            if (known == null && !broken.contains(id)) {
                open = serve(info, () -> open(info, nowNanos), nowNanos);
            } else if (known != null && !known.service.text().equals(info.strategy())) {
                open = serve(info, () -> change(known, info, nowNanos), nowNanos);
            }
            if (open != null) {
                open.stack.due().changed();
                members(open, roster, nowNanos);
            }
        }
        broken.retainAll(wanted);
        for (GroupId id : List.copyOf(groups.keySet())) {
            if (!wanted.contains(id)) {
                overlay.close(groups.remove(id).name);
            }
        }
    }

    /** Why a charter cannot be followed here; empty if it can. */
    Optional<String> cannotFollow(String charter) {
        return SiteGroups.cannot(() -> strategies.apply(GroupService.parse(charter)), config.name());
    }

    private Open change(Open open, GroupInfo info, long nowNanos) {
        GroupService next = GroupService.parse(info.strategy());
        boolean odd = (next.changes() & 1) != 0;
        if (next.agrees(open.service)) {
            open.stack.odd(odd);
        } else {
            open.stack.change(strategies.apply(next), odd, nowNanos);
        }
        return new Open(open.name, next, open.relay, open.stack);
    }

    /** Serves a group as it is opened or changed; returns null if that fails: then the group is closed. */
    private Open serve(GroupInfo info, Supplier<Open> how, long nowNanos) {
        try {
            Open open = how.get();
            groups.put(info.name().id(), open);
            return open;
        } catch (IllegalArgumentException e) {
            groups.remove(info.name().id());
            overlay.close(info.name());
            broken.add(info.name().id());
            refused.cannotServe(info.name(), e, nowNanos);
        } catch (RuntimeException | LinkageError e) {
            failed(info.name(), e);
        }
        return null;
    }

    private void members(Open open, SiteRoster roster, long nowNanos) {
        try {
            open.relay.processes(roster.processes());
            open.relay.members(roster.members(open.name), nowNanos);
        } catch (RuntimeException | LinkageError e) {
            failed(open.name, e);
        }
    }

    private Open open(GroupInfo info, long nowNanos) {
        GroupService service = GroupService.parse(info.strategy());
        Open open = service.layered() ? openLayered(info, service, nowNanos) : openReliable(info, service, nowNanos);
        open.stack.odd((service.changes() & 1) != 0);
        return open;
    }

    private Open openLayered(GroupInfo info, GroupService service, long nowNanos) {
        RateStrategy strategy = strategies.apply(service);
        LossyRelay relay = new LossyRelay(home, info.name().id(), epoch, service.reserved(),
                LossyConfig.of(config.relay()), lan);
        return new Open(info.name(), service, relay, overlay.open(info.name(), strategy, relay.layer(), nowNanos));
    }

    private Open openReliable(GroupInfo info, GroupService service, long nowNanos) {
        RateStrategy strategy = strategies.apply(service);
        GroupRelay relay = new GroupRelay(home, info.name().id(), epoch, config.relay(), lan,
                new RelayEvents(info.name()));
        GroupStack stack = overlay.open(info.name(), strategy, relay, nowNanos);
        relay.connect(stack.reliability());
        if (awaitsSites) {
            stack.reliability().awaitSites();
        }
        return new Open(info.name(), service, relay, stack);
    }

    /** Closes a group that failed, here only; the others go on. */
    private void failed(GroupName group, Throwable cause) {
        groups.remove(group.id());
        // It may have failed while it was being opened.
        overlay.close(group);
        broken.add(group.id());
        events.failure("group " + group + " has no delegate any more at site " + config.site() + ": " + cause, cause);
    }

    /** A message of a group arrived on the LAN. */
    void handle(int kind, ProcessId fromProcess, GroupId group, WireReader in, long nowNanos) {
        Open open = groups.get(group);
        if (open != null) {
            open.stack.due().changed();
            try {
                open.relay.handle(kind, fromProcess, in, nowNanos);
            } catch (MalformedPacketException e) {
                // A fault of the message, not of the group.
                throw e;
            } catch (RuntimeException | LinkageError e) {
                failed(open.name, e);
            }
        }
    }

    /** Segments that this process has multicast in its site. */
    void segments(SegmentMessage message, long nowNanos) {
        Open open = groups.get(message.group());
        if (open != null) {
            open.stack.due().changed();
            try {
                open.relay.segments(message, nowNanos);
            } catch (RuntimeException | LinkageError e) {
                failed(open.name, e);
            }
        }
    }

    /** One turn of each group that is due; returns when the next is due. */
    long run(long nowNanos) {
        if (awaitsSites && nowNanos - sitesDueNanos >= 0) {
            sitesKnown();
        }
        long deadline = Math.min(sitesDueNanos, overlay.run(nowNanos));
        for (GroupStack stack : overlay.tookTurn()) {
            Open open = groups.get(stack.groupId());
            if (open == null) {
                continue;
            }
            try {
                GroupRate rate = new GroupRate(stack.rate().allowedRate(nowNanos), stack.rate().rttNanos(), stack.rate().chargedBytes(),
                        stack.segmentBytes());
                stack.due().at(open.relay.run(rate, nowNanos));
            } catch (RuntimeException | LinkageError e) {
                failed(open.name, e);
                deadline = nowNanos;
            }
            deadline = Math.min(deadline, stack.due().deadlineNanos());
        }
        return deadline;
    }

    /** Checks each group for limits. */
    void look(LimitAnnouncer limits, long pausedNanos, long nowNanos) {
        groups.values().forEach(open -> limits.look(open.name, open.stack, open.relay, pausedNanos, nowNanos));
    }

    private final class RelayEvents implements GroupRelay.Events {
        private final GroupName name;

        private RelayEvents(GroupName name) {
            this.name = name;
        }

        @Override
        public void slowMember(String text) {
            events.slowMember(name, text);
        }

        @Override
        public void siteDropped(SiteId site, String reason) {
            events.notWaited(name, siteNames.apply(site), true, "site " + siteNames.apply(site) + " is excluded from the "
                    + "send window: " + reason);
            events.siteDropped(name, site);
        }

        @Override
        public void released(SiteId site, String text) {
            events.limit("group " + name + ": site " + siteNames.apply(site) + ": " + text);
        }

        @Override
        public void excludedBy(SiteId source) {
            events.notWaited(name, siteNames.apply(source), false, "site " + siteNames.apply(source)
                    + " excludes this site from its send window");
        }
    }
}
