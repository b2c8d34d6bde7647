package org.xpand.alm.overlay;

import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.reliability.Delivery;
import org.xpand.protocols.segment.Segment;

/** A member that accepts everything and ignores it. */
final class IgnoredDelivery implements Delivery {
    @Override
    public boolean deliver(SenderId sender, long number, Segment segment, long nowNanos) {
        return true;
    }

    @Override
    public void progress(SenderId sender, long stable, long limit) {
        // Ignored.
    }

    @Override
    public void done(SenderId sender) {
        // Ignored.
    }

    @Override
    public void returned(SenderId sender, long number, Segment segment, long nowNanos) {
        // Nothing is recalled.
    }

    @Override
    public void gap(SenderId sender, long first, long end) {
        // Ignored.
    }

    @Override
    public void forgotten(SenderId sender) {
        // Ignored.
    }

    @Override
    public void excluded(SiteId source) {
        // Ignored.
    }

    @Override
    public void dropped(SiteId site, String reason) {
        // Ignored.
    }
}
