package org.xpand.simulator.scenario;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A scenario: what there is, what happens, and what is measured. {@code docs/scenarios.md} describes its JSON form.
 * Immutable and thread-safe.
 */
public final class Scenario {
    /** The largest scenario file. */
    private static final long MAX_FILE_BYTES = 16_000_000;

    private final String description;
    private final ScenarioClock clock;
    private final List<Long> seeds;
    private final Topology topology;
    private final FlowSpecs flows;
    private final Optional<SitesSpec> sites;

    Scenario(String description, ScenarioClock clock, List<Long> seeds, Topology topology, FlowSpecs flows,
             Optional<SitesSpec> sites) {
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
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("scenario " + file + ": no such file");
        }
        if (Files.size(file) > MAX_FILE_BYTES) {
            throw new IllegalArgumentException("scenario " + file + ": more than " + MAX_FILE_BYTES + " bytes");
        }
        return parse(file.toString(), Files.readString(file));
    }

    /**
     * Reads a scenario and checks it.
     *
     * @param document what errors call it
     * @throws IllegalArgumentException naming the document and the path of the first field that is not accepted
     */
    public static Scenario parse(String document, String json) {
        return ScenarioReader.read(document, json);
    }

    /** What the file says it is about; may be empty. */
    public String description() {
        return description;
    }

    /** The seeds the file asks for, one or more. */
    public List<Long> seeds() {
        return seeds;
    }

    /** Length of a run, virtual nanoseconds. */
    public long endNanos() {
        return clock.endNanos();
    }

    /** Where the window of the means begins, nanoseconds. */
    public long windowFromNanos() {
        return clock.windowFromNanos();
    }

    /** Where the window of the means ends, exclusive, nanoseconds. */
    public long windowToNanos() {
        return clock.windowToNanos();
    }

    /** Length of the bins of throughput, nanoseconds. */
    public long binNanos() {
        return clock.binNanos();
    }

    /** Runs it with a seed, in the caller's thread. The same seed gives the same result. */
    public RunResult run(long seed) {
        RunResult result = new ScenarioRun(clock, topology, flows, sites.filter(spec -> spec.wan().isEmpty()), seed).run();
        if (result.sites().isPresent() || sites.isEmpty()) {
            return result;
        }
        SitesRun run = SitesRun.own(clock, sites.get(), seed);
        run.run();
        return result.with(run);
    }
}
