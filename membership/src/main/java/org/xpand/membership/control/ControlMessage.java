package org.xpand.membership.control;

import org.xpand.protocols.directory.OverlaySnapshot;
import org.xpand.protocols.directory.SiteInfo;

/** What delegates tell each other on the control channel. */
sealed interface ControlMessage {
    /** A delegate's site. */
    record Announcement(SiteInfo site) implements ControlMessage {
    }

    /** A snapshot, published by the coordinator. */
    record Publication(OverlaySnapshot snapshot) implements ControlMessage {
    }
}
