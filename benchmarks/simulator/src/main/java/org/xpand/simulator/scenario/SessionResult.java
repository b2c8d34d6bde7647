package org.xpand.simulator.scenario;

import java.util.List;
import org.xpand.protocols.strategy.RateReceiverStats;
import org.xpand.simulator.session.SessionSample;

/**
 * What a session's strategy knew during a run.
 *
 * @param name      of the session
 * @param strategy  name of its rate control
 * @param samples   its source, sampled during the whole run
 * @param receivers its receivers at the end, in the order of their keys, of which the first is 1
 */
public record SessionResult(String name, String strategy, List<SessionSample> samples, List<Receiver> receivers) {
    public SessionResult {
        samples = List.copyOf(samples);
        receivers = List.copyOf(receivers);
    }

    /**
     * One receiver at the end of the run.
     *
     * @param name       as its flow is called
     * @param stats      what its strategy knew
     * @param reports    reports it sent
     * @param duplicates packets dropped because their number had been seen
     * @param malformed  packets dropped because their header was malformed
     */
    public record Receiver(String name, RateReceiverStats stats, long reports, long duplicates, long malformed) {
    }

    /** The name of the receiver with a key; empty if there is none. */
    public String receiverName(long key) {
        return key >= 1 && key <= receivers.size() ? receivers.get((int) key - 1).name() : "";
    }
}
