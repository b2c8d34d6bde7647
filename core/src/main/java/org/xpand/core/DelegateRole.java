package org.xpand.core;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.xpand.alm.overlay.DatagramOut;
import org.xpand.alm.overlay.GroupStack;
import org.xpand.alm.overlay.Overlay;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.Endpoint;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.directory.SiteId;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.lossy.LossyConfig;
import org.xpand.protocols.lossy.LossyRelay;
import org.xpand.protocols.relay.GroupRate;
import org.xpand.protocols.relay.GroupRelay;
import org.xpand.protocols.relay.SegmentMessage;
import org.xpand.protocols.relay.SiteRelay;
import org.xpand.protocols.relay.SiteRoster;
import org.xpand.protocols.stack.RedundancyLayer;
import org.xpand.protocols.wire.WireReader;

/**
 * What a node does as its site's delegate: a relay and a stack for each group, over the WAN if it has an address there.
 * A site of which no process has one still has a delegate, which serves its LAN.
 */
final class DelegateRole implements AutoCloseable {
    private final NodeConfig config;
    private final NodeEngine engine;
    private final SiteId home;
    private final SiteId self;
    private final long incarnation;
    private final TreeMap<Long, Open> groups = new TreeMap<>();
    private final Overlay overlay;
    private final Optional<WanPort> wan;
    private byte[] sitesTold;

    /** One group of the site. */
    private record Open(SiteRelay relay, GroupStack stack) {
    }

    /**
     * @param home   the site
     * @param isPart whether it has split, and this is the delegate of a part that another one does not speak for
     */
    DelegateRole(NodeConfig config, NodeEngine engine, SiteId home, boolean isPart, long incarnation, long seed) {
        this.config = config;
        this.engine = engine;
        this.home = home;
        this.self = isPart ? home.part(incarnation) : home;
        this.incarnation = incarnation;
        this.wan = config.wanBind().map(bind -> new WanPort(config, engine, this, incarnation, bind));
        this.overlay = new Overlay(self, incarnation, config.overlay(), wan.<DatagramOut>map(port -> port)
                .orElseGet(NoWan::new), new SplittableRandom(seed));
    }

    /**
     * Binds and connects; takes up to some seconds and is not called on the loop.
     *
     * @param met delegates to look for besides the seeds
     */
    void open(List<Endpoint> met) {
        wan.ifPresent(port -> port.open(met));
    }

    /** Where the delegates are that were heard of last. Any thread. */
    List<Endpoint> met() {
        return wan.map(WanPort::met).orElse(List.of());
    }

    /** The site. */
    SiteId home() {
        return home;
    }

    /** The site as a place on the overlay, another than {@link #home} if this is a part of it. */
    SiteId site() {
        return self;
    }

    boolean isPart() {
        return !self.equals(home);
    }

    /** Whether this delegate reaches other sites. */
    boolean reachesOut() {
        return wan.isPresent();
    }

    // From here on everything runs on the loop.

    /** Has every group take part in the next turn. */
    void callAll() {
        overlay.news();
    }

    /** The site's groups and their members have changed. */
    void groups(SiteRoster roster, long nowNanos) {
        List<GroupInfo> infos = roster.groups();
        TreeSet<Long> wanted = new TreeSet<>();
        for (GroupInfo info : infos) {
            wanted.add(info.name().id());
            Open open = groups.computeIfAbsent(info.name().id(), id -> open(info, nowNanos));
            if (open != null) {
                open.stack.due().news();
                open.relay.members(roster.members(info.name()), nowNanos);
            }
        }
        for (Long id : new TreeSet<>(groups.keySet())) {
            if (!wanted.contains(id)) {
                overlay.close(groups.remove(id).stack.name());
            }
        }
        wan.ifPresent(port -> port.groups(infos, nowNanos));
    }

    /** Whether the other sites, if there is a way to them, have been told of these groups. */
    boolean hasAnnounced(List<GroupInfo> infos) {
        return wan.isEmpty() || wan.get().hasAnnounced(infos);
    }

    private Open open(GroupInfo info, long nowNanos) {
        try {
            GroupService service = GroupService.parse(info.strategy());
            return service.layered() ? openLayered(info, service, nowNanos) : openReliable(info, service, nowNanos);
        } catch (IllegalArgumentException e) {
            engine.event(NodeEvent.Kind.ERROR, "group " + info.name() + " has no delegate: " + e.getMessage());
            return null;
        }
    }

    private Open openLayered(GroupInfo info, GroupService service, long nowNanos) {
        LossyRelay relay = new LossyRelay(home, info.name().id(), incarnation, service.precedences(),
                LossyConfig.of(config.relay()), engine.lan());
        return new Open(relay, overlay.open(info.name(), engine.strategy(service), relay.layer(), nowNanos));
    }

    private Open openReliable(GroupInfo info, GroupService service, long nowNanos) {
        GroupRelay relay = new GroupRelay(home, info.name().id(), incarnation, config.relay(), engine.lan(),
                new RelayEvents(info.name().value()));
        GroupStack stack = overlay.open(info.name(), engine.strategy(service), relay, nowNanos);
        relay.connect(stack.reliability());
        return new Open(relay, stack);
    }

    /** A message of a group arrived on the LAN. */
    void handle(int kind, long fromProcess, long group, WireReader in, long nowNanos) {
        Open open = groups.get(group);
        if (open != null) {
            open.stack.due().news();
            open.relay.handle(kind, fromProcess, in, nowNanos);
        }
    }

    /** Segments that this process has multicast in its site. */
    void segments(SegmentMessage message, long nowNanos) {
        Open open = groups.get(message.group());
        if (open != null) {
            open.stack.due().news();
            open.relay.segments(message, nowNanos);
        }
    }

    /** One turn; answers when the next is due. */
    long run(long nowNanos) {
        long deadline = overlay.run(nowNanos);
        for (Open open : groups.values()) {
            if (open.stack.tookTurn()) {
                GroupRate rate = new GroupRate(open.stack.rate().allowedRate(nowNanos), open.stack.rate().rttNanos(),
                        open.stack.rate().chargedBytes());
                open.stack.due().at(open.relay.run(rate, nowNanos));
            }
            deadline = Math.min(deadline, open.stack.due().deadlineNanos());
        }
        return wan.isPresent() ? Math.min(deadline, wan.get().run(nowNanos)) : deadline;
    }

    Overlay overlay() {
        return overlay;
    }

    void directory(Directory directory) {
        overlay.directory(directory, engine.nanoTime());
        // Members know which sites are waited for before they see them: the next delegate of the site may ask them at once.
        engine.turn();
        byte[] sites = RemoteSites.encode(directory);
        if (!Arrays.equals(sites, sitesTold)) {
            tellSites(sites);
            engine.turn();
        }
    }

    /** Tells the processes of the site who is in the other sites, whether or not they have been told. */
    void tellSites() {
        wan.flatMap(WanPort::directory).ifPresent(directory -> tellSites(RemoteSites.encode(directory)));
    }

    private void tellSites(byte[] sites) {
        sitesTold = sites;
        engine.sitesChanged(sites);
    }

    GroupStats stats(Membership group, String strategy, GroupStats.Local local, long nowNanos) {
        Open open = groups.get(group.groupName().id());
        if (open == null) {
            return local.of(group.groupName().value(), strategy);
        }
        var source = open.stack.rate().sourceStats(nowNanos);
        List<GroupStats.Path> paths = new ArrayList<>();
        for (var receiver : source.receivers()) {
            SiteId site = new SiteId(receiver.key());
            var inbound = open.stack.rate().receiverStats(site, nowNanos);
            paths.add(new GroupStats.Path(siteName(site), receiver.rttNanos(), receiver.acceptableRate(),
                    receiver.lossEventRate(), inbound.map(stats -> stats.received()).orElse(0L),
                    inbound.map(stats -> stats.lost()).orElse(0L)));
        }
        Optional<String> limiting = source.limitingReceiver().isPresent()
                ? Optional.of(siteName(new SiteId(source.limitingReceiver().getAsLong()))) : Optional.empty();
        List<String> waitsFor = new ArrayList<>();
        long repairs = 0;
        long backlog = 0;
        if (open.relay instanceof GroupRelay relay) {
            waitsFor.addAll(relay.slowestMembers(group.id()));
            open.stack.reliability().sitesThatLackTheOldest(group.id()).forEach(site -> waitsFor.add(siteName(site)));
            repairs = open.stack.reliability().stats().repairSegments();
            backlog = open.stack.reliability().stats().backlogSegments();
        }
        return new GroupStats(group.groupName().value(), strategy, local.messagesSent(), local.bytesSent(),
                local.messagesDelivered(), local.bytesDelivered(), local.unstableMessages(), local.gapSegments(),
                local.demand(), local.allocation(), local.windowBytes(), true, source.allowedRate(), source.slowStart(),
                limiting, open.stack.rate().packetsSent(), repairs, backlog, open.stack.redundancy().map(RedundancyLayer::stats),
                waitsFor, paths);
    }

    NodeStats nodeStats(long lanMalformed) {
        Map<String, Long> rtts = new TreeMap<>();
        overlay.rttNanos().forEach((site, rtt) -> rtts.put(siteName(site), rtt));
        return new NodeStats(reachesOut(), Optional.of(overlay.stats()), wan.map(WanPort::linkStats), rtts, lanMalformed);
    }

    private String siteName(SiteId site) {
        SiteInfo info = wan.flatMap(WanPort::directory).map(known -> known.sites().get(site)).orElse(null);
        return info == null ? site.toString() : info.label();
    }

    /** Not called on the loop. */
    @Override
    public void close() {
        wan.ifPresent(WanPort::close);
    }

    private final class RelayEvents implements GroupRelay.Events {
        private final String group;

        private RelayEvents(String group) {
            this.group = "group " + group + ": ";
        }

        @Override
        public void slowMember(String text) {
            engine.event(NodeEvent.Kind.SLOW_MEMBER, group + text);
        }

        @Override
        public void siteDropped(SiteId site, String reason) {
            engine.event(NodeEvent.Kind.SITE_DROPPED, group + "site " + siteName(site) + " is not waited for any more: "
                    + reason);
        }

        @Override
        public void excludedBy(SiteId source) {
            engine.event(NodeEvent.Kind.SITE_DROPPED, group + "site " + siteName(source)
                    + " does not wait for this site any more");
        }
    }
}
