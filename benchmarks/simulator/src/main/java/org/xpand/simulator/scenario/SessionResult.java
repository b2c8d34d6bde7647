package org.xpand.simulator.scenario;

import java.util.List;
import java.util.SortedMap;
import org.xpand.protocols.strategy.RateReceiverStats;
import org.xpand.simulator.session.SessionSample;

/**
 * State of a session's strategy, or that of a site's delegate, during a run.
 *
 * @param name      of the session or the site
 * @param strategy  name of its rate control
 * @param samples   samples of its source during the whole run
 * @param receivers its receivers at the end; none for a site
 * @param keys      names of receivers, or of sites, by the keys in samples
 */
public record SessionResult(String name, String strategy, List<SessionSample> samples, List<Receiver> receivers,
                            SortedMap<Long, String> keys) {
    public SessionResult {
        samples = List.copyOf(samples);
        receivers = List.copyOf(receivers);
    }

    /**
     * One receiver at the end of the run.
     *
     * @param name       name of its flow
     * @param stats      state of its strategy
     * @param reports    reports sent
     * @param duplicates packets dropped because their number had been seen
     * @param malformed  packets dropped because their header was malformed
     */
    public record Receiver(String name, RateReceiverStats stats, long reports, long duplicates, long malformed) {
    }

    /** The name of the receiver with a key; empty if there is none. */
    public String receiverName(long key) {
        return keys.getOrDefault(key, "");
    }
}
