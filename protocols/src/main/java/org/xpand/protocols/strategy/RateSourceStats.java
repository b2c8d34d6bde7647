package org.xpand.protocols.strategy;

import java.util.List;
import java.util.OptionalLong;
import org.xpand.protocols.api.RateReason;

/**
 * Statistics of a source.
 *
 * @param allowedRate      the rate at which packets may be sent, headers included, bytes per second, positive
 * @param slowStart        whether it is in slow start, before the first loss
 * @param reason           what determines the rate, as far as the source knows: slow start, a path, growth, silence or a bound
 * @param limitingReceiver key of the receiver that limits the rate, if one does
 * @param receivers        the receivers in the order of their keys; copied
 */
public record RateSourceStats(double allowedRate, boolean slowStart, RateReason reason, OptionalLong limitingReceiver,
                              List<Receiver> receivers) {
    public RateSourceStats {
        receivers = List.copyOf(receivers);
    }

    /**
     * One receiver, as its source knows it.
     *
     * @param key            the receiver
     * @param acceptableRate the rate it accepts by its own calculation, bytes per second, infinite while it has seen no
     *                       loss
     * @param rttNanos       smoothed round-trip time, nanoseconds, 0 before the first sample
     * @param lossEventRate  loss events per packet, 0 to 1: p of RFC 5348 §5
     * @param receiveRate    its last receive rate, bytes per second
     * @param reports        reports received from it
     */
    public record Receiver(long key, double acceptableRate, long rttNanos, double lossEventRate, double receiveRate,
                           long reports) {
    }
}
