package org.xpand.protocols.lossy;

import java.util.Map;
import java.util.TreeMap;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;

/**
 * New sites, whose members are already in views but to which nothing is sent yet, or only since recently: from which message on
 * they are to receive each sender that was present before them. Messages from there on that are not sent to the site are reported
 * to it as missing. Not thread-safe.
 */
final class NewSites {
    /** Most sites that are remembered; a further one begins at the first message that it receives. */
    private static final int MAX_SITES = 1024;

    private final long patienceNanos;
    private final TreeMap<SiteId, Site> sites = new TreeMap<>();

    /** One site. */
    private static final class Site {
        private final Map<SenderId, long[]> first;
        /** Until when messages wait for it, or, once it is sent to, its start numbers are announced. */
        private long untilNanos;
        private boolean joined;

        private Site(Map<SenderId, long[]> first, long untilNanos) {
            this.first = first;
            this.untilNanos = untilNanos;
        }
    }

    /** @param patienceNanos how long messages wait for a site, and how long its start numbers are announced, ns */
    NewSites(long patienceNanos) {
        this.patienceNanos = patienceNanos;
    }

    /** Members of a site are in views from now on; {@code first} are the next messages of the present senders, by precedence. */
    void expect(SiteId site, Map<SenderId, long[]> first, long nowNanos) {
        forget(nowNanos);
        Site known = sites.get(site);
        // One that was expected long ago, and never sent to, has left meanwhile: earlier messages are not for it.
        boolean anew = known == null ? sites.size() < MAX_SITES : !known.joined && nowNanos - known.untilNanos >= 0;
        if (anew) {
            sites.put(site, new Site(first, nowNanos + patienceNanos));
        }
    }

    /** A site is sent to from now on. Returns whether it was expected. */
    boolean joined(SiteId site, long nowNanos) {
        Site known = sites.get(site);
        if (known != null) {
            known.joined = true;
            known.untilNanos = nowNanos + patienceNanos;
        }
        return known != null;
    }

    /** A site has left. */
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

    /** The first messages of a sender for the sites that are sent to since recently, by precedence; null if there are none. */
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
