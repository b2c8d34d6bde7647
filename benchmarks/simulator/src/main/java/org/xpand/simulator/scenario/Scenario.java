package org.xpand.simulator.scenario;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.xpand.simulator.explore.Exploration;
import org.xpand.simulator.explore.GivenSites;
import org.xpand.simulator.site.SimulatedProcess;
import org.xpand.simulator.site.SimulatedSites;

/**
 * A scenario: network, traffic, events and measurements. {@code docs/scenarios.md} describes its JSON form.
 * Immutable and thread-safe.
 */
public final class Scenario {
    /** The largest scenario file. */
    private static final long MAX_FILE_BYTES = 16_000_000;
    private static final long LEAST_EXPLORED_NANOS = 1_000_000_000;

    private final String document;
    private final String description;
    private final ScenarioClock clock;
    private final List<Long> seeds;
    private final Topology topology;
    private final FlowSpecs flows;
    private final Optional<SitesSpec> sites;

    Scenario(String document, String description, ScenarioClock clock, List<Long> seeds, Topology topology, FlowSpecs flows,
             Optional<SitesSpec> sites) {
        this.document = document;
        this.description = description;
        this.clock = clock;
        this.seeds = List.copyOf(seeds);
        this.topology = topology;
        this.flows = flows;
        this.sites = sites;
    }

    /**
     * Reads a scenario file and checks it.
     *
     * @throws IllegalArgumentException naming the file and the path of the first field that is not accepted
     * @throws IOException              if the file cannot be read
     */
    public static Scenario load(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IllegalArgumentException("scenario " + file + ": a folder; accepted is a JSON file");
        }
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("scenario " + file + ": no such file");
        }
        if (Files.size(file) > MAX_FILE_BYTES) {
            throw new IllegalArgumentException("scenario " + file + ": more than " + MAX_FILE_BYTES + " bytes");
        }
        try {
            return parse(file.toString(), Files.readString(file));
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(file + ": not JSON: not UTF-8", e);
        }
    }

    /**
     * Reads a scenario and checks it.
     *
     * @param document its name in errors
     * @throws IllegalArgumentException naming the document and the path of the first field that is not accepted
     */
    public static Scenario parse(String document, String json) {
        return ScenarioReader.read(document, json);
    }

    /** Description in the file; may be empty. */
    public String description() {
        return description;
    }

    /** The seeds in the file, one or more. */
    public List<Long> seeds() {
        return seeds;
    }

    /** Length of a run, virtual nanoseconds. */
    public long endNanos() {
        return clock.endNanos();
    }

    /** Begin of the window of the means, nanoseconds. */
    public long windowFromNanos() {
        return clock.windowFromNanos();
    }

    /** End of the window of the means, exclusive, nanoseconds. */
    public long windowToNanos() {
        return clock.windowToNanos();
    }

    /** Length of the bins of throughput, nanoseconds. */
    public long binNanos() {
        return clock.binNanos();
    }

    /** Runs it with a seed, in the caller's thread. The same seed gives the same result. */
    public RunResult run(long seed) {
        if (sites.isEmpty() || !sites.get().atNodes()) {
            RunResult result = new ScenarioRun(clock, topology, flows, seed, 0, network -> { }).run();
            return sites.map(spec -> result.with(SitesRun.own(clock, spec, seed).run())).orElse(result);
        }
        SitesRun[] shared = new SitesRun[1];
        long settling = sites.get().settings().settlingNanos();
        RunResult result = new ScenarioRun(clock, topology, flows, seed, settling,
                network -> shared[0] = SitesRun.shared(clock, sites.get(), network)).run();
        return result.with(shared[0]);
    }

    /**
     * Explores its sites under random faults, in addition to the traffic and the faults of the file: returns, for a
     * seed, which guarantees to applications were violated. The same seed gives the same result.
     *
     * @param splitsLans whether LANs also split and merge
     * @throws IllegalArgumentException if there are no sites, or the run is shorter than a second
     */
    public Exploration.Seeded exploration(boolean splitsLans) {
        SitesSpec spec = explorable();
        return Exploration.seeded(seed -> new GivenSites(observers -> start(spec, seed, observers), spec.settings(), endNanos(),
                spec.groups().stream().map(SitesGroup::explored).toList()), splitsLans);
    }

    private SitesSpec explorable() {
        SitesSpec spec = sites.orElseThrow(() -> new IllegalArgumentException(document
                + ": sites: missing: accepted for an exploration is a scenario with sites"));
        if (endNanos() < LEAST_EXPLORED_NANOS) {
            throw new IllegalArgumentException(document + ": seconds: " + clock.endSeconds()
                    + ": accepted for an exploration is 1 or more");
        }
        return spec;
    }

    private SimulatedSites start(SitesSpec spec, long seed, List<SimulatedProcess.Observer> observers) {
        SimulatedSites[] started = new SimulatedSites[1];
        if (spec.atNodes()) {
            new ScenarioRun(clock, topology, flows, seed, spec.settings().settlingNanos(),
                    network -> started[0] = spec.at(network, observers));
        } else {
            started[0] = spec.apart(seed, observers);
        }
        spec.schedule(started[0]);
        return started[0];
    }
}
