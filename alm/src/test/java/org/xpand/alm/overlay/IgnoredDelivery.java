package org.xpand.alm.overlay;

import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.reliability.Delivery;
import org.xpand.protocols.segment.Segment;

/** A member that takes everything and looks at nothing. */
final class IgnoredDelivery implements Delivery {
    @Override
    public boolean deliver(SenderId sender, long number, Segment segment, long nowNanos) {
        return true;
    }

    @Override
    public void progress(SenderId sender, long stable, long limit) {
        // Not looked at.
    }

    @Override
    public void done(SenderId sender) {
        // Not looked at.
    }

    @Override
    public void returned(SenderId sender, long number, Segment segment, long nowNanos) {
        // Nothing is recalled.
    }

    @Override
    public void gap(SenderId sender, long first, long end) {
        // Not looked at.
    }

    @Override
    public void forgotten(SenderId sender) {
        // Not looked at.
    }

    @Override
    public void excluded(SiteId source) {
        // Not looked at.
    }

    @Override
    public void dropped(SiteId site, String reason) {
        // Not looked at.
    }
}
