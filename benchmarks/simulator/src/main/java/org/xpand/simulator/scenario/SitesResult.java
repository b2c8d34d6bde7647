package org.xpand.simulator.scenario;

import java.util.List;
import java.util.SortedMap;

/**
 * Results of whole sites in a run, in addition to their flows and sessions.
 *
 * @param accepted messages accepted of each sending process, by its name
 * @param gaps     gaps reported to members, one line each
 * @param events   events for users, one line each
 */
public record SitesResult(SortedMap<String, Long> accepted, List<String> gaps, List<String> events) {
    public SitesResult {
        gaps = List.copyOf(gaps);
        events = List.copyOf(events);
    }
}
