package org.xpand.protocols.strategy;

/**
 * Statistics of a receiver.
 *
 * @param lossEventRate loss events per packet, 0 to 1: p of RFC 5348 §5
 * @param rttNanos      round-trip time as announced by the source, nanoseconds, 0 before the first announcement
 * @param receiveRate   bytes per second: over the last round-trip time in a strategy, over the last second in a site's statistics
 * @param received      packets received
 * @param lost          packets found lost
 * @param lossEvents    loss events seen
 * @param reports       reports written
 * @param suppressed    due reports that were not sent, because another receiver's report made them unnecessary
 * @param statuses      reports at a fixed interval that only show that the receiver receives
 */
public record RateReceiverStats(double lossEventRate, long rttNanos, double receiveRate, long received, long lost,
                                long lossEvents, long reports, long suppressed, long statuses) {
    /**
     * Statistics of a receiver that suppresses nothing and sends no statuses.
     *
     * @param lossEventRate loss events per packet, 0 to 1
     * @param rttNanos      round-trip time as announced by the source, nanoseconds, 0 before the first announcement
     * @param receiveRate   bytes per second, 0 or more
     * @param received      packets received
     * @param lost          packets found lost
     * @param lossEvents    loss events seen
     * @param reports       reports written
     */
    public RateReceiverStats(double lossEventRate, long rttNanos, double receiveRate, long received, long lost,
                             long lossEvents, long reports) {
        this(lossEventRate, rttNanos, receiveRate, received, lost, lossEvents, reports, 0, 0);
    }

    /**
     * A copy with another receive rate.
     *
     * @param bytesPerSecond the receive rate, 0 or more
     * @return the copy; all else is equal
     */
    public RateReceiverStats withReceiveRate(double bytesPerSecond) {
        return new RateReceiverStats(lossEventRate, rttNanos, bytesPerSecond, received, lost, lossEvents, reports, suppressed, statuses);
    }
}
