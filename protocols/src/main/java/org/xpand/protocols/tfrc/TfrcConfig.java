package org.xpand.protocols.tfrc;

import java.util.Map;
import org.xpand.protocols.rate.LossDetector;
import org.xpand.protocols.rate.RateSettings;
import org.xpand.protocols.rate.RttEstimator;
import org.xpand.protocols.rate.WeightedLossHistory;

/**
 * Every constant of Xpand's rate control. Immutable. {@link #paper} is the paper's algorithm, {@link #recommended} adds
 * what RFC 5348 knows beyond it; the components say which is which.
 *
 * <p>Each component is a setting of the same name. Times are written as {@code 500ms}, rates as {@code 1Gbit/s}.
 *
 * @param b                  b, packets acknowledged by one TCP acknowledgement (Xpand §3: 2; RFC 5348 §3.1: 1), 1 or 2
 * @param rtoFactor          RTO/RTT (Xpand §3, RFC 5348 §3.1: 4), 1 to 64
 * @param rttQuotient        q, weight of the past in the smoothed RTT (RFC 5348 §4.3: 0.9), 0 to 0.999
 * @param evenStart          whether the first round-trip times count alike until the share of a new one has fallen to 1 − q, or the
 *                           first one counts as if there had been many (RFC 5348 §4.3)
 * @param initialRtt         RTT before anything is known of it, nanoseconds (TFMCC §2.4.1: 500 ms), 1 ms to 10 s
 * @param intervals          n, loss intervals in the average (RFC 5348 §5.4: 8), 2 to 64; 0 for Eq. 2 in its place
 * @param discountThreshold  THRESHOLD, what history discounting leaves of an older interval's weight at least (RFC 5348
 *                           §5.5: 0.25), 0 to 1
 * @param longIntervals      loss intervals that the long run weighs, by which the least of several noisy rates is told from a
 *                           slow path, see LongRunLoss (32; 0: the least counts as it is, Xpand §4), 2 to 1000, or 0
 * @param historyQuotient    weight of I_past in I_mean (Xpand §4.2 Eq. 2: ½), 0 to 0.999
 * @param ndupack            NDUPACK, later packets after which a missing one is lost (Xpand §4.2, any gap: 1; RFC 5348
 *                           §5.1: 3), 1 to 64
 * @param lateRepairs        whether a packet that arrives after it was taken for lost repairs the record (RFC 5348
 *                           §5.1)
 * @param gapEvents          loss events that a gap begins at most, in which nothing arrives: what is cut off is not full, and
 *                           two leave a quarter to a half of I_mean, a half to seven tenths of the rate, where a time-out
 *                           leaves TCP half of its window (RFC 5681 §3.1); by the paper each RTT begins one, of which 64
 *                           leave nothing of any interval, 2 to 1024
 * @param firstEventRtts     round-trip times that the first loss event lasts: slow start goes on until the source is told of it
 *                           and its lower rate has arrived (2; RFC 5348 §5.2: 1); Eq. 2's history does not ask, 1 to 8
 * @param followDelay        whether a loss event lasts for the round-trip time that the one-way delay says it is now (as TFMCC
 *                           §2.4.3 has it), and not for the smoothed one: when a queue overflows it is at its longest
 * @param damping            whether the rate falls as the round-trip time rises above its average (RFC 5348 §4.5)
 * @param seededHistory      whether the first I_past is the inverse of Eq. 1 at the receive rate (RFC 5348 §6.3.1) and
 *                           not the number of packets before the first loss
 * @param growth             factor by which the rate may rise per RTT (RFC 5348 §4.3 slow start: 2), above 1 to 4
 * @param receiveCap         whether 2 × the receive rate caps the rate after the first loss too (RFC 5348 §4.3); in
 *                           slow start it always does
 * @param receiveCapFactor   factor of that cap, recv_limit over X_recv (RFC 5348 §4.3: 2), 1 to 10
 * @param limitedLossFactor  what a loss in a data-limited interval makes of X_recv (RFC 5348 §4.3: 0.85), 0.1 to 1
 * @param noFeedback         whether silence of a receiver halves the rate (RFC 5348 §4.4)
 * @param noFeedbackRtts     RTTs of silence after which it does (RFC 5348 §4.3 step 3: 4), 1 to 100
 * @param minNoFeedback      least silence after which it does, nanoseconds: TCP implementations do not time out sooner
 *                           either (200 ms); on a LAN's RTT a pause of the receiver's process would end the stream, 0 to
 *                           10 s
 * @param restart            whether a receiver that is heard again after silence is granted a packet per RTT at once, as TCP
 *                           begins after a time-out (RFC 5681 §3.1, the loss window), and not twice what trickled to it
 * @param minimumRate        whether the rate never falls below s/t_mbi (RFC 5348 §4.3)
 * @param maxBackoff         t_mbi, nanoseconds (RFC 5348 §4.3: 64 s; 2 s, so that a path that is back is found soon), 1 s
 *                           to 1 h
 * @param packetSize         s before the first packet, bytes (the longest packet: 1400), 64 to 65535
 * @param sizeQuotient       weight of the past in the average packet size s (RFC 5348 §4.1 leaves it open: 0.98), 0 to
 *                           0.999
 * @param noReceiverRate     the rate while there are no receivers, bytes per second: window flow control bounds what
 *                           stays in the LAN (Xpand §4.4), so this only has to be large (1 Gbit/s), 1 kbit/s to
 *                           1 Tbit/s
 * @param sentPackets        packets whose sending times are remembered for X4's RTT: a round-trip time's worth of the
 *                           fastest stream (16384), 64 to 1048576
 */
public record TfrcConfig(int b, double rtoFactor, double rttQuotient, boolean evenStart, long initialRtt, int intervals, double discountThreshold,
                         double longIntervals, double historyQuotient,
                         int ndupack, boolean lateRepairs, int gapEvents, double firstEventRtts, boolean followDelay, boolean damping, boolean seededHistory, double growth,
                         boolean receiveCap, double receiveCapFactor, double limitedLossFactor, boolean noFeedback,
                         double noFeedbackRtts, long minNoFeedback, boolean restart, boolean minimumRate, long maxBackoff,
                         int packetSize, double sizeQuotient, double noReceiverRate, int sentPackets) {
    private static final TfrcConfig RECOMMENDED = new TfrcConfig(1, 4, RttEstimator.DEFAULT_QUOTIENT, true, 500_000_000L, 8, 0.02, 32, 0.5,
            LossDetector.DEFAULT_NDUPACK, true, 2, 2, true, true, true, 2, true, 2, 0.85, true, 4, 200_000_000L, true, true, 2_000_000_000L,
            1400, 0.98, 125_000_000, 16_384);
    private static final TfrcConfig PAPER = new TfrcConfig(2, 4, RttEstimator.DEFAULT_QUOTIENT, false, 500_000_000L, 0, 1, 0, 0.5,
            LossDetector.ANY_GAP, false, 64, 1, false, false, false, 2, false, 2, 0.85, false, 4, 0, false, false, 64_000_000_000L, 1400, 0.98,
            125_000_000, 16_384);

    /**
     * @throws IllegalArgumentException if a component is out of range; the message names it, its value and the range
     */
    public TfrcConfig {
        RateSettings.check("b", b, 1, 2, "");
        RateSettings.check("rtoFactor", rtoFactor, 1, 64, "");
        RateSettings.check("rttQuotient", rttQuotient, 0, 0.999, "");
        RateSettings.check("initialRtt", initialRtt, 1e6, 1e10, " ns");
        if (intervals != 0) {
            RateSettings.check("intervals", intervals, 2, 64, ", or 0");
        }
        RateSettings.check("discountThreshold", discountThreshold, 0, 1, "");
        if (longIntervals != 0) {
            RateSettings.check("longIntervals", longIntervals, 2, 1000, ", or 0");
        }
        RateSettings.check("historyQuotient", historyQuotient, 0, 0.999, "");
        RateSettings.check("ndupack", ndupack, 1, 64, "");
        RateSettings.check("gapEvents", gapEvents, 2, 1024, "");
        RateSettings.check("firstEventRtts", firstEventRtts, 1, 8, "");
        RateSettings.check("growth", growth, 1.001, 4, "");
        RateSettings.check("receiveCapFactor", receiveCapFactor, 1, 10, "");
        RateSettings.check("limitedLossFactor", limitedLossFactor, 0.1, 1, "");
        RateSettings.check("noFeedbackRtts", noFeedbackRtts, 1, 100, "");
        RateSettings.check("minNoFeedback", minNoFeedback, 0, 1e10, " ns");
        RateSettings.check("maxBackoff", maxBackoff, 1e9, 3.6e12, " ns");
        RateSettings.check("packetSize", packetSize, 64, 65_535, " bytes");
        RateSettings.check("sizeQuotient", sizeQuotient, 0, 0.999, "");
        RateSettings.check("noReceiverRate", noReceiverRate, 125, 1.25e11, " bytes per second");
        RateSettings.check("sentPackets", sentPackets, 64, 1 << 20, "");
    }

    /** What the loss history of weighted intervals goes by. */
    WeightedLossHistory.Settings history() {
        return new WeightedLossHistory.Settings(intervals, discountThreshold, lateRepairs, gapEvents, firstEventRtts,
                initialRtt);
    }

    /** The algorithm of Xpand §4; what the paper leaves open has the default of the component's source. */
    public static TfrcConfig paper() {
        return PAPER;
    }

    /** The default: Xpand §4 with RFC 5348's safeguards. */
    public static TfrcConfig recommended() {
        return RECOMMENDED;
    }

    /**
     * Reads settings: {@code preset} is {@code recommended} (the default) or {@code paper}, the others override its
     * components by name.
     *
     * @throws IllegalArgumentException if a setting is unknown or its value not accepted; the message names the
     *                                  setting, the value and what is accepted
     */
    public static TfrcConfig fromSettings(Map<String, String> settings) {
        RateSettings in = new RateSettings(settings);
        TfrcConfig base = in.choice("preset", "recommended", "recommended", "paper").equals("paper")
                ? PAPER : RECOMMENDED;
        TfrcConfig config = new TfrcConfig(
                in.integer("b", base.b),
                in.number("rtoFactor", base.rtoFactor),
                in.number("rttQuotient", base.rttQuotient),
                in.flag("evenStart", base.evenStart),
                in.nanos("initialRtt", base.initialRtt),
                in.integer("intervals", base.intervals),
                in.number("discountThreshold", base.discountThreshold),
                in.number("longIntervals", base.longIntervals),
                in.number("historyQuotient", base.historyQuotient),
                in.integer("ndupack", base.ndupack),
                in.flag("lateRepairs", base.lateRepairs),
                in.integer("gapEvents", base.gapEvents),
                in.number("firstEventRtts", base.firstEventRtts),
                in.flag("followDelay", base.followDelay),
                in.flag("damping", base.damping),
                in.flag("seededHistory", base.seededHistory),
                in.number("growth", base.growth),
                in.flag("receiveCap", base.receiveCap),
                in.number("receiveCapFactor", base.receiveCapFactor),
                in.number("limitedLossFactor", base.limitedLossFactor),
                in.flag("noFeedback", base.noFeedback),
                in.number("noFeedbackRtts", base.noFeedbackRtts),
                in.nanos("minNoFeedback", base.minNoFeedback),
                in.flag("restart", base.restart),
                in.flag("minimumRate", base.minimumRate),
                in.nanos("maxBackoff", base.maxBackoff),
                in.integer("packetSize", base.packetSize),
                in.number("sizeQuotient", base.sizeQuotient),
                in.rate("noReceiverRate", base.noReceiverRate),
                in.integer("sentPackets", base.sentPackets));
        in.refuseOthers();
        return config;
    }
}
