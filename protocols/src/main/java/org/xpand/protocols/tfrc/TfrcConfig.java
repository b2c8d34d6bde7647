package org.xpand.protocols.tfrc;

import java.util.Map;
import org.xpand.protocols.rate.WeightedLossHistory;
import org.xpand.protocols.settings.Preset;
import org.xpand.protocols.settings.Setting;
import org.xpand.protocols.settings.Settings;

/**
 * Every constant of Xpand's rate control. Immutable. {@link #paper} is the paper's algorithm, {@link #recommended} adds
 * the extensions of RFC 5348; the components state their source.
 *
 * <p>Each component, declared by {@link Setting}, is a setting of the same name.
 */
public record TfrcConfig(
        @Setting(value = "packets acknowledged by one TCP acknowledgement", range = "1 to 2", recommended = "1", paper = "2",
                symbol = "b", source = "RFC 5348 §3.1; Xpand §3")
        int b,
        @Setting(value = "retransmission time-out over RTT", range = "1 to 64", recommended = "4", symbol = "RTO / RTT",
                source = "Xpand §3, RFC 5348 §3.1")
        double rtoFactor,
        @Setting(value = "weight of the past in the smoothed RTT", range = "0 to 0.999", recommended = "0.9", symbol = "q",
                source = "RFC 5348 §4.3")
        double rttQuotient,
        @Setting(value = "whether the first RTT samples have equal weights until the weight of a new one has fallen to 1 − q, "
                        + "and one of less than half their average begins anew, so that the first ones do not dominate",
                recommended = "true", paper = "false",
                source = "RFC 5348 §4.3: false")
        boolean evenStart,
        @Setting(value = "RTT before any measurement", range = "1ms to 10s", recommended = "500ms",
                source = "TFMCC §2.4.1")
        long initialRtt,
        @Setting(value = "loss intervals in the average; 0 uses Eq. 2 instead", range = "2 to 64, or 0", recommended = "8",
                paper = "0", symbol = "n", source = "RFC 5348 §5.4; Xpand §4.2")
        int intervals,
        @Setting(value = "least factor that history discounting leaves of an older interval's weight", range = "0 to 1",
                recommended = "0.02", paper = "1", symbol = "THRESHOLD", source = "RFC 5348 §5.5: 0.25")
        double discountThreshold,
        @Setting(value = "a loss interval longer than this many averages of the others discounts these further, by the fourth "
                        + "power, since the path must have changed: one in 148 is as long by chance; 0 is never",
                range = "2 to 1000, or 0", recommended = "5", paper = "0", source = "RFC 5348 §5.5: never")
        double outlierFactor,
        @Setting(value = "if two loss events in a row lost at least this many packets each, and the first one at least a twentieth of its "
                        + "packets, older loss intervals keep only discountThreshold of their weight, or more, so that half of the "
                        + "receive rate is left: at a rate that suits the path less than one packet is lost per RTT. Not within 16 RTT "
                        + "of the first loss event, nor if the rate has just risen to more than 1.5 times its average; 0 is never"
                        + "; not used by Eq. 2's history", range = "2 to 1024, or 0", recommended = "3", paper = "0")
        int heavyLosses,
        @Setting(value = "loss intervals in the long-term average, which distinguishes the least of several noisy rates from a "
                        + "slow path; 0 uses the plain minimum", range = "2 to 1000, or 0", recommended = "32", paper = "0",
                source = "Xpand §4: 0")
        double longIntervals,
        @Setting(value = "weight of I_past in I_mean", range = "0 to 0.999", recommended = "0.5", symbol = "½ in Eq. 2",
                source = "Xpand §4.2")
        double historyQuotient,
        @Setting(value = "later packets after which a missing one is lost", range = "1 to 64", recommended = "3", paper = "1",
                symbol = "NDUPACK", source = "RFC 5348 §5.1; Xpand §4.2: any gap")
        int ndupack,
        @Setting(value = "longest time that a missing packet is waited for on a path that was seen to reorder; 0 counts later packets only",
                unit = "RTT", range = "0 to 1", recommended = "1", paper = "0", source = "RFC 8985 §6.2: up to SRTT")
        double reorderingRtts,
        @Setting(value = "whether a packet that arrives after it was counted as lost corrects the loss history", recommended = "true",
                paper = "false", source = "RFC 5348 §5.1")
        boolean lateRepairs,
        @Setting(value = "most loss events that a gap without any arrival may begin: a path that is cut is not congested, and "
                        + "two events leave half to seven tenths of the rate, as a time-out leaves TCP half of its window; in "
                        + "the paper each RTT begins one", range = "2 to 1024", recommended = "2", paper = "64", source = "RFC 5681 §3.1")
        int gapEvents,
        @Setting(value = "duration of the first loss event: slow start goes on until the source has the report and its lower "
                        + "rate has arrived; not used by Eq. 2's history", unit = "RTT", range = "1 to 8",
                recommended = "2", paper = "1", source = "RFC 5348 §5.2: 1")
        double firstEventRtts,
        @Setting(value = "duration of every other loss event: until a lower rate can have arrived", unit = "RTT",
                range = "1 to 8", recommended = "1", source = "RFC 5348 §5.2: 1")
        double eventRtts,
        @Setting(value = "whether a loss event lasts for the current RTT, estimated from the one-way delay, and not for the "
                        + "smoothed one: the RTT is longest when a queue overflows", recommended = "true", paper = "false",
                source = "TFMCC §2.4.3")
        boolean followDelay,
        @Setting(value = "whether the rate falls as the round-trip time rises above its average, and rises as it falls below; not in slow start: "
                        + "TCP's does not fall either when it fills the queue", recommended = "true",
                paper = "false", symbol = "X_inst", source = "RFC 5348 §4.5")
        boolean damping,
        @Setting(value = "whether the first I_past is the inverse of Eq. 1 at the receive rate and not the number of packets "
                        + "before the first loss", recommended = "true", paper = "false", symbol = "first I_past",
                source = "RFC 5348 §6.3.1")
        boolean seededHistory,
        @Setting(value = "packets in the first RTT: W_init is so many s, but not more than max(2 s, so many 1460 bytes); with more than 4, "
                        + "s is at least packetSize there, and receivers report up to eight times per RTT in slow start, so that the rate "
                        + "doubles nearly as fast as TCP's",
                range = "2 to 64", recommended = "10", paper = "3", symbol = "W_init", source = "RFC 6928 §2; RFC 5348 §4.2: 3 to 4")
        int initialWindow,
        @Setting(value = "factor by which the rate may grow per RTT", range = "1.001 to 4", recommended = "2",
                source = "RFC 5348 §4.3, slow start")
        double growth,
        @Setting(value = "whether a multiple of the receive rate caps the rate after the first loss too; in slow start it always "
                        + "does", recommended = "true", paper = "false", symbol = "recv_limit", source = "RFC 5348 §4.3")
        boolean receiveCap,
        @Setting(value = "factor of that cap; 2^1/4 times as much in slow start with initialWindow above 4, since the rate has grown so much "
                        + "when the report of an eighth of an RTT is used", range = "1 to 10", recommended = "2",
                symbol = "recv_limit / X_recv", source = "RFC 5348 §4.3")
        double receiveCapFactor,
        @Setting(value = "factor on X_recv at a loss in a data-limited interval", range = "0.1 to 1", recommended = "0.85",
                source = "RFC 5348 §4.3")
        double limitedLossFactor,
        @Setting(value = "whether silence of a receiver halves the rate", recommended = "true", paper = "false",
                symbol = "nofeedback timer", source = "RFC 5348 §4.4")
        boolean noFeedback,
        @Setting(value = "duration of that silence", unit = "RTT", range = "1 to 100", recommended = "4",
                source = "RFC 5348 §4.3 step 3")
        double noFeedbackRtts,
        @Setting(value = "least duration of that silence: TCP implementations have the same minimum, and with a LAN's RTT a "
                        + "pause of the receiver's process would stop the stream", range = "0s to 10s", recommended = "200ms",
                paper = "0s")
        long minNoFeedback,
        @Setting(value = "least time between reports of a receiver, except urgent ones: on a LAN one per RTT would answer each packet",
                range = "0s to 100ms", recommended = "5ms", paper = "0s", source = "RFC 5348 §6.2: none")
        long minReportInterval,
        @Setting(value = "whether a receiver that reports again after silence gets one packet per RTT at once, as TCP begins "
                        + "after a time-out, and not twice its low receive rate", recommended = "true", paper = "false",
                source = "RFC 5681 §3.1, the loss window")
        boolean restart,
        @Setting(value = "whether the rate never falls below a packet per maxBackoff", recommended = "true", paper = "false",
                symbol = "s / t_mbi", source = "RFC 5348 §4.3")
        boolean minimumRate,
        @Setting(value = "longest time between packets; short, so that a recovered path is found soon", range = "1s to 3600s",
                recommended = "2s", paper = "64s", symbol = "t_mbi", source = "RFC 5348 §4.3: 64 s")
        long maxBackoff,
        @Setting(value = "most bytes by which packets are shorter than their paths allow, as in tfmcc; 0 is full packets",
                unit = "bytes", range = "0 to 128", recommended = "128", paper = "0", source = "Floyd and Jacobson 1992, by random sending times")
        int lengthSpread,
        @Setting(value = "packets that leave together after a wait, as TCP's packets do, of which an acknowledgement releases two; one by one "
                        + "while so many take more than half of an RTT at the rate", range = "1 to 4", recommended = "2", paper = "1",
                source = "RFC 5681 §4.2, delayed acknowledgements; RFC 5348 §4.6: 1")
        int rowPackets,
        @Setting(value = "packet size before the first packet: the longest datagram", unit = "bytes", range = "64 to 65535",
                recommended = "1400", symbol = "s")
        int packetSize,
        @Setting(value = "weight of the past in the average packet size", range = "0 to 0.999", recommended = "0.98", symbol = "s",
                source = "RFC 5348 §4.1 leaves it open")
        double sizeQuotient,
        @Setting(value = "rate while there are no receivers; the window is the limit then", range = "1kbit/s to 1Tbit/s",
                recommended = "1Gbit/s", source = "Xpand §4.4")
        double noReceiverRate,
        @Setting(value = "packets whose sending times are kept to measure the RTT: one RTT of the fastest stream",
                range = "64 to 1048576", recommended = "16384", symbol = "T_out")
        int sentPackets) {
    static final Settings<TfrcConfig> SETTINGS = Settings.of(TfrcConfig.class);
    /** Largest initial window of RFC 5348 (§4.2, RFC 3390). */
    private static final int RFC_WINDOW = 4;

    /** Whether slow start doubles the rate as fast as TCP does, and not as RFC 5348 does. */
    boolean quickStart() {
        return initialWindow > RFC_WINDOW;
    }

    /** The settings of the loss history of weighted intervals. */
    WeightedLossHistory.Settings history() {
        return new WeightedLossHistory.Settings(intervals, discountThreshold, outlierFactor, lateRepairs, gapEvents,
                Math.max(1, firstEventRtts / eventRtts), true, heavyLosses, initialRtt);
    }

    /**
     * The algorithm of Xpand §4; values that the paper does not give have the default of the component's source.
     *
     * @return the preset {@code paper}
     */
    public static TfrcConfig paper() {
        return SETTINGS.preset(Preset.PAPER);
    }

    /**
     * The default: Xpand §4 with RFC 5348's safeguards.
     *
     * @return the preset {@code recommended}
     */
    public static TfrcConfig recommended() {
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
    public static TfrcConfig fromSettings(Map<String, String> settings) {
        return SETTINGS.read(settings);
    }
}
