package org.xpand.protocols.relay;

import org.xpand.protocols.segment.Segment;

/**
 * The rate that the rate control of a group allows now.
 *
 * @param bytesPerSecond the rate of the whole group in this site, headers and repairs included
 * @param rttNanos       a round-trip time that represents the receivers, nanoseconds
 * @param chargedBytes   bytes charged to the rate so far
 * @param segmentBytes   bytes of a message in a segment that fills a packet
 */
public record GroupRate(double bytesPerSecond, long rttNanos, long chargedBytes, int segmentBytes) {
    /**
     * The rate of a group whose packets have the usual length.
     *
     * @param bytesPerSecond the rate of the whole group in this site, headers and repairs included
     * @param rttNanos       a round-trip time that represents the receivers, nanoseconds
     * @param chargedBytes   bytes charged to the rate so far
     */
    public GroupRate(double bytesPerSecond, long rttNanos, long chargedBytes) {
        this(bytesPerSecond, rttNanos, chargedBytes, Segment.USUAL_PAYLOAD);
    }
}
