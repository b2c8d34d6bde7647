package org.xpand.simulator.scenario;

import java.util.List;
import java.util.SortedMap;

/**
 * What whole sites did in a run, beside their flows and sessions.
 *
 * @param accepted messages accepted of each sending process, by its name
 * @param gaps     segments that members were told will not come, one line each
 * @param events   what people would have been told, one line each
 */
public record SitesResult(SortedMap<String, Long> accepted, List<String> gaps, List<String> events) {
    public SitesResult {
        gaps = List.copyOf(gaps);
        events = List.copyOf(events);
    }
}
