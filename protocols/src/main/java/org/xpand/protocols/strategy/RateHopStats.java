package org.xpand.protocols.strategy;

/**
 * What one end of an overlay link knows at one moment.
 *
 * @param rate     what {@link RateHop#rate} answers
 * @param lossRate share of the packets that were lost on the link when it was last measured, 0 to 1
 * @param rttNanos round-trip time over the link, nanoseconds, 0 before the first sample
 * @param admitted packets let onto the link
 * @param refused  packets dropped before it
 * @param received packets that arrived over it
 */
public record RateHopStats(double rate, double lossRate, long rttNanos, long admitted, long refused, long received) {
}
