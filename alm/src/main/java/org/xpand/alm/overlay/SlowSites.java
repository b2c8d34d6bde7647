package org.xpand.alm.overlay;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.strategy.RateSourceStats;

/**
 * Finds sites whose path has not allowed a group its minimum rate for too long, and says when to try them again: after three times as long
 * as that took, then after twice that, and so on up to five minutes. Who has kept up for five minutes begins anew.
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

    /** Whether it is time to look. */
    boolean isDue(long nowNanos) {
        return config.minimumRate() > 0 && nowNanos - nextLookNanos >= 0;
    }

    /**
     * The sites whose time is over. Who is reached by another one that is too slow has nothing to do with that: what it is worth shows
     * once the other is left out, and it is sent to straight.
     *
     * @param before the sites by which one is reached
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

    /** The sites are reached by other ways from now on, and have all the time for that. */
    void waysChanged() {
        slowSince.clear();
    }

    /** A site is not waited for, and not sent to, until it is tried again. */
    void exclude(SiteId site, long nowNanos) {
        Excluded of = excluded.computeIfAbsent(site, id -> new Excluded());
        boolean anew = of.waitNanos == 0 || nowNanos - of.untilNanos > LONGEST_WAIT_NANOS;
        of.waitNanos = Math.min(anew ? FIRST_WAIT * config.slowSiteNanos() : 2 * of.waitNanos, LONGEST_WAIT_NANOS);
        of.untilNanos = nowNanos + of.waitNanos;
        of.now = true;
    }

    /** Whether the site is not sent to. */
    boolean excludes(SiteId site) {
        Excluded of = excluded.isEmpty() ? null : excluded.get(site);
        return of != null && of.now;
    }

    /** Which sites to try again; they are sent to from now on. */
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

    /** The site is sent to again for another reason: it was not heard, or has a new delegate. */
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
