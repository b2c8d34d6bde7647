package org.xpand.simulator.site;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.alm.site.SiteProcessConfig;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.relay.RelayConfig;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.LinkModel;
import org.xpand.simulator.Seeds;
import org.xpand.simulator.WanProfile;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.net.RoutedNetwork;

/**
 * Sites of one or more groups, with link costs from propagation delays: on the network of a WAN profile, or at nodes of a network
 * that they share with other traffic.
 */
public final class SimulatedSites {
    private static final long LAN_DELAY_NANOS = 100_000;
    /** Time until link costs have been measured and announced, and trees are computed from them. */
    private static final long SETTLE_NANOS = 2_500_000_000L;
    /** Used instead of a site for generators of applications, so that these differ from those of links. */
    private static final long APPLICATION = -2;

    private final EventQueue queue;
    private final SiteLinks links;
    private final SimulatedControl control;
    private final List<SimulatedSite> sites = new ArrayList<>();
    private final TreeMap<SiteId, SimulatedLan> lans = new TreeMap<>();
    private final List<String> names;
    private final List<SimulatedGroup> groups;
    private final Map<String, RateStrategy> strategies = new HashMap<>();
    private final Settings settings;
    private final long seed;
    private final SplittableRandom seeds;
    private long processes;
    private long members;

    /**
     * Settings of simulated sites.
     *
     * @param processes    processes of each site at the beginning, all of them members
     * @param overlay      settings of the delegates
     * @param relay        settings of the relay
     * @param timing       delays of the control connections
     * @param openingNanos from the election of a delegate until its stacks are open, ns
     * @param wiretap      sees the datagrams between sites, which are then sealed
     */
    public record Settings(int processes, OverlayConfig overlay, RelayConfig relay, SimulatedControl.Timing timing,
                           long openingNanos, Optional<Wiretap> wiretap) {
        /** One process per site, default settings, 200 ms to become delegate. */
        public static Settings defaults() {
            return new Settings(1, OverlayConfig.defaults(), RelayConfig.defaults(), SimulatedControl.Timing.DEFAULT,
                    200_000_000, Optional.empty());
        }

        /** How long sites take to start: until delegates are elected, all have joined and are notified of it. */
        public long settlingNanos() {
            return openingNanos + timing.announceNanos() + SETTLE_NANOS;
        }

        /** The same with another number of processes. */
        public Settings withProcesses(int count) {
            return new Settings(count, overlay, relay, timing, openingNanos, wiretap);
        }

        /** The same with other relay settings. */
        public Settings withRelay(RelayConfig config) {
            return new Settings(processes, overlay, config, timing, openingNanos, wiretap);
        }

        /** The same with a wiretap. */
        public Settings withWiretap(Wiretap tap) {
            return new Settings(processes, overlay, relay, timing, openingNanos, Optional.of(tap));
        }

        /** The same with other overlay settings. */
        public Settings withOverlay(OverlayConfig config) {
            return new Settings(processes, config, relay, timing, openingNanos, wiretap);
        }
    }

    /** Receives the messages that sites deliver. */
    @FunctionalInterface
    public interface Deliveries {
        /** The first process of the site with this index delivered a message. */
        void delivered(int site, SenderId sender, byte[] payload, long nowNanos);
    }

    /**
     * Starts sites of one process each.
     *
     * @param profile    the network
     * @param strategy   the rate control
     * @param config     settings of the overlay
     * @param seed       seed of the run
     * @param deliveries receives messages
     */
    public SimulatedSites(WanProfile profile, RateStrategy strategy, OverlayConfig config, long seed,
                          Deliveries deliveries) {
        this(profile, strategy, Settings.defaults().withOverlay(config), seed, (at, sender, payload, now) ->
                deliveries.delivered((int) at.site().value() - 1, sender, payload, now));
    }

    /**
     * Starts sites; then delegates are elected and all have joined.
     *
     * @param profile  the network
     * @param strategy the rate control
     * @param settings settings of the sites
     * @param seed     seed of the run
     * @param observer observes the processes
     */
    public SimulatedSites(WanProfile profile, RateStrategy strategy, Settings settings, long seed,
                          SimulatedProcess.Observer observer) {
        this(profile, List.of(SimulatedGroup.only(strategy, observer)), settings, seed);
    }

    /**
     * Starts sites with several groups.
     *
     * @param groups the groups; the first one is that of methods that name none
     */
    public SimulatedSites(WanProfile profile, List<SimulatedGroup> groups, Settings settings, long seed) {
        this(new EventQueue(), profile.sites(), queue -> SiteLinks.own(RoutedNetwork.mesh(queue, seed, profile),
                ids(profile.sites().size())), groups, settings, seed);
    }

    /**
     * Starts sites at nodes of a network, whose links they share with other traffic. Starting takes
     * {@link Settings#settlingNanos()} of the network's time, in which its scheduled events run.
     *
     * @param network  gives the seed
     * @param places   the nodes of the sites, which give them their names
     * @param strategy the rate control
     * @param settings settings of the sites
     * @param observer observes the processes
     * @throws IllegalArgumentException if no path leads from one of the nodes to another
     */
    public SimulatedSites(RoutedNetwork network, List<Node> places, RateStrategy strategy, Settings settings,
                          SimulatedProcess.Observer observer) {
        this(network, places, List.of(SimulatedGroup.only(strategy, observer)), settings);
    }

    /**
     * Starts sites with several groups at nodes of a network.
     *
     * @param groups the groups; the first one is that of methods that name none
     * @throws IllegalArgumentException if no path leads from one of the nodes to another
     */
    public SimulatedSites(RoutedNetwork network, List<Node> places, List<SimulatedGroup> groups, Settings settings) {
        this(network.queue(), places.stream().map(Node::name).toList(), queue -> SiteLinks.shared(network, ids(places.size()), places),
                groups, settings, network.seed());
    }

    private SimulatedSites(EventQueue queue, List<String> names, Function<EventQueue, SiteLinks> links,
                           List<SimulatedGroup> groups, Settings settings, long seed) {
        this.queue = queue;
        this.links = links.apply(queue);
        this.groups = List.copyOf(groups);
        groups.forEach(group -> strategies.putIfAbsent(group.strategy().name(), group.strategy()));
        this.settings = settings;
        this.seed = seed;
        this.seeds = new SplittableRandom(seed);
        this.names = List.copyOf(names);
        this.control = new SimulatedControl(queue, this.links, settings.timing(), settings.openingNanos(), settings.wiretap(),
                seeds.split());
        for (int i = 0; i < names.size(); i++) {
            SimulatedLan lan = new SimulatedLan(queue, seeds.split(), LAN_DELAY_NANOS);
            SimulatedSite site = new SimulatedSite(siteId(i), lan);
            sites.add(site);
            lans.put(site.id(), lan);
            for (int p = 0; p < settings.processes(); p++) {
                join(start(site));
            }
        }
        queue.runUntil(queue.now() + settings.settlingNanos());
    }

    private static List<SiteId> ids(int count) {
        return IntStream.range(0, count).mapToObj(SimulatedSites::siteId).toList();
    }

    private static SiteId siteId(int index) {
        return new SiteId(index + 1);
    }

    /** Starts a new process of a site, which is no member yet. */
    public SimulatedProcess start(SimulatedSite site) {
        long id = ++processes;
        SiteProcessConfig config = new SiteProcessConfig(names.get((int) site.id().value() - 1), processName(site.id(), id),
                new ProcessId(id), true, settings.overlay(), settings.relay(), SiteProcessConfig.Timing.DEFAULT);
        SimulatedHost host = new SimulatedHost(site.id(), config, this::strategy, queue, lans.get(site.id()), control,
                seeds.split());
        // They register themselves with their host.
        groups.forEach(group -> new SimulatedProcess(host, group.name(), group.service(), group.observer()));
        SimulatedProcess process = host.memberships().get(0);
        site.add(process);
        return process;
    }

    /** A process joins all groups of its site. */
    public void join(SimulatedProcess process) {
        int site = (int) process.site().value() - 1;
        for (int i = 0; i < groups.size(); i++) {
            if (groups.get(i).includes(site)) {
                joinGroup(process.memberships().get(i));
            }
        }
    }

    /** A process joins one group. */
    public void joinGroup(SimulatedProcess membership) {
        membership.join(new MemberId(100 + ++members));
    }

    private RateStrategy strategy(GroupService service) {
        RateStrategy given = strategies.get(service.strategy());
        RateStrategy strategy = given == null || service.changes() > 0
                ? RateStrategies.create(service.strategy(), service.given()) : given;
        return service.layered() ? strategy.layered(service.reserved().stream().map(each -> each / 8.0).toList()) : strategy;
    }

    static String processName(SiteId site, long process) {
        return site + "/" + process;
    }

    /** A generator for the application of a process, determined by the seed and the process. */
    public SplittableRandom random(SimulatedProcess process) {
        return Seeds.generator(seed, process.id(), APPLICATION);
    }

    /** Virtual time. */
    public EventQueue queue() {
        return queue;
    }

    /** The control connections of the delegates. */
    public SimulatedControl control() {
        return control;
    }

    /** The site with this index in the profile. */
    public SimulatedSite site(int index) {
        return sites.get(index);
    }

    /** All sites. */
    public List<SimulatedSite> sites() {
        return List.copyOf(sites);
    }

    /**
     * The link from one site to another, for changes.
     *
     * @throws IllegalStateException if the sites are at nodes of a network
     */
    public LinkModel link(int from, int to) {
        return links.link(siteId(from), siteId(to)).orElseThrow(() -> new IllegalStateException(
                "sites that share a network's links have none of their own: change the network's"));
    }

    /** The network whose links the sites share; empty if they have links of their own. */
    public Optional<RoutedNetwork> network() {
        return links.network();
    }

    /** Makes all running processes of these sites, and no others, members of the group. */
    public void members(SortedSet<SiteId> wanted) {
        for (SimulatedSite site : sites) {
            for (SimulatedProcess process : site.processes()) {
                if (process.alive() && process.isMember() != wanted.contains(site.id())) {
                    if (process.isMember()) {
                        process.leave();
                    } else {
                        join(process);
                    }
                }
            }
        }
    }

    /**
     * Cuts these sites off from the others, on the data path at once, on the control connections after a while.
     *
     * @param cutOff their indexes; empty heals
     */
    public void partition(Collection<Integer> cutOff) {
        cutData(cutOff);
        cutControl(cutOff);
    }

    /** Cuts off only the datagrams of these sites, or heals that. */
    public void cutData(Collection<Integer> cutOff) {
        for (int from = 0; from < sites.size(); from++) {
            for (int to = 0; to < sites.size(); to++) {
                if (from != to) {
                    block(from, to, cutOff.contains(from) != cutOff.contains(to));
                }
            }
        }
    }

    /** Cuts off only the control connections of these sites, or heals that. */
    public void cutControl(Collection<Integer> cutOff) {
        TreeSet<SiteId> island = new TreeSet<>();
        cutOff.forEach(index -> island.add(siteId(index)));
        control.island(island);
    }

    /** Blocks the path from one site to another, or opens it again. */
    public void block(int from, int to, boolean isBlocked) {
        links.block(siteId(from), siteId(to), isBlocked);
    }
}
