package org.xpand.simulator.site;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.xpand.alm.overlay.OverlayConfig;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.Endpoint;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.LinkCosts;
import org.xpand.protocols.directory.MemberInfo;
import org.xpand.protocols.directory.OverlaySnapshot;
import org.xpand.protocols.directory.SenderId;
import org.xpand.protocols.directory.SiteId;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.LinkModel;
import org.xpand.simulator.Network;
import org.xpand.simulator.WanProfile;

/** Sites of one group on the network of a WAN profile, with link costs from the profile's delays. */
public final class SimulatedSites {
    private static final long COORDINATOR = 1;

    private final GroupName group = new GroupName("simulated");
    private final EventQueue queue = new EventQueue();
    private final Network network;
    private final List<SimulatedSite> sites = new ArrayList<>();
    private final List<String> names;
    private final RateStrategy strategy;
    private int snapshots;

    /** Takes the messages that sites deliver. */
    @FunctionalInterface
    public interface Deliveries {
        /** The site with this index delivered a message. */
        void delivered(int site, SenderId sender, byte[] payload, long nowNanos);
    }

    /**
     * @param profile    the network
     * @param strategy   the rate control
     * @param config     settings of the overlay
     * @param seed       of everything random
     * @param deliveries takes messages
     */
    public SimulatedSites(WanProfile profile, RateStrategy strategy, OverlayConfig config, long seed,
                          Deliveries deliveries) {
        this.network = new Network(queue, seed);
        this.strategy = strategy;
        this.names = profile.sites();
        network.connect(profile, name -> siteId(names.indexOf(name)));
        for (int i = 0; i < names.size(); i++) {
            int index = i;
            sites.add(new SimulatedSite(siteId(i), 100 + i, group, strategy, config, queue, network, seed + i,
                    (sender, payload, now) -> deliveries.delivered(index, sender, payload, now)));
        }
        TreeSet<SiteId> all = new TreeSet<>();
        sites.forEach(site -> all.add(site.id()));
        members(all);
    }

    private static SiteId siteId(int index) {
        return new SiteId(index + 1);
    }

    /** Virtual time. */
    public EventQueue queue() {
        return queue;
    }

    /** The site with this index in the profile. */
    public SimulatedSite site(int index) {
        return sites.get(index);
    }

    /** The link from one site to another, to change. */
    public LinkModel link(int from, int to) {
        return network.link(siteId(from), siteId(to)).orElseThrow();
    }

    /** From now on these sites have members of the group; every delegate knows at once. */
    public void members(SortedSet<SiteId> members) {
        SnapshotId id = new SnapshotId(COORDINATOR, ++snapshots);
        OverlaySnapshot snapshot = new OverlaySnapshot(id, costs(), new TreeMap<>(Map.of(group.id(), members)));
        TreeMap<SiteId, SiteInfo> infos = new TreeMap<>();
        for (int i = 0; i < sites.size(); i++) {
            SimulatedSite site = sites.get(i);
            List<GroupInfo> groups = members.contains(site.id()) ? List.of(new GroupInfo(group, strategy.name(),
                    List.of(new MemberInfo(site.sender().process(), names.get(i))))) : List.of();
            infos.put(site.id(), new SiteInfo(site.id(), names.get(i), site.sender().process(),
                    new Endpoint(names.get(i), 1), groups, Collections.emptySortedMap(), id));
        }
        for (SimulatedSite site : sites) {
            site.directory(new Directory(site.id(), infos, List.of(snapshot)));
        }
    }

    private LinkCosts costs() {
        TreeMap<SiteId, SortedMap<SiteId, Long>> measured = new TreeMap<>();
        for (int from = 0; from < names.size(); from++) {
            TreeMap<SiteId, Long> row = new TreeMap<>();
            for (int to = 0; to < names.size(); to++) {
                if (from != to) {
                    row.put(siteId(to), link(from, to).settings().delayNanos() + link(to, from).settings().delayNanos());
                }
            }
            measured.put(siteId(from), row);
        }
        return LinkCosts.of(measured);
    }
}
