package org.xpand.simulator.scenario;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.xpand.simulator.NetworkStats;

/**
 * Results of one run. Two runs of a scenario with the same seed are equal.
 *
 * @param seed     of the run
 * @param flows    TCP and UDP flows, then each session's source and its receivers
 * @param links    in the order of the scenario
 * @param sessions in the order of the scenario
 * @param network  the network's counters at the end, without a separate network of the sites
 * @param sites    results of whole sites, if the scenario has any; their flows, links and sessions are the last
 */
public record RunResult(long seed, List<FlowResult> flows, List<LinkResult> links, List<SessionResult> sessions,
                        NetworkStats network, Optional<SitesResult> sites) {
    public RunResult {
        flows = List.copyOf(flows);
        links = List.copyOf(links);
        sessions = List.copyOf(sessions);
    }

    /** The same with results of sites. */
    RunResult with(SitesRun run) {
        return new RunResult(seed, joined(flows, run.flows()), joined(links, run.links()),
                joined(sessions, run.sessions()), network, Optional.of(run.result()));
    }

    private static <T> List<T> joined(List<T> first, List<T> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
