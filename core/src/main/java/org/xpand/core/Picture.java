package org.xpand.core;

import java.util.List;

/**
 * What the delegates of all sites know, as far as it was announced to this node. Immutable.
 *
 * @param overviews first the overview of this node; then those announced by the sites' delegates in the last ten seconds, by site.
 *                  Those of other sites may omit what all delegates know and, if they would be too long, groups that nothing limits
 * @param complete  whether they include every site that a delegate among them knows
 */
public record Picture(List<Overview> overviews, boolean complete) {
    public Picture {
        overviews = Accepted.list("overviews", overviews);
    }
}
