package org.xpand.protocols.tfmcc;

import org.xpand.protocols.rate.RateSettings;

/**
 * What the source makes of the reports. Immutable; each component is a setting of the same name.
 *
 * @param slowStartFactor   d, times the least receive rate that slow start aims at (TFMCC §2.6, RFC 4654 §4.3.4: 2), 1.01
 *                          to 4
 * @param slowStartByRounds whether slow start's target rises only with the first report of a new round (TFMCC §2.6) and
 *                          not with every report of the CLR (RFC 4654 §3.6)
 * @param alwaysLimited     whether the rate rises by one packet per RTT at most at any time after the first loss (RFC 4654
 *                          §3.3) and not only after a change of the CLR (TFMCC §2.2)
 * @param riseByClrRtt      whether the RTT in which it rises by a packet is the CLR's, as measured by the source (TFMCC §2.2:
 *                          "RTT", as TCP's), and not R_max (RFC 4654 §3.3), which remembers one late report for long
 * @param clrHalvingRtts    R_max of silence of the CLR after which the rate is halved (RFC 4654 §3.3: 4), 0 to 100; 0 for
 *                          never
 * @param clrHalvingGrace   R_max after its choice during which a CLR's silence does not halve the rate (RFC 4654 §3.3: 10),
 *                          0 to 100
 * @param clrTimeoutRtts    R_max of silence after which the CLR is given up (RFC 4654 §3.3: 10; TFMCC §4.2: 10 feedback
 *                          delays, 40), 1 to 1000
 * @param silenceRtts       R_max without a CLR and without any report after which the rate is halved (RFC 4654 §3.3: 10), 0
 *                          to 100; 0 for never
 * @param leastSilenceRtt   least R_max for the four above, nanoseconds: TCP implementations do not time out before 200 ms
 *                          either (50 ms), 0 to 10 s
 * @param leaveHoldRtts     R_max after the CLR has left during which the rate does not rise (RFC 4654 §3.3: a round, 6;
 *                          TFMCC §4.2: 1), 0 to 100
 * @param previousClrRtts   R_max for which the previous CLR is remembered, to return to it without a report (TFMCC App. C:
 *                          a few; an option), 0 to 100; 0 for not at all
 * @param maximumDecay      factor of R_max at the end of a round without a higher RTT (RFC 4654 §3.2: 0.9; the paper is
 *                          silent), 0.1 to 1
 * @param pathRtts          whether R_max starts with the RTTs measured on the paths, where known, and not with
 *                          {@code initialRtt}
 * @param granularity       ts_gran, of the source's timer, nanoseconds (RFC 4654 §3.2: 10 ms where unknown; 1 ms), 0 to 1 s
 * @param maxInterval       time between packets at the least rate, nanoseconds (RFC 4654 §3.3: 8 s), 1 s to 1 h
 * @param packetSize        s before the first packet, bytes (the longest packet: 1400), 64 to 65535
 * @param sizeQuotient      weight of the past in the average packet size s (RFC 4654 §2.1 leaves it open: 0.98), 0 to 0.999
 * @param noReceiverRate    the rate while there are no receivers, bytes per second (1 Gbit/s), 1 kbit/s to 1 Tbit/s
 * @param sentPackets       packets whose sending times are remembered for sender-side RTTs (16384), 64 to 1048576
 * @param longIntervals     loss intervals that the long run weighs, by which the least of several noisy rates is told from a
 *                          slow path, see LongRunLoss (32; 0: the least counts as it is, TFMCC, RFC 4654), 2 to 1000, or 0
 * @param records           receivers of whom the source remembers more than their key: those that reported last (256), 4
 *                          to 65536
 */
public record TfmccSending(double slowStartFactor, boolean slowStartByRounds, boolean alwaysLimited, boolean riseByClrRtt,
                           double clrHalvingRtts, double clrHalvingGrace, double clrTimeoutRtts, double silenceRtts,
                           long leastSilenceRtt, double leaveHoldRtts, double previousClrRtts, double maximumDecay,
                           boolean pathRtts, long granularity, long maxInterval, int packetSize, double sizeQuotient,
                           double noReceiverRate, int sentPackets, double longIntervals, int records) {
    static final TfmccSending RECOMMENDED = new TfmccSending(2, false, true, true, 4, 10, 10, 10, 50_000_000L, 6, 0, 0.9,
            true, 1_000_000L, 8_000_000_000L, 1400, 0.98, 125_000_000, 16_384, 32, 256);
    static final TfmccSending PAPER = new TfmccSending(2, true, false, false, 0, 10, 40, 0, 0, 1, 0, 0.9, false, 1_000_000L,
            8_000_000_000L, 1400, 0.98, 125_000_000, 16_384, 0, 256);

    /**
     * @throws IllegalArgumentException if a component is out of range; the message names it, its value and the range
     */
    public TfmccSending {
        RateSettings.check("slowStartFactor", slowStartFactor, 1.01, 4, "");
        RateSettings.check("clrHalvingRtts", clrHalvingRtts, 0, 100, "");
        RateSettings.check("clrHalvingGrace", clrHalvingGrace, 0, 100, "");
        RateSettings.check("clrTimeoutRtts", clrTimeoutRtts, 1, 1000, "");
        RateSettings.check("silenceRtts", silenceRtts, 0, 100, "");
        RateSettings.check("leastSilenceRtt", leastSilenceRtt, 0, 1e10, " ns");
        RateSettings.check("leaveHoldRtts", leaveHoldRtts, 0, 100, "");
        RateSettings.check("previousClrRtts", previousClrRtts, 0, 100, "");
        RateSettings.check("maximumDecay", maximumDecay, 0.1, 1, "");
        RateSettings.check("granularity", granularity, 0, 1e9, " ns");
        RateSettings.check("maxInterval", maxInterval, 1e9, 3.6e12, " ns");
        RateSettings.check("packetSize", packetSize, 64, 65_535, " bytes");
        RateSettings.check("sizeQuotient", sizeQuotient, 0, 0.999, "");
        RateSettings.check("noReceiverRate", noReceiverRate, 125, 1.25e11, " bytes per second");
        RateSettings.check("sentPackets", sentPackets, 64, 1 << 20, "");
        if (longIntervals != 0) {
            RateSettings.check("longIntervals", longIntervals, 2, 1000, ", or 0");
        }
        RateSettings.check("records", records, 4, 65_536, "");
    }

    static TfmccSending read(RateSettings in, TfmccSending base) {
        return new TfmccSending(
                in.number("slowStartFactor", base.slowStartFactor),
                in.flag("slowStartByRounds", base.slowStartByRounds),
                in.flag("alwaysLimited", base.alwaysLimited),
                in.flag("riseByClrRtt", base.riseByClrRtt),
                in.number("clrHalvingRtts", base.clrHalvingRtts),
                in.number("clrHalvingGrace", base.clrHalvingGrace),
                in.number("clrTimeoutRtts", base.clrTimeoutRtts),
                in.number("silenceRtts", base.silenceRtts),
                in.nanos("leastSilenceRtt", base.leastSilenceRtt),
                in.number("leaveHoldRtts", base.leaveHoldRtts),
                in.number("previousClrRtts", base.previousClrRtts),
                in.number("maximumDecay", base.maximumDecay),
                in.flag("pathRtts", base.pathRtts),
                in.nanos("granularity", base.granularity),
                in.nanos("maxInterval", base.maxInterval),
                in.integer("packetSize", base.packetSize),
                in.number("sizeQuotient", base.sizeQuotient),
                in.rate("noReceiverRate", base.noReceiverRate),
                in.integer("sentPackets", base.sentPackets),
                in.number("longIntervals", base.longIntervals),
                in.integer("records", base.records));
    }
}
