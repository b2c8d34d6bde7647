package org.xpand.protocols.mca;

import java.util.Map;
import org.xpand.protocols.rate.RateSettings;
import org.xpand.protocols.settings.Preset;
import org.xpand.protocols.settings.Setting;
import org.xpand.protocols.settings.Settings;

/**
 * All constants of MCA. Immutable. {@link #paper} is the paper's algorithm, {@link #recommended} adds what real hosts
 * and real clocks need; the components state both.
 *
 * <p>Each component, declared by {@link Setting}, is a setting of the same name.
 */
public record McaConfig(
        @Setting(value = "accumulation above which there is congestion", unit = "packets", range = "0.1 to 1000",
                recommended = "2", source = "MCA §2.2")
        double upperPackets,
        @Setting(value = "accumulation below which congestion is over, at most upperPackets", unit = "packets", range = "0.01 to 1000",
                recommended = "1", source = "MCA §2.2")
        double lowerPackets,
        @Setting(value = "delay that does not count as a queue: the upper threshold is at least the bytes received in it, the "
                        + "lower one half of that", range = "0s to 1s", recommended = "1ms", paper = "0s",
                source = "MCA §2.2: higher thresholds on noisy hosts; the pacer's granularity")
        long noise,
        @Setting(value = "whether the least accumulation since the last control packet counts, and not the control packet's own",
                recommended = "true", paper = "false")
        boolean leastOfInterval,
        @Setting(value = "shortest period for the least accumulation: a control packet that comes sooner decides nothing",
                range = "0s to 1s", recommended = "5ms", paper = "0s")
        long leastTime,
        @Setting(value = "the same in SRTT, if that is longer: a paused host is not a queue", unit = "SRTT", range = "0 to 4",
                recommended = "0.5", paper = "0")
        double leastRtts,
        @Setting(value = "time between control packets; 0s derives it from the next two", range = "0s to 10s", recommended = "0s",
                symbol = "τ", source = "MCA §2.2 leaves it open")
        long controlInterval,
        @Setting(value = "time between control packets, if derived", unit = "SRTT", range = "0.01 to 10", recommended = "0.25",
                symbol = "τ")
        double controlRtts,
        @Setting(value = "least time between control packets, if derived", unit = "packets", range = "1 to 1000",
                recommended = "2", paper = "1")
        double controlPackets,
        @Setting(value = "time between two CIs of one receiver while congestion lasts; 0 is a CI per control packet",
                unit = "SRTT", range = "0 to 10", recommended = "1", paper = "0")
        double indicationRtts,
        @Setting(value = "weight of the past in SRTT and σ", range = "0 to 0.999", recommended = "0.875", symbol = "7/8",
                source = "MCA §3.1.1")
        double rttQuotient,
        @Setting(value = "σ in the period SRTT + 4σ", range = "0 to 16", recommended = "1", paper = "4", symbol = "4",
                source = "MCA §3.1.2")
        double rttDeviations,
        @Setting(value = "whether the source has one SRTT and σ, updated by every CI, and not one pair per receiver, updated "
                        + "by all its reports", recommended = "false", paper = "true", source = "MCA §3.1.1")
        boolean sharedRtt,
        @Setting(value = "SRTT before any measurement", range = "1ms to 10s", recommended = "100ms", source = "MCA §4")
        long initialRtt,
        @Setting(value = "part of the rate taken off on accumulation", range = "0.001 to 0.9", recommended = "0.1",
                source = "MCA §3.1.2")
        double accumulationCut,
        @Setting(value = "part of the rate taken off on loss", range = "0.001 to 0.9", recommended = "0.25", source = "MCA §3.1.2")
        double lossCut,
        @Setting(value = "later packets after which a missing one is lost", range = "1 to 64", recommended = "3", paper = "1",
                symbol = "NDUPACK", source = "RFC 5348 §5.1; MCA: any gap")
        int ndupack,
        @Setting(value = "longest time that a missing packet is waited for on a path that was seen to reorder; 0 counts later packets only",
                unit = "RTT", range = "0 to 1", recommended = "1", paper = "0", source = "RFC 8985 §6.2: up to SRTT")
        double reorderingRtts,
        @Setting(value = "weight of the past in the averages and deviations of TRAC and G-TRAC", range = "0 to 0.999",
                recommended = "0.875", paper = "0.95",
                source = "MCA leaves it open: as for SRTT; with the paper's value its §4.3 comes out")
        double averageQuotient,
        @Setting(value = "deviations below U at which another receiver takes over", range = "0 to 16", recommended = "1",
                symbol = "k", source = "MCA §3.1.3")
        double representativeBias,
        @Setting(value = "D' above U' at which the representative ought to report", range = "0 to 64", recommended = "4",
                symbol = "4", source = "MCA §3.1.3")
        double absenceDeviations,
        @Setting(value = "periods of its silence after which it is absent", range = "1 to 1000", recommended = "4", symbol = "n",
                source = "MCA §3.1.3")
        double absencePeriods,
        @Setting(value = "factor per period until the first CI; 1 is one packet more", range = "1 to 4", recommended = "1.25",
                paper = "1")
        double startGrowth,
        @Setting(value = "periods without a CI after which the rate grows by 0.25 %, 0.5 % and so on per period, up to "
                        + "startGrowth; 0 is never", range = "0 to 1000", recommended = "6", paper = "0", symbol = "n")
        int searchPeriods,
        @Setting(value = "periods without a CI after which the next CI gives the path's capacity: per period the rate then "
                        + "regains half of the difference to the rate received at that CI; 0 is never", range = "0 to 1000", recommended = "4",
                paper = "0", source = "Xu, Harfoush and Rhee, INFOCOM 2004: binary search")
        int recallPeriods,
        @Setting(value = "a CI for accumulation about a packet sent sooner than this after a reduction reports the queue "
                        + "before the reduction, and is ignored; 0 uses every CI", unit = "SRTT", range = "0 to 4", recommended = "0.5", paper = "0")
        double settleRtts,
        @Setting(value = "whether the source competes for a queue that other flows fill, as TCP does: its rate grows until "
                        + "packets are lost", recommended = "true", paper = "false")
        boolean competing,
        @Setting(value = "part of the rate taken off at a loss while competing, where a round-trip time has 25 packets or more; at least "
                        + "0.5 where it has 5 or fewer", range = "0.001 to 0.9", recommended = "0.3",
                source = "Reno takes half, but sends longer packets and in bursts")
        double competingCut,
        @Setting(value = "whether a reduction starts from the receive rate, if that is lower",
                recommended = "true", paper = "false")
        boolean receivedBase,
        @Setting(value = "interval of the status reports of a receiver that sends no CI; 0s is never", range = "0s to 60s",
                recommended = "1s", paper = "0s")
        long statusInterval,
        @Setting(value = "status intervals without a report of a receiver after which the rate is halved", range = "1 to 100", recommended = "4")
        double silenceIntervals,
        @Setting(value = "part of the sending rate at the epoch's start below which a delay that does not shrink is treated as "
                        + "a longer route; 0 is never", range = "0 to 0.95", recommended = "0.6", paper = "0")
        double resyncRate,
        @Setting(value = "part of the delay that must be left after one more SRTT at that rate; a queue shrinks by 0.4 SRTT",
                range = "0.1 to 1", recommended = "0.75")
        double resyncDelay,
        @Setting(value = "greatest drift between two clocks; 0 ignores drift", unit = "s/s", range = "0 to 0.01",
                recommended = "0.0002", paper = "0")
        double maxDrift,
        @Setting(value = "period over which drift is measured", range = "1s to 600s", recommended = "10s")
        long driftWindow,
        @Setting(value = "packet size before the first packet", unit = "bytes", range = "64 to 65535", recommended = "1400",
                paper = "1000", symbol = "s", source = "MCA §4")
        int packetSize,
        @Setting(value = "weight of the past in the average packet size", range = "0 to 0.999", recommended = "0.98", symbol = "s")
        double sizeQuotient,
        @Setting(value = "lower bound of the rate: one packet in 1.4 s, so that absence ends", range = "8bit/s to 10Gbit/s",
                recommended = "8kbit/s")
        double minimumRate,
        @Setting(value = "rate while there are no receivers", range = "1kbit/s to 1Tbit/s", recommended = "1Gbit/s")
        double noReceiverRate,
        @Setting(value = "packets whose sending times are kept: one RTT of the fastest stream",
                range = "64 to 1048576", recommended = "16384")
        int sentPackets,
        @Setting(value = "packets that may leave together after a late timer: accumulation needs even spacing", range = "1 to 64",
                recommended = "1", source = "MCA §2.2")
        int burstPackets) {
    static final Settings<McaConfig> SETTINGS = Settings.of(McaConfig.class);

    /**
     * @throws IllegalArgumentException if {@code lowerPackets} is above {@code upperPackets}
     */
    public McaConfig {
        RateSettings.check("lowerPackets", lowerPackets, 0.01, upperPackets, " (upperPackets)");
    }

    /**
     * The algorithm of the paper; constants that it does not give have the default of the component's description.
     *
     * @return the preset {@code paper}
     */
    public static McaConfig paper() {
        return SETTINGS.preset(Preset.PAPER);
    }

    /**
     * The default: the paper's algorithm with what noise, drift, longer routes and dead paths need.
     *
     * @return the preset {@code recommended}
     */
    public static McaConfig recommended() {
        return SETTINGS.preset(Preset.RECOMMENDED);
    }

    /**
     * Reads settings: {@code preset} is {@code recommended} (the default) or {@code paper}, the others override its
     * components by name.
     *
     * @param settings values by name, without the name of the strategy as a prefix
     * @return the constants
     * @throws IllegalArgumentException if a setting is unknown or its value not accepted; the message names the
     *                                  setting, the value and what is accepted
     */
    public static McaConfig fromSettings(Map<String, String> settings) {
        return SETTINGS.read(settings);
    }
}
