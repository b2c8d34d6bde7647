package org.xpand.protocols.reliability;

import org.xpand.protocols.directory.SenderId;
import org.xpand.protocols.segment.Segment;

/** What the reliability layer hands to the relay above it. */
public interface Delivery {
    /**
     * The next segment of a remote sender, in order and once.
     *
     * @return false if the LAN takes nothing now: it is offered again when {@link ReliabilityLayer#resumeDelivery} is
     *         called, and meanwhile the source is told to stop
     */
    boolean deliver(SenderId sender, long number, Segment segment);

    /**
     * Progress of a local sender changed.
     *
     * @param stable  every member of the group has everything below this number
     * @param limit   segments below this number may be sent
     */
    void progress(SenderId sender, long stable, long limit);
}
