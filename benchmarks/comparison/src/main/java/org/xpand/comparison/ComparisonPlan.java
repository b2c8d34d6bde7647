package org.xpand.comparison;

import java.util.List;
import org.xpand.comparison.peer.Peer;

/**
 * What is measured.
 *
 * @param peers          the systems, in the order of their turns
 * @param sizes          bytes of a message
 * @param loads          at which latencies are taken
 * @param runs           turns of each system
 * @param warmUpSeconds  of each run before anything is measured
 * @param settleSeconds  of each phase before it is measured
 * @param goodputSeconds for which goodput and costs are measured
 * @param latencySeconds for which latencies are measured
 * @param options        of the virtual machine, the same for every process
 */
record ComparisonPlan(List<Peer> peers, List<Integer> sizes, List<Load> loads, int runs, double warmUpSeconds,
            double settleSeconds, double goodputSeconds, double latencySeconds, List<String> options) {
    /** What starting, joining and leaving take, about. */
    private static final double PROCESS_SECONDS = 6;
    private static final double LIMIT_WARM_UP_SECONDS = 1;
    /** What the end of a phase takes, about. */
    private static final double END_SECONDS = 0.2;

    /** How long a system's runs send before anything is measured: nothing has to be compiled in a C program. */
    double warmUpSeconds(Peer peer) {
        return peer.limit() ? Math.min(warmUpSeconds, LIMIT_WARM_UP_SECONDS) : warmUpSeconds;
    }

    /** About how long it takes. */
    double seconds() {
        double size = settleSeconds + goodputSeconds + END_SECONDS
                + loads.size() * (settleSeconds / 2 + latencySeconds + END_SECONDS);
        return runs * peers.stream().mapToDouble(peer -> PROCESS_SECONDS + warmUpSeconds(peer) + sizes.size() * size).sum();
    }
}
