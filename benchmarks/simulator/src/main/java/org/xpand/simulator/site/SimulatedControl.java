package org.xpand.simulator.site;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.xpand.protocols.directory.Endpoint;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.LinkCosts;
import org.xpand.protocols.directory.MemberInfo;
import org.xpand.protocols.directory.OverlaySnapshot;
import org.xpand.protocols.directory.SiteId;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;
import org.xpand.protocols.relay.LocalMember;
import org.xpand.simulator.EventQueue;

/**
 * What delegates of simulated sites know of each other, in place of the control channel: an announcement reaches all after
 * a delay; a delegate that dies is missed after another; a partition splits the knowledge too. Of several delegates of one
 * site the youngest speaks, and the network's packets are its; another that has other members becomes a part of the site.
 */
public final class SimulatedControl {
    private static final long COORDINATOR = 1;

    private final GroupName group;
    private final String strategy;
    private final EventQueue queue;
    private final SiteLinks links;
    private final TreeMap<SiteId, String> names;
    private final Timing timing;
    private final TreeMap<SiteId, SiteId> homes = new TreeMap<>();
    private final TreeMap<SiteId, TreeMap<Long, Announced>> announced = new TreeMap<>();
    private final List<String> events = new ArrayList<>();
    private Set<SiteId> island = Set.of();
    private int snapshotCount;

    /** A delegate with the members it has told of. */
    private record Announced(SimulatedDelegate delegate, List<MemberInfo> members) {
    }

    /**
     * How long things take, all in nanoseconds.
     *
     * @param announceNanos from an announcement until every delegate knows it
     * @param deathNanos    from a delegate's death until the others miss it
     * @param partitionNanos from a partition, or its end, until the delegates see it
     */
    public record Timing(long announceNanos, long deathNanos, long partitionNanos) {
        /** 50 ms, 300 ms and 2 s. */
        public static final Timing DEFAULT = new Timing(50_000_000, 300_000_000, 2_000_000_000);
    }

    SimulatedControl(GroupName group, String strategy, EventQueue queue, SiteLinks links, SortedMap<SiteId, String> names,
                     Timing timing) {
        this.group = group;
        this.strategy = strategy;
        this.queue = queue;
        this.links = links;
        this.names = new TreeMap<>(names);
        this.timing = timing;
    }

    private static List<MemberInfo> members(List<LocalMember> local) {
        return local.stream().map(each -> new MemberInfo(each.member(), each.name())).toList();
    }

    /** What a delegate with these members tells of itself. */
    SiteInfo info(SimulatedDelegate delegate, List<LocalMember> local) {
        return info(new Announced(delegate, members(local)), SnapshotId.NONE);
    }

    private SiteInfo info(Announced of, SnapshotId snapshot) {
        SiteId home = of.delegate.process().site();
        String name = names.get(home);
        List<GroupInfo> groups = of.members.isEmpty() ? List.of() : List.of(new GroupInfo(group, strategy, of.members));
        return new SiteInfo(of.delegate.site(), home, name, of.delegate.incarnation(), new Endpoint(name, 1), groups,
                Collections.emptySortedMap(), snapshot);
    }

    void announce(SimulatedDelegate delegate, List<LocalMember> local) {
        List<MemberInfo> infos = members(local);
        queue.schedule(queue.now() + timing.announceNanos, () -> {
            if (delegate.process().role() != delegate) {
                return;
            }
            Announced now = new Announced(delegate, infos);
            meet(delegate);
            if (!now.equals(announced.computeIfAbsent(delegate.site(), id -> new TreeMap<>())
                    .put(delegate.term(), now))) {
                publish();
            }
        });
    }

    /** A part of a site is a place of its own. */
    private void meet(SimulatedDelegate delegate) {
        if (delegate.isPart() && homes.putIfAbsent(delegate.site(), delegate.process().site()) == null) {
            links.part(delegate.site(), delegate.process().site());
            links.attach(delegate.site(), (from, bytes, offset, length, now) ->
                    receive(delegate.site(), from, bytes, offset, length, now));
        }
    }

    private SiteId home(SiteId site) {
        return homes.getOrDefault(site, site);
    }

    void closed(SimulatedDelegate delegate) {
        queue.schedule(queue.now() + timing.deathNanos, () -> {
            SiteId site = delegate.site();
            TreeMap<Long, Announced> ofSite = announced.getOrDefault(site, new TreeMap<>());
            if (ofSite.remove(delegate.term()) != null) {
                if (ofSite.isEmpty()) {
                    announced.remove(site);
                }
                publish();
            }
        });
    }

    /** A packet arrived at a site: the delegate that speaks for it takes it. */
    void receive(SiteId site, SiteId from, byte[] bytes, int offset, int length, long nowNanos) {
        if (announced.containsKey(site)) {
            speaker(site).delegate.receive(from, bytes, offset, length, nowNanos);
        }
    }

    /** Whether the site's packets come from this delegate and go to it. */
    boolean speaks(SimulatedDelegate delegate) {
        TreeMap<Long, Announced> ofSite = announced.get(delegate.site());
        return ofSite != null && ofSite.lastEntry().getValue().delegate == delegate;
    }

    void event(String text) {
        events.add(queue.now() / 1_000_000 + " ms " + text);
    }

    /** What people would have been told so far. */
    public List<String> events() {
        return Collections.unmodifiableList(events);
    }

    /** These sites see only each other from now on, as far as the delegates' knowledge goes; an empty set heals. */
    void island(Set<SiteId> sites) {
        queue.schedule(queue.now() + timing.partitionNanos, () -> {
            island = Set.copyOf(sites);
            publish();
        });
    }

    private void publish() {
        TreeSet<SiteId> inside = new TreeSet<>();
        TreeSet<SiteId> outside = new TreeSet<>();
        announced.keySet().forEach(site -> (island.contains(home(site)) ? inside : outside).add(site));
        publish(inside);
        publish(outside);
    }

    private void publish(SortedSet<SiteId> sites) {
        if (sites.isEmpty()) {
            return;
        }
        TreeSet<SiteId> withMembers = new TreeSet<>();
        sites.stream().filter(site -> !speaker(site).members.isEmpty()).forEach(withMembers::add);
        SnapshotId id = new SnapshotId(COORDINATOR, ++snapshotCount);
        OverlaySnapshot snapshot = new OverlaySnapshot(id, costs(sites), new TreeMap<>(Map.of(group.id(), withMembers)));
        TreeMap<SiteId, SiteInfo> infos = new TreeMap<>();
        for (SiteId site : sites) {
            infos.put(site, info(speaker(site), id));
        }
        for (SiteId site : sites) {
            announced.get(site).values().forEach(each -> each.delegate.directory(infos, snapshot));
        }
    }

    private Announced speaker(SiteId site) {
        return announced.get(site).lastEntry().getValue();
    }

    private LinkCosts costs(SortedSet<SiteId> sites) {
        TreeMap<SiteId, SortedMap<SiteId, Long>> measured = new TreeMap<>();
        for (SiteId from : sites) {
            TreeMap<SiteId, Long> row = new TreeMap<>();
            for (SiteId to : sites) {
                if (!from.equals(to)) {
                    row.put(to, links.delayNanos(from, to) + links.delayNanos(to, from));
                }
            }
            measured.put(from, row);
        }
        return LinkCosts.of(measured);
    }
}
