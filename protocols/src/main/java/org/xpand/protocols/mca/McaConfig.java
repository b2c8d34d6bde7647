package org.xpand.protocols.mca;

import java.util.Map;
import org.xpand.protocols.rate.LossDetector;
import org.xpand.protocols.rate.RateSettings;

/**
 * Every constant of MCA. Immutable. {@link #paper} is the paper's algorithm, {@link #recommended} adds what real hosts
 * and real clocks need; the components say which is which.
 *
 * <p>Each component is a setting of the same name. Times are written as {@code 500ms}, rates as {@code 1Gbit/s}.
 *
 * @param upperPackets       accumulation above which there is congestion, packets (MCA §2.2: 2), 0.1 to 1000
 * @param lowerPackets       accumulation below which it is over, packets (MCA §2.2: 1), 0.01 to {@code upperPackets}
 * @param noise              delay that is not taken for a queue, nanoseconds: the upper threshold is at least the bytes
 *                           received in it, the lower one half of that (MCA §2.2 wants higher thresholds on noisy
 *                           hosts; recommended 1 ms, the pacer's granularity; paper 0), 0 to 1 s
 * @param leastOfInterval    whether the least accumulation since the last control packet counts, not the control
 *                           packet's own (recommended)
 * @param leastTime          least time of which the least accumulation is taken, nanoseconds: a control packet that comes
 *                           sooner decides nothing (recommended 5 ms, in which a process reads all that waits for it;
 *                           paper 0), 0 to 1 s
 * @param controlInterval    τ, nanoseconds (MCA §2.2), 0 to derive it from the next two, 0 to 10 s
 * @param controlRtts        τ in SRTT, if derived (¼), 0.01 to 10
 * @param controlPackets     least τ in packets, if derived (recommended 2, paper 1), 1 to 1000
 * @param indicationRtts     SRTTs between two CIs of one receiver while congestion lasts (recommended 1: the source
 *                           acts on one per SRTT + 4σ; paper 0: a CI per control packet), 0 to 10
 * @param rttQuotient        weight of the past in SRTT and σ (MCA §3.1.1: 7/8), 0 to 0.999
 * @param rttDeviations      σ in the period SRTT + 4σ (MCA §3.1.2: 4), 0 to 16
 * @param sharedRtt          whether the source has one SRTT and σ, of whichever CI arrives (paper), not one per receiver, of
 *                           all its reports (recommended)
 * @param initialRtt         SRTT before anything is known of it, nanoseconds (MCA §4: 0.1 s), 1 ms to 10 s
 * @param accumulationCut    part of the rate taken off on accumulation (MCA §3.1.2: 0.1), 0.001 to 0.9
 * @param lossCut            part of the rate taken off on loss (MCA §3.1.2: 0.25), 0.001 to 0.9
 * @param ndupack            later packets after which a missing one is lost (MCA, any gap: 1; RFC 5348 §5.1: 3), 1 to 64
 * @param averageQuotient    weight of the past in the averages and deviations of TRAC and G-TRAC (MCA leaves it open:
 *                           recommended 7/8 as for SRTT, paper 0.95, with which its §4.3 comes out), 0 to 0.999
 * @param representativeBias k, deviations below U at which another receiver takes over (MCA §3.1.3: 1), 0 to 16
 * @param absenceDeviations  D' above U' at which the representative ought to be heard (MCA §3.1.3: 4), 0 to 64
 * @param absencePeriods     n, periods of its silence after which it is absent (MCA §3.1.3: 4), 1 to 1000
 * @param startGrowth        factor per period until the first CI (recommended 1.25; 1 is the paper's: one packet more),
 *                           1 to 4
 * @param searchPeriods      n, periods without a CI after which the rate grows by 0.25 %, 0.5 %, and so on per period, up to
 *                           {@code startGrowth} (recommended 6; paper 0: never), 0 to 1000
 * @param competing          whether the source competes for a queue that others fill, as TCP does: it goes on growing until
 *                           packets are lost (recommended; paper: no)
 * @param competingCut       part taken off at a loss then (0.3: Reno takes half, but sends longer packets and in
 *                           bursts), 0.001 to 0.9
 * @param receivedBase       whether a reduction takes its part off the rate received, if that is the lower one
 *                           (recommended)
 * @param statusInterval     how often a receiver that sends no CI tells that it hears, nanoseconds (recommended 1 s;
 *                           paper 0: never), 0 to 60 s
 * @param silenceIntervals   status intervals of a receiver's silence that halve the rate (4), 1 to 100
 * @param resyncRate         what is left of the sending rate of an epoch's start when a delay that does not follow is
 *                           taken for a longer route (recommended 0.6; paper 0: never), 0 to 0.95
 * @param resyncDelay        part of the delay that must be left after a further SRTT at that rate (0.75; a queue loses
 *                           0.4 SRTT), 0.1 to 1
 * @param maxDrift           most by which two clocks drift apart, seconds per second (recommended 2e-4; paper 0: drift
 *                           is ignored), 0 to 0.01
 * @param driftWindow        over how long drift is measured, nanoseconds (10 s), 1 s to 600 s
 * @param packetSize         s before the first packet, bytes (1400; MCA §4: 1000), 64 to 65535
 * @param sizeQuotient       weight of the past in the average packet size s (0.98), 0 to 0.999
 * @param minimumRate        the rate never falls below it, bytes per second (8 kbit/s), 1 to 1.25e9
 * @param noReceiverRate     the rate while there are no receivers, bytes per second (1 Gbit/s), 125 to 1.25e11
 * @param sentPackets        packets whose sending times are remembered (16384), 64 to 1048576
 * @param burstPackets       packets that may leave together after a late timer (1: accumulation needs even spacing),
 *                           1 to 64
 */
public record McaConfig(double upperPackets, double lowerPackets, long noise, boolean leastOfInterval, long leastTime,
                        long controlInterval, double controlRtts, double controlPackets, double indicationRtts,
                        double rttQuotient, double rttDeviations, boolean sharedRtt, long initialRtt,
                        double accumulationCut, double lossCut, int ndupack, double averageQuotient,
                        double representativeBias, double absenceDeviations, double absencePeriods,
                        double startGrowth, int searchPeriods, boolean competing, double competingCut,
                        boolean receivedBase, long statusInterval, double silenceIntervals,
                        double resyncRate, double resyncDelay, double maxDrift, long driftWindow, int packetSize,
                        double sizeQuotient, double minimumRate, double noReceiverRate, int sentPackets,
                        int burstPackets) {
    private static final McaConfig RECOMMENDED = new McaConfig(2, 1, 1_000_000, true, 5_000_000, 0, 0.25, 2, 1, 0.875, 4, false,
            100_000_000, 0.1, 0.25, LossDetector.DEFAULT_NDUPACK, 0.875, 1, 4, 4, 1.25, 6, true, 0.3, true, 1_000_000_000, 4,
            0.6, 0.75, 2e-4, 10_000_000_000L, 1400, 0.98, 1000, 125_000_000, 16_384, 1);
    private static final McaConfig PAPER = new McaConfig(2, 1, 0, false, 0, 0, 0.25, 1, 0, 0.875, 4, true,
            100_000_000, 0.1, 0.25, LossDetector.ANY_GAP, 0.95, 1, 4, 4, 1, 0, false, 0.3, false, 0, 4, 0, 0.75, 0,
            10_000_000_000L, 1000, 0.98, 1000, 125_000_000, 16_384, 1);

    /**
     * @throws IllegalArgumentException if a component is out of range; the message names it, its value and the range
     */
    public McaConfig {
        RateSettings.check("upperPackets", upperPackets, 0.1, 1000, "");
        RateSettings.check("lowerPackets", lowerPackets, 0.01, upperPackets, "");
        RateSettings.check("noise", noise, 0, 1e9, " ns");
        RateSettings.check("leastTime", leastTime, 0, 1e9, " ns");
        RateSettings.check("controlInterval", controlInterval, 0, 1e10, " ns");
        RateSettings.check("controlRtts", controlRtts, 0.01, 10, "");
        RateSettings.check("controlPackets", controlPackets, 1, 1000, "");
        RateSettings.check("indicationRtts", indicationRtts, 0, 10, "");
        RateSettings.check("rttQuotient", rttQuotient, 0, 0.999, "");
        RateSettings.check("rttDeviations", rttDeviations, 0, 16, "");
        RateSettings.check("initialRtt", initialRtt, 1e6, 1e10, " ns");
        RateSettings.check("accumulationCut", accumulationCut, 0.001, 0.9, "");
        RateSettings.check("lossCut", lossCut, 0.001, 0.9, "");
        RateSettings.check("ndupack", ndupack, 1, 64, "");
        RateSettings.check("averageQuotient", averageQuotient, 0, 0.999, "");
        RateSettings.check("representativeBias", representativeBias, 0, 16, "");
        RateSettings.check("absenceDeviations", absenceDeviations, 0, 64, "");
        RateSettings.check("absencePeriods", absencePeriods, 1, 1000, "");
        RateSettings.check("startGrowth", startGrowth, 1, 4, "");
        RateSettings.check("searchPeriods", searchPeriods, 0, 1000, "");
        RateSettings.check("competingCut", competingCut, 0.001, 0.9, "");
        RateSettings.check("statusInterval", statusInterval, 0, 6e10, " ns");
        RateSettings.check("silenceIntervals", silenceIntervals, 1, 100, "");
        RateSettings.check("resyncRate", resyncRate, 0, 0.95, "");
        RateSettings.check("resyncDelay", resyncDelay, 0.1, 1, "");
        RateSettings.check("maxDrift", maxDrift, 0, 0.01, "");
        RateSettings.check("driftWindow", driftWindow, 1e9, 6e11, " ns");
        RateSettings.check("packetSize", packetSize, 64, 65_535, " bytes");
        RateSettings.check("sizeQuotient", sizeQuotient, 0, 0.999, "");
        RateSettings.check("minimumRate", minimumRate, 1, 1.25e9, " bytes per second");
        RateSettings.check("noReceiverRate", noReceiverRate, 125, 1.25e11, " bytes per second");
        RateSettings.check("sentPackets", sentPackets, 64, 1 << 20, "");
        RateSettings.check("burstPackets", burstPackets, 1, 64, "");
    }

    /** The algorithm of the paper; what it leaves open has the default of the component's description. */
    public static McaConfig paper() {
        return PAPER;
    }

    /** The default: the paper's algorithm with what noise, drift, longer routes and dead paths need. */
    public static McaConfig recommended() {
        return RECOMMENDED;
    }

    /**
     * Reads settings: {@code preset} is {@code recommended} (the default) or {@code paper}, the others override its
     * components by name.
     *
     * @throws IllegalArgumentException if a setting is unknown or its value not accepted; the message names the
     *                                  setting, the value and what is accepted
     */
    public static McaConfig fromSettings(Map<String, String> settings) {
        RateSettings in = new RateSettings(settings);
        McaConfig base = in.choice("preset", "recommended", "recommended", "paper").equals("paper")
                ? PAPER : RECOMMENDED;
        McaConfig config = new McaConfig(
                in.number("upperPackets", base.upperPackets),
                in.number("lowerPackets", base.lowerPackets),
                in.nanos("noise", base.noise),
                in.flag("leastOfInterval", base.leastOfInterval),
                in.nanos("leastTime", base.leastTime),
                in.nanos("controlInterval", base.controlInterval),
                in.number("controlRtts", base.controlRtts),
                in.number("controlPackets", base.controlPackets),
                in.number("indicationRtts", base.indicationRtts),
                in.number("rttQuotient", base.rttQuotient),
                in.number("rttDeviations", base.rttDeviations),
                in.flag("sharedRtt", base.sharedRtt),
                in.nanos("initialRtt", base.initialRtt),
                in.number("accumulationCut", base.accumulationCut),
                in.number("lossCut", base.lossCut),
                in.integer("ndupack", base.ndupack),
                in.number("averageQuotient", base.averageQuotient),
                in.number("representativeBias", base.representativeBias),
                in.number("absenceDeviations", base.absenceDeviations),
                in.number("absencePeriods", base.absencePeriods),
                in.number("startGrowth", base.startGrowth),
                in.integer("searchPeriods", base.searchPeriods),
                in.flag("competing", base.competing),
                in.number("competingCut", base.competingCut),
                in.flag("receivedBase", base.receivedBase),
                in.nanos("statusInterval", base.statusInterval),
                in.number("silenceIntervals", base.silenceIntervals),
                in.number("resyncRate", base.resyncRate),
                in.number("resyncDelay", base.resyncDelay),
                in.number("maxDrift", base.maxDrift),
                in.nanos("driftWindow", base.driftWindow),
                in.integer("packetSize", base.packetSize),
                in.number("sizeQuotient", base.sizeQuotient),
                in.rate("minimumRate", base.minimumRate),
                in.rate("noReceiverRate", base.noReceiverRate),
                in.integer("sentPackets", base.sentPackets),
                in.integer("burstPackets", base.burstPackets));
        in.refuseOthers();
        return config;
    }
}
