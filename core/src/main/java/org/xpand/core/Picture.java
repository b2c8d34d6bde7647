package org.xpand.core;

import java.util.List;

/**
 * The whole picture: what every site's delegate knows, as far as this node has been told of it.
 *
 * @param overviews what this node sees, first; then what the delegates of the sites have told in the last ten seconds, by site. Of
 *                  other sites, what all delegates know may be left out, and where it would be too long groups that nothing limits
 * @param complete  whether every site is among them that a delegate among them knows of
 */
public record Picture(List<Overview> overviews, boolean complete) {
    public Picture {
        overviews = List.copyOf(overviews);
    }
}
