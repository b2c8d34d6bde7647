package org.xpand.alm.site;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.xpand.protocols.api.SiteId;

/** What people call sites, those that are not there any more among them: what they lack is still told of. */
final class SiteNames {
    /** So many are remembered; of more, those first that were asked for first. */
    static final int MOST = 1000;

    private final Function<SiteId, Optional<String>> present;
    private final Map<SiteId, String> remembered = new LinkedHashMap<>();

    /** @param present the name of a site that is there */
    SiteNames(Function<SiteId, Optional<String>> present) {
        this.present = present;
    }

    /** The name it has, or had when it was last asked for; its number if it was never there then. */
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
