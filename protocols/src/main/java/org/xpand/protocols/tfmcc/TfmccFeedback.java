package org.xpand.protocols.tfmcc;

import org.xpand.protocols.rate.RateSettings;
import org.xpand.protocols.settings.Setting;

/**
 * Which receivers report, and when. Immutable; each component is a setting of the same name.
 */
public record TfmccFeedback(
        @Setting(value = "duration T of a feedback round", unit = "R_max", range = "1 to 100", recommended = "6", paper = "4",
                symbol = "b in T = b R_max", source = "RFC 4654 §3.4; TFMCC §2.5.1")
        double roundFactor,
        @Setting(value = "share of T by which reports are spread according to their rate", range = "0 to 0.9", recommended = "0",
                paper = "0.25", symbol = "γ", source = "TFMCC §2.5.1; RFC 4654 §4.5: none")
        double gamma,
        @Setting(value = "ratio of rates at which the bias is strongest", range = "0 to 0.99", recommended = "0.5",
                symbol = "truncation of r", source = "TFMCC §2.5.1")
        double biasLow,
        @Setting(value = "ratio of rates from which on there is no bias, above biasLow", range = "0.01 to 1", recommended = "0.9",
                symbol = "truncation of r", source = "TFMCC §2.5.1")
        double biasHigh,
        @Setting(value = "fraction by which a rate must be below a reported one to escape suppression", range = "0 to 1",
                recommended = "0.1", symbol = "θ, g", source = "TFMCC §2.5.2, RFC 4654 §3.4")
        double theta,
        @Setting(value = "estimated upper bound on the number of receivers; with countMembers the least such bound",
                range = "2 to 1000000", recommended = "64", paper = "10000", symbol = "N", source = "TFMCC §2.5.1, RFC 4654 §4.5")
        int groupSize,
        @Setting(value = "whether N is the number of receivers that the source knows", recommended = "true", paper = "false")
        boolean countMembers,
        @Setting(value = "whether only receivers report that cannot take the sending rate, and not all whose rate is below the "
                        + "suppression rate or whose RTT is above R_max", recommended = "false", paper = "true",
                source = "TFMCC §2.2; RFC 4654 §3.4")
        boolean onlyBelowRate,
        @Setting(value = "whether a suppression rate below the receiver's rate at the round's start suppresses too",
                recommended = "true", paper = "false", symbol = "X_fbr", source = "RFC 4654 §4.5")
        boolean startRateSuppresses,
        @Setting(value = "whether timers follow R_max and stand still while packets fail to come", recommended = "true",
                paper = "false", source = "RFC 4654 §4.5")
        boolean slowDownTimers,
        @Setting(value = "whether a round without a report lasts up to 2 T", recommended = "true", paper = "false",
                source = "RFC 4654 §3.4")
        boolean extendRounds,
        @Setting(value = "packets that may be lost in a row at low rates without an implosion: T ≥ b (c + 1) s/X; 0 where R_max "
                        + "≥ s/X", range = "0 to 16", recommended = "0", paper = "3", symbol = "c",
                source = "TFMCC §2.5.3: 2 to 4; RFC 4654 §3.2: 0")
        int lowRatePackets,
        @Setting(value = "size of a group up to which every receiver reports once, at its first packet, so that R_max need not "
                        + "be guessed, and in slow start at once that its rate has risen or that it has lost a packet: the rate then starts with "
                        + "ten packets per R_max and doubles as fast as TCP's does; 0 is never", range = "0 to 64", recommended = "16", paper = "0")
        int quickReports,
        @Setting(value = "least time between reports of the CLR, except urgent ones: on a LAN one per RTT would answer each packet",
                range = "0s to 100ms", recommended = "5ms", paper = "0s", source = "RFC 4654 §3.3: none")
        long minReportInterval) {

    /**
     * @throws IllegalArgumentException if {@code biasHigh} is not above {@code biasLow}
     */
    public TfmccFeedback {
        RateSettings.check("biasHigh", biasHigh, biasLow + 0.01, 1, " (above biasLow)");
    }
}
