package org.xpand.core;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.xpand.alm.api.LinkStats;
import org.xpand.alm.api.OverlayStats;
import org.xpand.alm.api.PathStats;

/**
 * Counters of a node at one moment.
 *
 * @param delegate         whether the node is its site's delegate
 * @param overlay          its overlay's counters, if it is
 * @param link             its socket's counters, if it is
 * @param rtts             round-trip times to the other sites as probed, by site name
 * @param paths            what is known of the ways to the other sites, by site name
 * @param lanMalformed     LAN messages dropped because their bytes are not what they should be
 */
public record NodeStats(boolean delegate, Optional<OverlayStats> overlay, Optional<LinkStats> link,
                        Map<String, Duration> rtts, Map<String, PathStats> paths, long lanMalformed) {
    public NodeStats {
        rtts = Map.copyOf(rtts);
        paths = Map.copyOf(paths);
    }
}
