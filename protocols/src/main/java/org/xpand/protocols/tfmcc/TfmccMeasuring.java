package org.xpand.protocols.tfmcc;

import org.xpand.protocols.rate.LossDetector;
import org.xpand.protocols.rate.RateSettings;
import org.xpand.protocols.rate.WeightedLossHistory;

/**
 * How a receiver measures its path. Immutable; each component is a setting of the same name.
 *
 * @param b                  packets acknowledged by one TCP acknowledgement in Eq. 1 (TFMCC §2.1, RFC 4654 §2.1: 1), 1 or
 *                           2
 * @param rtoFactor          RTO/RTT in Eq. 1 (TFMCC §2.1, RFC 4654 §2.1: 4), 1 to 64
 * @param intervals          n or m, loss intervals in the average (TFMCC §2.3: 8 to 32; RFC 4654 §5.4: 8), 2 to 64
 * @param discountThreshold  THRESHOLD, what history discounting leaves of an older loss interval's weight at least (RFC
 *                           5348 §5.5: 0.25, TFMCC and RFC 4654: 1, none), 0 to 1
 * @param gapEvents          loss events that a gap begins at most, in which nothing arrives, see TfrcConfig, 2 to 1024
 * @param firstEventRtts     round-trip times that the first loss event lasts: slow start goes on until the source is told of it
 *                           and its lower rate has arrived (2; RFC 5348 §5.2: 1), 1 to 8
 * @param ndupack            later packets after which a missing one is lost (RFC 4654 §5.1: 3; the paper is silent), 1 to
 *                           64
 * @param lateRepairs        whether a packet that arrives after it was taken for lost repairs the record (RFC 4654 §5.1)
 * @param seedFromSendRate   whether the first loss interval follows from half the sending rate (TFMCC App. B) and not
 *                           from the receive rate of the last RTT (RFC 4654 §5.6)
 * @param clrRttWeight       weight of a new sample in the CLR's RTT (TFMCC §2.4.2 β_CLR: 0.05; RFC 4654 §4.3.2: 0.1),
 *                           0.001 to 1
 * @param rttWeight          weight of a new sample in the other receivers' RTT (TFMCC §2.4.2 β_non-CLR, RFC 4654 §4.3.2:
 *                           0.5), 0.001 to 1
 * @param oneWayWeight       weight of a one-way delay adjustment in the RTT between two samples (TFMCC §2.4.3: smaller
 *                           than that of a sample, 0.05 here; RFC 4654 §4.3.3: used directly, 1), 0.001 to 1
 * @param initialRtt         RTT before anything is known of it, nanoseconds (TFMCC §2.4.1, RFC 4654 §3.1: 500 ms), 1 ms to
 *                           10 s
 * @param rttFromMaximum     whether a receiver's first RTT is R_max (RFC 4654 §4.1) and not {@code initialRtt} (TFMCC
 *                           §2.4.1)
 * @param synchronisedClocks whether a receiver's first RTT is 2 (d + ε) of the first packet's one-way delay d, because
 *                           clocks are synchronised (TFMCC §2.4.1)
 * @param clockError         ε_sender + ε_receiver, nanoseconds (TFMCC §2.4.1: 30 ms), 0 to 10 s
 * @param receiveWindow      k, RTTs over which the receive rate is measured (RFC 4654 §4.3.4: 2 to 4), 1 to 8
 */
public record TfmccMeasuring(int b, double rtoFactor, int intervals, double discountThreshold, int gapEvents, double firstEventRtts, int ndupack, boolean lateRepairs,
                             boolean seedFromSendRate, double clrRttWeight, double rttWeight, double oneWayWeight,
                             long initialRtt, boolean rttFromMaximum, boolean synchronisedClocks, long clockError,
                             double receiveWindow) {
    static final TfmccMeasuring RECOMMENDED = new TfmccMeasuring(1, 4, 8, 0.02, 2, 2, LossDetector.DEFAULT_NDUPACK, true, false, 0.1,
            0.5, 1, 500_000_000L, true, false, 30_000_000L, 2);
    static final TfmccMeasuring PAPER = new TfmccMeasuring(1, 4, 8, 1, 64, 1, LossDetector.DEFAULT_NDUPACK, true, true, 0.05, 0.5,
            0.05, 500_000_000L, false, false, 30_000_000L, 2);

    /**
     * @throws IllegalArgumentException if a component is out of range; the message names it, its value and the range
     */
    public TfmccMeasuring {
        RateSettings.check("b", b, 1, 2, "");
        RateSettings.check("rtoFactor", rtoFactor, 1, 64, "");
        RateSettings.check("intervals", intervals, 2, 64, "");
        RateSettings.check("discountThreshold", discountThreshold, 0, 1, "");
        RateSettings.check("gapEvents", gapEvents, 2, 1024, "");
        RateSettings.check("firstEventRtts", firstEventRtts, 1, 8, "");
        RateSettings.check("ndupack", ndupack, 1, 64, "");
        RateSettings.check("clrRttWeight", clrRttWeight, 0.001, 1, "");
        RateSettings.check("rttWeight", rttWeight, 0.001, 1, "");
        RateSettings.check("oneWayWeight", oneWayWeight, 0.001, 1, "");
        RateSettings.check("initialRtt", initialRtt, 1e6, 1e10, " ns");
        RateSettings.check("clockError", clockError, 0, 1e10, " ns");
        RateSettings.check("receiveWindow", receiveWindow, 1, 8, "");
    }

    /**
     * The time over which the receive rate is measured: k RTTs, or as many packets if these are farther apart, because in
     * between nothing arrives, and that is not slow.
     *
     * @param intervalNanos s/X
     */
    long windowNanos(long rttNanos, double intervalNanos) {
        return Math.round(receiveWindow * Math.max(rttNanos, intervalNanos));
    }

    /** What the loss history goes by. */
    WeightedLossHistory.Settings history() {
        return new WeightedLossHistory.Settings(intervals, discountThreshold, lateRepairs, gapEvents, firstEventRtts,
                initialRtt);
    }

    static TfmccMeasuring read(RateSettings in, TfmccMeasuring base) {
        return new TfmccMeasuring(
                in.integer("b", base.b),
                in.number("rtoFactor", base.rtoFactor),
                in.integer("intervals", base.intervals),
                in.number("discountThreshold", base.discountThreshold),
                in.integer("gapEvents", base.gapEvents),
                in.number("firstEventRtts", base.firstEventRtts),
                in.integer("ndupack", base.ndupack),
                in.flag("lateRepairs", base.lateRepairs),
                in.flag("seedFromSendRate", base.seedFromSendRate),
                in.number("clrRttWeight", base.clrRttWeight),
                in.number("rttWeight", base.rttWeight),
                in.number("oneWayWeight", base.oneWayWeight),
                in.nanos("initialRtt", base.initialRtt),
                in.flag("rttFromMaximum", base.rttFromMaximum),
                in.flag("synchronisedClocks", base.synchronisedClocks),
                in.nanos("clockError", base.clockError),
                in.number("receiveWindow", base.receiveWindow));
    }
}
