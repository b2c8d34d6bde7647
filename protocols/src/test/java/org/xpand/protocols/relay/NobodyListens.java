package org.xpand.protocols.relay;

import org.xpand.protocols.api.SiteId;

/** Takes a relay's events where they do not matter. */
final class NobodyListens implements GroupRelay.Events {
    @Override
    public void slowMember(String text) {
        // Forged progress may make one look slow.
    }

    @Override
    public void siteDropped(SiteId site, String reason) {
        // There is none.
    }

    @Override
    public void excludedBy(SiteId source) {
        // There is none.
    }
}
