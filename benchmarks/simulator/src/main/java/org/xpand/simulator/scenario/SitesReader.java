package org.xpand.simulator.scenario;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.xpand.simulator.JsonFields;
import org.xpand.simulator.LinkFields;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.WanProfile;
import org.xpand.simulator.site.SimulatedSites;

/** Reads whole sites, their senders and their faults. */
final class SitesReader {
    static final Set<String> SITES_NAMES = JsonFields.names(JsonFields.names("wan", "count", "nodes", "overlay", "relay",
            "processes", "groups", "faults"), GroupReader.TERMS);
    static final Set<String> FAULT_NAMES = JsonFields.names(JsonFields.names("atSeconds", "kind", "site", "process",
            "processes", "sites", "from", "to", "both", "noticeMs", "forMs"), LinkFields.NAMES);

    private static final int MAX_SITES = 100;
    private static final int MAX_PROCESSES = 100;
    private static final long NANOS_PER_MS = 1_000_000;
    private static final double DEFAULT_KILL_NOTICE_MS = 300;
    private static final double DEFAULT_HANG_NOTICE_MS = 2000;
    private static final double DEFAULT_SPLIT_NOTICE_MS = 1000;
    private static final double MAX_MS = ScenarioTime.MAX_SECONDS * 1000;

    private final JsonFields fields;
    private final ScenarioClock clock;
    private final TrafficReader traffic;
    private final List<String> names;
    private final SiteIndexes indexes;
    private final Optional<WanProfile> wan;
    private final List<Integer> places;
    private final int[] processes;
    /** Settings of the links after the faults read so far; empty for sites at nodes. */
    private final LinkModelSettings[][] links;
    private long partitionEndNanos;
    private final long[] splitEndNanos;

    private SitesReader(JsonFields fields, NodeNames nodes, ScenarioClock clock, TrafficReader traffic) {
        this.fields = fields;
        this.clock = clock;
        this.traffic = traffic;
        this.places = fields.has("nodes") ? places(nodes) : List.of();
        this.wan = fields.has("nodes") ? Optional.empty() : Optional.of(wan());
        this.names = wan.map(WanProfile::sites).orElseGet(() -> places.stream().map(nodes::name).toList());
        this.indexes = new SiteIndexes(names);
        this.processes = new int[names.size()];
        Arrays.fill(processes, (int) fields.wholeNumber("processes", 1, MAX_PROCESSES, 1));
        this.splitEndNanos = new long[names.size()];
        this.links = wan.map(this::links).orElseGet(() -> new LinkModelSettings[0][]);
    }

    private WanProfile wan() {
        OptionalInt count = fields.has("count")
                ? OptionalInt.of((int) fields.wholeNumber("count", 1, MAX_SITES, 1)) : OptionalInt.empty();
        WanProfile profile = fields.has("wan") ? WanProfile.read(fields, "wan", count)
                : WanProfile.load("default", count.orElse(WanProfile.DEFAULT_SITES));
        requireBounded("wan", profile.sites().size());
        return profile;
    }

    private void requireBounded(String field, int sites) {
        if (sites < 1 || sites > MAX_SITES) {
            throw fields.error(field, sites + " sites: accepted are 1 to " + MAX_SITES);
        }
    }

    /** The nodes of the sites, between all of which there must be a path. */
    private List<Integer> places(NodeNames nodes) {
        for (String other : List.of("wan", "count")) {
            if (fields.has(other)) {
                throw fields.error(other, "refused beside nodes, which say where the sites are");
            }
        }
        List<Integer> found = nodes.each(fields, "nodes");
        requireBounded("nodes", found.size());
        for (int from : found) {
            found.forEach(to -> traffic.requirePath(fields, "nodes", from, to));
        }
        for (int from : found) {
            found.stream().filter(to -> to < from).forEach(to -> traffic.requireTime(fields, "nodes", from, to));
        }
        return found;
    }

    private LinkModelSettings[][] links(WanProfile wan) {
        List<String> sites = wan.sites();
        LinkModelSettings[][] links = new LinkModelSettings[sites.size()][sites.size()];
        for (int from = 0; from < links.length; from++) {
            for (int to = 0; to < links.length; to++) {
                links[from][to] = from == to ? LinkModelSettings.PERFECT : wan.link(sites.get(from), sites.get(to));
                if (to < from && !links[from][to].takesTime() && !links[to][from].takesTime()) {
                    throw fields.error("wan", "\"" + sites.get(to) + "\" is reached from \"" + sites.get(from)
                            + "\" and back in no time: accepted are links with a delay or a rate");
                }
            }
        }
        return links;
    }

    static Optional<SitesSpec> read(JsonFields root, NodeNames nodes, ScenarioClock clock, TrafficReader traffic) {
        if (!root.has("sites")) {
            return Optional.empty();
        }
        return Optional.of(new SitesReader(root.object("sites", SITES_NAMES), nodes, clock, traffic).read());
    }

    private SitesSpec read() {
        SimulatedSites.Settings settings = settings();
        List<SitesSpec.Fault> faults = faults();
        List<Integer> started = Arrays.stream(processes).boxed().toList();
        List<SitesGroup> groups = new GroupReader(traffic, indexes, started, settings.relay().maxMessage()).read(fields);
        return new SitesSpec(names, wan, places, settings, groups, faults, started);
    }

    private SimulatedSites.Settings settings() {
        SimulatedSites.Settings base = SimulatedSites.Settings.defaults().withProcesses(processes[0]);
        return base.withOverlay(RecordReader.read(fields, "overlay", base.overlay()))
                .withRelay(RecordReader.read(fields, "relay", base.relay()));
    }

    /** Reads faults in the order of their times, so that later ones can name a process that a fault starts. */
    private List<SitesSpec.Fault> faults() {
        record Timed(long atNanos, JsonFields fields) {
        }
        List<Timed> given = new ArrayList<>();
        for (JsonFields each : fields.objects("faults", FAULT_NAMES)) {
            given.add(new Timed(ScenarioTime.nanos(each, "atSeconds", 0, clock.endSeconds()), each));
        }
        given.sort(Comparator.comparingLong(Timed::atNanos));
        Map<String, Function<JsonFields, List<SitesFault>>> kinds = new TreeMap<>(Map.of(
                "kill", each -> List.of(SitesFault.kill(site(each), process(each), notice(each, DEFAULT_KILL_NOTICE_MS))),
                "hang", each -> List.of(SitesFault.hang(site(each), process(each), duration(each),
                        notice(each, DEFAULT_HANG_NOTICE_MS))),
                "pause", each -> List.of(SitesFault.pause(site(each), process(each), duration(each))),
                "leave", each -> List.of(SitesFault.leave(site(each), process(each))),
                "stall", each -> List.of(SitesFault.stall(site(each), process(each), duration(each))),
                "split", this::split, "join", this::join, "partition", this::partition, "link", this::link));
        List<SitesSpec.Fault> faults = new ArrayList<>();
        for (Timed each : given) {
            each.fields.text("kind");
            TrafficReader.choice(each.fields, "kind", kinds, null).apply(each.fields)
                    .forEach(what -> faults.add(new SitesSpec.Fault(each.atNanos, what)));
        }
        return faults;
    }

    private List<SitesFault> join(JsonFields fault) {
        int site = site(fault);
        if (processes[site] == MAX_PROCESSES) {
            throw fault.error("site", "more than " + MAX_PROCESSES + " processes");
        }
        processes[site]++;
        return List.of(SitesFault.join(site));
    }

    private List<SitesFault> split(JsonFields fault) {
        int site = site(fault);
        List<Long> half = fault.wholeNumbers("processes");
        for (int i = 0; i < half.size(); i++) {
            if (half.get(i) < 1 || half.get(i) > processes[site]) {
                throw fault.elementError("processes", i, half.get(i) + " is not a whole number between 1 and "
                        + processes[site]);
            }
        }
        if (half.isEmpty() || half.stream().distinct().count() == processes[site]) {
            throw fault.error("processes", half + " of " + processes[site] + ": accepted are one or more, not all");
        }
        long at = ScenarioTime.nanos(fault, "atSeconds", 0, clock.endSeconds());
        if (at < splitEndNanos[site]) {
            throw fault.error("atSeconds", "the split before lasts until " + ScenarioTime.seconds(splitEndNanos[site])
                    + ": accepted is one at a time");
        }
        long notice = notice(fault, DEFAULT_SPLIT_NOTICE_MS);
        if (duration(fault) <= notice) {
            throw fault.error("forMs", "not longer than noticeMs " + notice / NANOS_PER_MS
                    + ": accepted is a split that is noticed");
        }
        splitEndNanos[site] = at + duration(fault);
        return List.of(SitesFault.split(site, half.stream().map(each -> (int) (each - 1)).toList(), duration(fault),
                notice));
    }

    private List<SitesFault> partition(JsonFields fault) {
        List<Integer> cutOff = indexes.some(fault, "sites");
        if (cutOff.isEmpty()) {
            throw fault.error("sites", "none: accepted are the sites to be cut off");
        }
        long at = ScenarioTime.nanos(fault, "atSeconds", 0, clock.endSeconds());
        if (at < partitionEndNanos) {
            throw fault.error("atSeconds", "the partition before lasts until "
                    + ScenarioTime.seconds(partitionEndNanos) + ": accepted is one at a time");
        }
        partitionEndNanos = at + duration(fault);
        return List.of(SitesFault.partition(cutOff, duration(fault)));
    }

    private List<SitesFault> link(JsonFields fault) {
        if (wan.isEmpty()) {
            throw fault.error("kind", "\"link\" is refused for sites at nodes: accepted are changes of the scenario's "
                    + "links");
        }
        int from = indexes.one(fault, "from");
        int to = indexes.one(fault, "to");
        if (from == to) {
            throw fault.error("to", "\"" + names.get(to) + "\" is the site the link comes from");
        }
        List<SitesFault> changes = new ArrayList<>();
        changes.add(change(fault, from, to));
        if (fault.flag("both", false)) {
            changes.add(change(fault, to, from));
        }
        return changes;
    }

    /** Computes changed settings now, so that contradictions are refused before the run. */
    private SitesFault change(JsonFields fault, int from, int to) {
        LinkModelSettings changed = LinkFields.read(fault, links[from][to]);
        links[from][to] = changed;
        return SitesFault.link(from, to, changed);
    }

    private int site(JsonFields fault) {
        return indexes.one(fault, "site");
    }

    private OptionalInt process(JsonFields fault) {
        return fault.has("process")
                ? OptionalInt.of((int) fault.wholeNumber("process", 1, processes[site(fault)], 1) - 1)
                : OptionalInt.empty();
    }

    private static long duration(JsonFields fault) {
        return Math.round(fault.number("forMs", 1, MAX_MS) * NANOS_PER_MS);
    }

    private static long notice(JsonFields fault, double absentMs) {
        return Math.round(fault.number("noticeMs", 1, MAX_MS, absentMs) * NANOS_PER_MS);
    }
}
