package org.xpand.simulator.tcp;

/**
 * Counters and state of a TCP sender.
 *
 * @param sent          segments sent, including those sent again
 * @param retransmitted segments sent again
 * @param acknowledged  segments acknowledged in order
 * @param recoveries    fast recoveries begun
 * @param timeouts      retransmission time-outs
 * @param window        congestion window, segments
 * @param threshold     slow start threshold, segments
 * @param rttNanos      smoothed round-trip time, 0 before the first sample
 * @param rtoNanos      retransmission time-out, with back-off
 */
public record TcpStats(long sent, long retransmitted, long acknowledged, long recoveries, long timeouts, double window,
                       double threshold, long rttNanos, long rtoNanos) {
}
