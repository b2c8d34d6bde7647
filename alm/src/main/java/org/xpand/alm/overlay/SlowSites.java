package org.xpand.alm.overlay;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.strategy.RateSourceStats;

/** Finds sites whose path has not allowed a group its minimum rate for too long. */
final class SlowSites {
    private static final long LOOK_NANOS = 500_000_000L;

    private final OverlayConfig config;
    private final TreeMap<SiteId, Long> slowSince = new TreeMap<>();
    private long nextLookNanos;

    SlowSites(OverlayConfig config) {
        this.config = config;
    }

    /** Whether it is time to look. */
    boolean isDue(long nowNanos) {
        return config.minimumRate() > 0 && nowNanos - nextLookNanos >= 0;
    }

    /** The sites whose time is over. */
    List<SiteId> look(RateSourceStats stats, long nowNanos) {
        nextLookNanos = nowNanos + LOOK_NANOS;
        List<SiteId> over = new ArrayList<>();
        for (RateSourceStats.Receiver receiver : stats.receivers()) {
            SiteId site = new SiteId(receiver.key());
            if (receiver.acceptableRate() >= config.minimumRate()) {
                slowSince.remove(site);
            } else if (nowNanos - slowSince.computeIfAbsent(site, id -> nowNanos) >= config.slowSiteNanos()) {
                slowSince.remove(site);
                over.add(site);
            }
        }
        return over;
    }
}
