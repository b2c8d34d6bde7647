package org.xpand.protocols.allocation;

import org.xpand.protocols.rate.RateSettings;

/**
 * Settings of a sender's demand (Xpand §4.3.1). Immutable. The paper gives the rules and hardly any numbers: where no
 * section is named, the default is ours.
 *
 * @param historyWeight  w, weight of the past in the demand; recent values weigh more (§4.3.1: below ½; 0.4), 0 to 0.499
 * @param sampleNanos    how long the window is observed for one sample, and the least time between two reports,
 *                       nanoseconds: much shorter than the aggregate takes to change (50 ms), 1 ms to 10 s
 * @param delta          δ, least change that is reported at once, as a fraction of the demand last reported (0.1), 0.001
 *                       to 0.9
 * @param initialRate    demand of a new sender, bytes per second (256 kbit/s), 1 kbit/s to 1 Tbit/s
 * @param floorRate      least demand of a sender that is not idle, bytes per second: with it, irrelevant changes
 *                       are not reported (32 kbit/s), 0 to 1 Tbit/s
 * @param idleNanos      time without new data in an empty window after which a sender demands nothing, nanoseconds (1 s),
 *                       1 ms to 1 h
 * @param drainNanos     time in which the bytes in the window are to leave in addition to new ones, nanoseconds (200 ms),
 *                       1 ms to 1 min
 * @param fullShare      if the window was full for this part of a sample or more, it counts as full, so that the demand
 *                       cannot be measured (0.5), 0.01 to 1
 * @param grantTolerance by what part a grant may be below the request and still fulfil it (0.02), 0 to 0.5
 * @param refreshNanos   the demand is reported this often even if it does not change, nanoseconds (1 s), 1 ms to 1 h
 */
public record DemandConfig(double historyWeight, long sampleNanos, double delta, double initialRate, double floorRate,
                           long idleNanos, long drainNanos, double fullShare, double grantTolerance,
                           long refreshNanos) {
    private static final DemandConfig DEFAULTS = new DemandConfig(0.4, 50_000_000L, 0.1, 32_000, 4000,
            1_000_000_000L, 200_000_000L, 0.5, 0.02, 1_000_000_000L);

    /**
     * @throws IllegalArgumentException if a component is out of range; the message names it, its value and the range
     */
    public DemandConfig {
        RateSettings.check("historyWeight", historyWeight, 0, 0.499, "");
        RateSettings.check("sampleNanos", sampleNanos, 1e6, 1e10, " ns");
        RateSettings.check("delta", delta, 0.001, 0.9, "");
        RateSettings.check("initialRate", initialRate, 125, 1.25e11, " bytes per second");
        RateSettings.check("floorRate", floorRate, 0, 1.25e11, " bytes per second");
        RateSettings.check("idleNanos", idleNanos, 1e6, 3.6e12, " ns");
        RateSettings.check("drainNanos", drainNanos, 1e6, 6e10, " ns");
        RateSettings.check("fullShare", fullShare, 0.01, 1, "");
        RateSettings.check("grantTolerance", grantTolerance, 0, 0.5, "");
        RateSettings.check("refreshNanos", refreshNanos, 1e6, 3.6e12, " ns");
    }

    /** {@return the default settings} */
    public static DemandConfig defaults() {
        return DEFAULTS;
    }
}
