package org.xpand.protocols.control;

import java.util.Optional;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupName;

/**
 * Two sites that do not fit together. The older in the control view stays, the other is refused: as a whole if it has
 * another site's name, with the group if it uses another strategy for it.
 *
 * @param refused the site that is refused, perhaps this one
 * @param group   the group that is refused; empty if the whole site is
 * @param message one line naming what clashes, both values and both sites
 */
public record Conflict(SiteId refused, Optional<GroupName> group, String message) {
    @Override
    public String toString() {
        return message;
    }
}
