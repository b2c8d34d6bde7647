package org.xpand.core;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.xpand.alm.api.LinkStats;
import org.xpand.alm.api.OverlayStats;
import org.xpand.alm.api.PathStats;

/**
 * Counters of a node at one moment. At a node that is not the delegate all but the last two are empty.
 *
 * @param delegate     whether the node is its site's delegate
 * @param overlay      counters of its overlay, if it is the delegate
 * @param link         counters of its socket, if it is the delegate
 * @param rtts         smoothed round-trip times to the other sites as probed, by site name
 * @param paths        figures of the paths to the other sites, by site name
 * @param lan          counters of the datagrams within its site; empty where JGroups carries everything
 * @param lanMalformed LAN messages dropped since the start because their bytes are wrong; more than 0 suggests another version, or an attack
 */
public record NodeStats(boolean delegate, Optional<OverlayStats> overlay, Optional<LinkStats> link,
                        Map<String, Duration> rtts, Map<String, PathStats> paths, Optional<LanStats> lan, long lanMalformed) {
    public NodeStats {
        Accepted.present("overlay", overlay, "an Optional, which may be empty");
        Accepted.present("link", link, "an Optional, which may be empty");
        Accepted.present("lan", lan, "an Optional, which may be empty");
        rtts = Accepted.map("rtts", rtts);
        paths = Accepted.map("paths", paths);
    }
}
