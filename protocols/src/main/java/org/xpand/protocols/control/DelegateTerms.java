package org.xpand.protocols.control;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.xpand.protocols.api.SiteId;

/**
 * Remembers which delegates each site has had and their terms, also those that left, so that a new one can be informed of the
 * highest term of its site. Delegates are ordered in time by their first announcements; a delegate that
 * returns is known and is not informed. Bounded: the oldest entries are forgotten. Sans-IO, not
 * thread-safe.
 */
public final class DelegateTerms {
    /** Delegates remembered of a site: more than are replaced while one is suspended or cut off. */
    public static final int MAX_DELEGATES = 16;

    private final Map<SiteId, Map<Long, Long>> received = new Recent<>(ControlCodec.MAX_SITES);

    /**
     * A delegate announced its site.
     *
     * @param site        the site
     * @param incarnation incarnation of the delegate that announced it
     * @param term        number of its term; a later delegate of the site has a greater one
     * @return the highest term of the others, if the delegate is new and does not exceed it
     */
    public OptionalLong onAnnouncement(SiteId site, long incarnation, long term) {
        Map<Long, Long> terms = received.computeIfAbsent(site, id -> new Recent<>(MAX_DELEGATES));
        if (terms.put(incarnation, term) != null) {
            return OptionalLong.empty();
        }
        return terms.entrySet().stream().filter(other -> other.getKey() != incarnation)
                .mapToLong(Map.Entry::getValue).max().stream().filter(highest -> highest >= term).findAny();
    }

    private static final class Recent<K, V> extends LinkedHashMap<K, V> {
        private static final long serialVersionUID = 1L;
        private final int limit;

        Recent(int limit) {
            super(limit, 1, true);
            this.limit = limit;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > limit;
        }
    }
}
