package org.xpand.simulator.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.LinkModelStats;
import org.xpand.simulator.net.RoutedNetwork;
import org.xpand.simulator.site.SimulatedProcess;
import org.xpand.simulator.site.SimulatedSites;

/** One run of a scenario's sites. Its times count from the moment when all have joined. */
final class SitesRun {
    private static final int MAX_LINES = 1000;

    private final ScenarioClock clock;
    private final SitesSpec spec;
    private final List<GroupRun> groups;
    private final SimulatedSites sites;
    private final EventQueue queue;
    private final long base;
    private final List<String> gaps = new ArrayList<>();
    private final List<LinkResult> links = new ArrayList<>();

    private SitesRun(ScenarioClock clock, SitesSpec spec, Function<List<? extends SimulatedProcess.Observer>, SimulatedSites> sites) {
        this.clock = clock;
        this.spec = spec;
        this.groups = spec.groups().stream().map(group -> new GroupRun(clock, spec, group, this::log)).toList();
        this.sites = sites.apply(groups);
        this.queue = this.sites.queue();
        this.base = queue.now();
        groups.forEach(group -> group.begin(this.sites));
        spec.schedule(this.sites);
        sample();
    }

    /** Creates sites on a separate network, which have started and are to {@link #run}. */
    static SitesRun own(ScenarioClock clock, SitesSpec spec, long seed) {
        return new SitesRun(clock, spec, observers -> spec.apart(seed, observers));
    }

    /** Creates sites at nodes of a network, which have started and run in its time. */
    static SitesRun shared(ScenarioClock clock, SitesSpec spec, RoutedNetwork network) {
        return new SitesRun(clock, spec, observers -> spec.at(network, observers));
    }

    /** Runs sites on a separate network. */
    SitesRun run() {
        List<LinkModelStats> before = statsAt(clock.windowFromNanos());
        List<LinkModelStats> after = statsAt(clock.windowToNanos());
        int count = spec.names().size();
        for (int i = 0; i < after.size(); i++) {
            if (i / count != i % count) {
                links.add(new LinkResult(spec.names().get(i / count), spec.names().get(i % count),
                        after.get(i).since(before.get(i)), clock.windowNanos()));
            }
        }
        queue.runUntil(base + clock.endNanos());
        return this;
    }

    /** Counters of the links from every site to every other, just before a time. */
    private List<LinkModelStats> statsAt(long nanos) {
        if (nanos > 0) {
            queue.runUntil(base + nanos - 1);
        }
        int count = spec.names().size();
        List<LinkModelStats> stats = new ArrayList<>();
        for (int from = 0; from < count; from++) {
            for (int to = 0; to < count; to++) {
                stats.add(from == to ? null : sites.link(from, to).stats(queue.now()));
            }
        }
        return stats;
    }

    /** The links of a separate network. */
    List<LinkResult> links() {
        return links;
    }

    List<FlowResult> flows() {
        return groups.stream().flatMap(group -> group.flows().stream()).toList();
    }

    List<SessionResult> sessions() {
        return groups.stream().flatMap(group -> group.sessions().stream()).toList();
    }

    SitesResult result() {
        TreeMap<String, Long> accepted = new TreeMap<>();
        TreeMap<String, Long> dropped = new TreeMap<>();
        groups.forEach(group -> group.count(accepted, dropped));
        return new SitesResult(accepted, dropped, gaps, sites.control().events());
    }

    private void log(String what) {
        if (gaps.size() < MAX_LINES) {
            gaps.add(Numbers.text(Numbers.seconds(queue.now() - base)) + " s " + what);
        }
    }

    private void sample() {
        groups.forEach(GroupRun::sample);
        queue.schedule(queue.now() + clock.sampleNanos(), this::sample);
    }
}
