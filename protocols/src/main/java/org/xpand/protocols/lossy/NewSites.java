package org.xpand.protocols.lossy;

import java.util.Map;
import java.util.TreeMap;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;

/**
 * Sites whose members are in views already and that are not sent to yet, or only since a moment ago: from which message on they are
 * to hear each sender that was there before them. What such a site is not sent from there on is missing at it, and it is told so.
 * Not thread-safe.
 */
final class NewSites {
    /** So many are remembered at most; a site that comes when there are so many hears from what comes first on. */
    private static final int MAX_SITES = 1024;

    private final long patienceNanos;
    private final TreeMap<SiteId, Site> sites = new TreeMap<>();

    /** One site. */
    private static final class Site {
        private final Map<SenderId, long[]> first;
        /** Until when it is waited for, or, once it is sent to, told where it begins. */
        private long untilNanos;
        private boolean joined;

        private Site(Map<SenderId, long[]> first, long untilNanos) {
            this.first = first;
            this.untilNanos = untilNanos;
        }
    }

    /** @param patienceNanos how long messages wait for a site, and how long it is told where it begins, ns */
    NewSites(long patienceNanos) {
        this.patienceNanos = patienceNanos;
    }

    /** Members of a site are in views from now on; {@code first} are the next messages of the senders there are, by precedence. */
    void expect(SiteId site, Map<SenderId, long[]> first, long nowNanos) {
        forget(nowNanos);
        Site known = sites.get(site);
        // One that was expected long ago, and never sent to, has left meanwhile: what was sent without it is not for it.
        boolean anew = known == null ? sites.size() < MAX_SITES : !known.joined && nowNanos - known.untilNanos >= 0;
        if (anew) {
            sites.put(site, new Site(first, nowNanos + patienceNanos));
        }
    }

    /** A site is sent to from now on. Answers whether it was expected. */
    boolean joined(SiteId site, long nowNanos) {
        Site known = sites.get(site);
        if (known != null) {
            known.joined = true;
            known.untilNanos = nowNanos + patienceNanos;
        }
        return known != null;
    }

    /** A site is there no more. */
    void left(SiteId site) {
        sites.remove(site);
    }

    /** Whether messages wait for a site that is not sent to yet. */
    boolean awaited(long nowNanos) {
        for (Site site : sites.values()) {
            if (!site.joined && nowNanos - site.untilNanos < 0) {
                return true;
            }
        }
        return false;
    }

    /** From which messages on the sites that are sent to since a moment ago hear a sender, by precedence; null if there are none. */
    long[] first(SenderId sender, long nowNanos) {
        long[] least = null;
        for (Site site : sites.values()) {
            long[] first = site.joined && nowNanos - site.untilNanos < 0 ? site.first.get(sender) : null;
            if (first != null) {
                least = least == null ? first.clone() : least;
                for (int i = 0; i < first.length; i++) {
                    least[i] = Math.min(least[i], first[i]);
                }
            }
        }
        return least;
    }

    private void forget(long nowNanos) {
        sites.values().removeIf(site -> site.joined && nowNanos - site.untilNanos >= 0);
    }
}
