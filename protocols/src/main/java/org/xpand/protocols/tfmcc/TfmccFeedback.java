package org.xpand.protocols.tfmcc;

import org.xpand.protocols.rate.RateSettings;

/**
 * Who reports, and when. Immutable; each component is a setting of the same name.
 *
 * @param roundFactor         b, duration T of a feedback round in R_max (TFMCC §2.5.1: 4; RFC 4654 §3.4: 6), 1 to 100
 * @param gamma               γ, share of T by which reports are spread according to their rate (TFMCC §2.5.1: ¼; RFC 4654
 *                            §4.5: none, 0), 0 to 0.9
 * @param biasLow             ratio of rates at which the bias is strongest (TFMCC §2.5.1: 0.5), 0 to 0.99
 * @param biasHigh            ratio of rates from which on there is no bias (TFMCC §2.5.1: 0.9), 0.01 to 1, above
 *                            {@code biasLow}
 * @param theta               θ or g, by which fraction a rate must be lower than a reported one not to be suppressed
 *                            (TFMCC §2.5.2, RFC 4654 §3.4: 0.1), 0 to 1
 * @param groupSize           N, estimated upper bound on the number of receivers (TFMCC §2.5.1, RFC 4654 §4.5: 10 000),
 *                            2 to 1000000
 * @param countMembers        whether N is the number of receivers the source knows, {@code groupSize} its least value
 * @param onlyBelowRate       whether only receivers report that cannot take the sending rate (TFMCC §2.2); otherwise all
 *                            whose rate is below the suppression rate or whose RTT is above R_max (RFC 4654 §3.4)
 * @param startRateSuppresses whether a suppression rate below the receiver's rate at the round's start suppresses too
 *                            (X_fbr, RFC 4654 §4.5)
 * @param slowDownTimers      whether timers follow R_max and stand still while packets fail to come (RFC 4654 §4.5)
 * @param extendRounds        whether a round without a report lasts up to 2 T (RFC 4654 §3.4)
 * @param lowRatePackets      c, packets that may be lost in a row at low rates without an implosion, T ≥ b (c + 1) s/X
 *                            (TFMCC §2.5.3: 2 to 4; RFC 4654 §3.2 has R_max ≥ s/X instead, 0), 0 to 16
 * @param quickReports        size of a group up to which every receiver reports once as soon as it hears a packet, so that
 *                            R_max need not be guessed (ours: 16; TFMCC and RFC 4654: never, 0), 0 to 64
 */
public record TfmccFeedback(double roundFactor, double gamma, double biasLow, double biasHigh, double theta,
                            int groupSize, boolean countMembers, boolean onlyBelowRate, boolean startRateSuppresses,
                            boolean slowDownTimers, boolean extendRounds, int lowRatePackets, int quickReports) {
    static final TfmccFeedback RECOMMENDED = new TfmccFeedback(6, 0, 0.5, 0.9, 0.1, 64, true, false, true, true, true, 0,
            16);
    static final TfmccFeedback PAPER = new TfmccFeedback(4, 0.25, 0.5, 0.9, 0.1, 10_000, false, true, false, false, false,
            3, 0);

    /**
     * @throws IllegalArgumentException if a component is out of range; the message names it, its value and the range
     */
    public TfmccFeedback {
        RateSettings.check("roundFactor", roundFactor, 1, 100, "");
        RateSettings.check("gamma", gamma, 0, 0.9, "");
        RateSettings.check("biasLow", biasLow, 0, 0.99, "");
        RateSettings.check("biasHigh", biasHigh, biasLow + 0.01, 1, " (above biasLow)");
        RateSettings.check("theta", theta, 0, 1, "");
        RateSettings.check("groupSize", groupSize, 2, TfmccDataHeader.MAX_GROUP_SIZE, "");
        RateSettings.check("lowRatePackets", lowRatePackets, 0, 16, "");
        RateSettings.check("quickReports", quickReports, 0, 64, "");
    }

    static TfmccFeedback read(RateSettings in, TfmccFeedback base) {
        return new TfmccFeedback(
                in.number("roundFactor", base.roundFactor),
                in.number("gamma", base.gamma),
                in.number("biasLow", base.biasLow),
                in.number("biasHigh", base.biasHigh),
                in.number("theta", base.theta),
                in.integer("groupSize", base.groupSize),
                in.flag("countMembers", base.countMembers),
                in.flag("onlyBelowRate", base.onlyBelowRate),
                in.flag("startRateSuppresses", base.startRateSuppresses),
                in.flag("slowDownTimers", base.slowDownTimers),
                in.flag("extendRounds", base.extendRounds),
                in.integer("lowRatePackets", base.lowRatePackets),
                in.integer("quickReports", base.quickReports));
    }
}
