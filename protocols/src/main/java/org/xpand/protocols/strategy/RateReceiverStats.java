package org.xpand.protocols.strategy;

/**
 * What a receiver knows at one moment.
 *
 * @param lossEventRate loss events per packet, 0 to 1
 * @param rttNanos      round-trip time as told by the source, nanoseconds, 0 if it was not told yet
 * @param receiveRate   bytes per second: of a strategy over the last round-trip time, of a site's figures over the last second
 * @param received      packets received
 * @param lost          packets found lost
 * @param lossEvents    loss events seen
 * @param reports       reports written
 * @param suppressed    reports that were due and not sent, because another receiver speaks for this one
 * @param statuses      of the reports, those at a fixed interval that only tell that the receiver hears
 */
public record RateReceiverStats(double lossEventRate, long rttNanos, double receiveRate, long received, long lost,
                                long lossEvents, long reports, long suppressed, long statuses) {
    /** Of a receiver that suppresses nothing and sends no statuses. */
    public RateReceiverStats(double lossEventRate, long rttNanos, double receiveRate, long received, long lost,
                             long lossEvents, long reports) {
        this(lossEventRate, rttNanos, receiveRate, received, lost, lossEvents, reports, 0, 0);
    }

    /** The same with another rate of arrival, in bytes per second. */
    public RateReceiverStats withReceiveRate(double bytesPerSecond) {
        return new RateReceiverStats(lossEventRate, rttNanos, bytesPerSecond, received, lost, lossEvents, reports, suppressed, statuses);
    }
}
