package org.xpand.protocols.allocation;

import org.xpand.protocols.rate.RateSettings;

/**
 * Settings of the division of a group's rate at the delegate (Xpand §4.3). Immutable. The paper gives no numbers; the
 * defaults are ours.
 *
 * @param initialRate    rate with which every sender may begin if the others leave as much, bytes per second (§4.3.1 "some
 *                       predefined initial rate"; 256 kbit/s), 1 kbit/s to 1 Tbit/s
 * @param overheadWeight weight of the past in the measure of headers and repairs (0.75), 0 to 0.999
 * @param measureNanos   least time that one sample of that measure covers, nanoseconds; it covers a round-trip time if that is
 *                       longer (50 ms), 1 ms to 10 s
 * @param leastDivisible part of the aggregate that is divided however much headers and repairs take (0.5: repairs leave
 *                       half to new segments), 0.001 to 1
 * @param minQueueBytes  least limit of the delegate's queue, bytes (16 packets of 1400), 1 to 2^30
 * @param minQueueNanos  least limit of that queue as a time at the aggregate, nanoseconds: shares change every 10 ms, and the
 *                       queue must hold what leaves between two changes, or a delegate that sends more slowly than the
 *                       aggregate allows runs empty between shares that are too great and too small (20 ms), 0 to 1 s
 * @param queueRtts      limit of the delegate's queue in round-trip times at the aggregate (1), 0.01 to 100
 * @param backlogFloor   what remains of the divisible rate when the queue is full, as a part of it (0.1), 0 to 1
 * @param tolerance      relative change of a share below which it is not announced (0.02), 0 to 0.5
 * @param shareSurplus   whether what exceeds the demands is given to all senders equally, so that one whose demand
 *                       grows need not wait for a grant (true)
 */
public record AllocatorConfig(double initialRate, double overheadWeight, long measureNanos, double leastDivisible,
                              double minQueueBytes, long minQueueNanos, double queueRtts, double backlogFloor,
                              double tolerance, boolean shareSurplus) {
    private static final AllocatorConfig DEFAULTS = new AllocatorConfig(32_000, 0.75, 50_000_000L, 0.5, 22_400,
            20_000_000L, 1, 0.1, 0.02, true);

    /**
     * @throws IllegalArgumentException if a component is out of range; the message names it, its value and the range
     */
    public AllocatorConfig {
        RateSettings.check("initialRate", initialRate, 125, 1.25e11, " bytes per second");
        RateSettings.check("overheadWeight", overheadWeight, 0, 0.999, "");
        RateSettings.check("measureNanos", measureNanos, 1e6, 1e10, " ns");
        RateSettings.check("leastDivisible", leastDivisible, 0.001, 1, "");
        RateSettings.check("minQueueBytes", minQueueBytes, 1, 1 << 30, " bytes");
        RateSettings.check("minQueueNanos", minQueueNanos, 0, 1e9, " ns");
        RateSettings.check("queueRtts", queueRtts, 0.01, 100, "");
        RateSettings.check("backlogFloor", backlogFloor, 0, 1, "");
        RateSettings.check("tolerance", tolerance, 0, 0.5, "");
    }

    /** {@return the default settings} */
    public static AllocatorConfig defaults() {
        return DEFAULTS;
    }
}
