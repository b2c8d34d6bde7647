package org.xpand.protocols.strategy;

/**
 * Statistics of one end of an overlay link.
 *
 * @param rate     the value of {@link RateHop#rate}
 * @param lossRate share of packets lost on the link in the last measurement, 0 to 1
 * @param rttNanos round-trip time over the link, nanoseconds, 0 before the first sample
 * @param admitted packets sent over the link
 * @param refused  packets dropped before the link
 * @param received packets that arrived over the link
 */
public record RateHopStats(double rate, double lossRate, long rttNanos, long admitted, long refused, long received) {
}
