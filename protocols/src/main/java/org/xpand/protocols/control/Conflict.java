package org.xpand.protocols.control;

import java.util.Optional;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupName;

/**
 * Two sites that contradict each other. The older in the control view stays, the other is refused: as a whole if it has
 * another site's name, in one group if it has another strategy for it.
 *
 * @param refused the refused site, possibly this one
 * @param group   the refused group; empty if the whole site is refused
 * @param message one line naming what conflicts, both values and both sites
 */
public record Conflict(SiteId refused, Optional<GroupName> group, String message) {
    @Override
    public String toString() {
        return message;
    }
}
