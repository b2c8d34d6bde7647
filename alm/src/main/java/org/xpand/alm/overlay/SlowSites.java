package org.xpand.alm.overlay;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.strategy.RateSourceStats;

/**
 * Finds sites whose path has not allowed a group its minimum rate for too long, and decides when to try them again: after three
 * times that time, then after twice the last wait, and so on up to five minutes. After five good minutes a site starts anew.
 */
final class SlowSites {
    private static final long LOOK_NANOS = 500_000_000L;
    private static final int FIRST_WAIT = 3;
    private static final long LONGEST_WAIT_NANOS = 300_000_000_000L;

    private final OverlayConfig config;
    private final TreeMap<SiteId, Long> slowSince = new TreeMap<>();
    private final TreeMap<SiteId, Excluded> excluded = new TreeMap<>();
    private long nextLookNanos;

    private static final class Excluded {
        private long waitNanos;
        private long untilNanos;
        private boolean now;
    }

    SlowSites(OverlayConfig config) {
        this.config = config;
    }

    /** Whether it is time for {@link #look}. */
    boolean isDue(long nowNanos) {
        return config.minimumRate() > 0 && nowNanos - nextLookNanos >= 0;
    }

    /**
     * The sites that have been slow for too long. A site that is reached through a slow one is not counted: its own rate shows once
     * the slow one is excluded and packets go to it directly.
     *
     * @param before the sites through which one is reached
     */
    List<SiteId> look(RateSourceStats stats, Function<SiteId, List<SiteId>> before, long nowNanos) {
        nextLookNanos = nowNanos + LOOK_NANOS;
        List<SiteId> over = new ArrayList<>();
        for (RateSourceStats.Receiver receiver : stats.receivers()) {
            SiteId site = new SiteId(receiver.key());
            if (receiver.acceptableRate() >= config.minimumRate()) {
                slowSince.remove(site);
            } else if (nowNanos - slowSince.computeIfAbsent(site, id -> nowNanos) >= config.slowSiteNanos()) {
                over.add(site);
            }
        }
        over.removeIf(site -> before.apply(site).stream().anyMatch(slowSince::containsKey));
        slowSince.keySet().removeAll(over);
        return over;
    }

    /** The paths to the sites have changed: their time restarts. */
    void pathsChanged() {
        slowSince.clear();
    }

    /** Excludes a site: it gets nothing, and the group does not wait for it, until it is tried again. */
    void exclude(SiteId site, long nowNanos) {
        Excluded of = excluded.computeIfAbsent(site, id -> new Excluded());
        boolean anew = of.waitNanos == 0 || nowNanos - of.untilNanos > LONGEST_WAIT_NANOS;
        of.waitNanos = Math.min(anew ? FIRST_WAIT * config.slowSiteNanos() : 2 * of.waitNanos, LONGEST_WAIT_NANOS);
        of.untilNanos = nowNanos + of.waitNanos;
        of.now = true;
    }

    /** Whether the site is excluded. */
    boolean excludes(SiteId site) {
        Excluded of = excluded.isEmpty() ? null : excluded.get(site);
        return of != null && of.now;
    }

    /** The sites to be tried again; they are included from now on. */
    List<SiteId> takeDue(long nowNanos) {
        List<SiteId> due = new ArrayList<>();
        excluded.forEach((site, of) -> {
            if (of.now && nowNanos - of.untilNanos >= 0) {
                of.now = false;
                due.add(site);
            }
        });
        return due;
    }

    /** Includes the site again for another reason: it was silent, or has a new delegate. */
    void admit(SiteId site) {
        if (excludes(site)) {
            excluded.get(site).now = false;
        }
    }

    /** The site has left the group. */
    void forget(SiteId site) {
        excluded.remove(site);
        slowSince.remove(site);
    }
}
