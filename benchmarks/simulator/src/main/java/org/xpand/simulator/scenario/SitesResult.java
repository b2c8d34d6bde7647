package org.xpand.simulator.scenario;

import java.util.List;
import java.util.SortedMap;

/**
 * Results of whole sites in a run, in addition to their flows and sessions.
 *
 * @param accepted messages accepted of each sending process, by its name, in a layered group of each precedence
 * @param dropped  of layered groups, messages that a process was notified of as dropped, by the name of the flow
 * @param gaps     gaps reported to members, one line each
 * @param events   events for users, one line each
 */
public record SitesResult(SortedMap<String, Long> accepted, SortedMap<String, Long> dropped, List<String> gaps, List<String> events) {
    public SitesResult {
        gaps = List.copyOf(gaps);
        events = List.copyOf(events);
    }
}
