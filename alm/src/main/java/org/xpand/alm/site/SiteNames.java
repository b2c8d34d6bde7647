package org.xpand.alm.site;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.xpand.protocols.api.SiteId;

/** Display names of sites, including sites that have left: reports about them go on. */
final class SiteNames {
    /** Most remembered names; of more, the earliest ones are dropped. */
    static final int MOST = 1000;

    private final Function<SiteId, Optional<String>> present;
    private final Map<SiteId, String> remembered = new LinkedHashMap<>();

    /** @param present the name of a present site */
    SiteNames(Function<SiteId, Optional<String>> present) {
        this.present = present;
    }

    /** The name that a site has, or had at the last call; its number if there was none. */
    String of(SiteId site) {
        Optional<String> now = present.apply(site);
        if (now.isEmpty()) {
            return remembered.getOrDefault(site, site.toString());
        }
        if (!now.get().equals(remembered.put(site, now.get())) && remembered.size() > MOST) {
            remembered.remove(remembered.keySet().iterator().next());
        }
        return now.get();
    }
}
