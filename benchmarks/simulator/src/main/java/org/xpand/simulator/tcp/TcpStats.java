package org.xpand.simulator.tcp;

/**
 * What a TCP sender has done and knows.
 *
 * @param sent          segments sent, again or not
 * @param retransmitted segments sent again
 * @param acknowledged  segments acknowledged in order
 * @param recoveries    fast recoveries begun
 * @param timeouts      retransmission time-outs
 * @param window        congestion window, segments
 * @param threshold     slow start threshold, segments
 * @param rttNanos      smoothed round-trip time, 0 before the first sample
 * @param rtoNanos      retransmission time-out, backed off as it is
 */
public record TcpStats(long sent, long retransmitted, long acknowledged, long recoveries, long timeouts, double window,
                       double threshold, long rttNanos, long rtoNanos) {
}
