package org.xpand.protocols.tfmcc;

import org.xpand.protocols.rate.WeightedLossHistory;
import org.xpand.protocols.settings.Setting;

/**
 * How a receiver measures its path. Immutable; each component is a setting of the same name.
 */
public record TfmccMeasuring(
        @Setting(value = "packets acknowledged by one TCP acknowledgement in Eq. 1", range = "1 to 2", recommended = "1",
                symbol = "b", source = "TFMCC §2.1, RFC 4654 §2.1")
        int b,
        @Setting(value = "retransmission time-out over RTT in Eq. 1", range = "1 to 64", recommended = "4", symbol = "RTO / RTT",
                source = "TFMCC §2.1, RFC 4654 §2.1")
        double rtoFactor,
        @Setting(value = "loss intervals in the average", range = "2 to 64", recommended = "8", symbol = "m, n",
                source = "TFMCC §2.3: 8 to 32, its Figure 7 needs 16 to 32; RFC 4654 §5.4")
        int intervals,
        @Setting(value = "least factor that history discounting leaves of an older loss interval's weight; 1 is no discounting",
                range = "0 to 1", recommended = "0.02", paper = "1", symbol = "THRESHOLD",
                source = "RFC 5348 §5.5: 0.25; TFMCC and RFC 4654 are silent")
        double discountThreshold,
        @Setting(value = "a loss interval longer than this many averages of the others discounts these further, by the fourth "
                        + "power, since the path must have changed: one in 148 is as long by chance; 0 is never",
                range = "2 to 1000, or 0", recommended = "5", paper = "0", source = "RFC 5348 §5.5, TFMCC, RFC 4654: never")
        double outlierFactor,
        @Setting(value = "if two loss events in a row lost at least this many packets each, and the first one at least a twentieth of its "
                        + "packets, older loss intervals keep only discountThreshold of their weight, or more, so that half of the "
                        + "receive rate is left: at a rate that suits the path less than one packet is lost per RTT. Not within 16 RTT "
                        + "of the first loss event, nor if the rate has just risen to more than 1.5 times its average; 0 is never",
                range = "2 to 1024, or 0", recommended = "3", paper = "0")
        int heavyLosses,
        @Setting(value = "most loss events that a gap without any arrival may begin: a path that is cut is not congested",
                range = "2 to 1024", recommended = "2", paper = "64", source = "RFC 5681 §3.1")
        int gapEvents,
        @Setting(value = "duration of the first loss event: slow start goes on until the source has the report and its lower "
                        + "rate has arrived", unit = "RTT", range = "1 to 8", recommended = "2", paper = "1",
                source = "RFC 5348 §5.2: 1")
        double firstEventRtts,
        @Setting(value = "duration of every other loss event", unit = "RTT",
                range = "1 to 8", recommended = "1", source = "RFC 5348 §5.2")
        double eventRtts,
        @Setting(value = "later packets after which a missing one is lost", range = "1 to 64", recommended = "3",
                symbol = "NDUPACK", source = "RFC 4654 §5.1; TFMCC is silent")
        int ndupack,
        @Setting(value = "longest time that a missing packet is waited for on a path that was seen to reorder; 0 counts later packets only",
                unit = "RTT", range = "0 to 1", recommended = "1", paper = "0", source = "RFC 8985 §6.2: up to SRTT")
        double reorderingRtts,
        @Setting(value = "whether a packet that arrives after it was counted as lost corrects the loss history", recommended = "true",
                paper = "true", source = "RFC 4654 §5.1; TFMCC is silent")
        boolean lateRepairs,
        @Setting(value = "whether the first loss interval follows from half the sending rate and not from the receive rate of "
                        + "the last RTT", recommended = "false", paper = "true", source = "TFMCC App. B; RFC 4654 §5.6")
        boolean seedFromSendRate,
        @Setting(value = "whether the first loss interval follows from the least RTT measured and not from that of the first "
                        + "loss, which includes the queue that slow start filled; it then also yields to a longer second one, and grows with each "
                        + "packet until then that finds room in the queue, as TCP's window would", recommended = "true", paper = "false",
                source = "TFMCC App. B, RFC 4654 §5.6: false")
        boolean seedByLeastRtt,
        @Setting(value = "weight of a new sample in the CLR's RTT", range = "0.001 to 1", recommended = "0.1", paper = "0.05",
                symbol = "β_CLR, 1 − q", source = "RFC 4654 §4.3.2; TFMCC §2.4.2")
        double clrRttWeight,
        @Setting(value = "weight of a new sample in the other receivers' RTT", range = "0.001 to 1", recommended = "0.5",
                symbol = "β_non-CLR, 1 − q", source = "TFMCC §2.4.2, RFC 4654 §4.3.2")
        double rttWeight,
        @Setting(value = "weight of a one-way delay adjustment of the RTT between two samples; 1 uses it directly",
                range = "0.001 to 1", recommended = "1", paper = "0.05",
                source = "RFC 4654 §4.3.3; TFMCC §2.4.3: smaller than that of a sample")
        double oneWayWeight,
        @Setting(value = "RTTs over which the RTT is averaged for Eq. 1; 0 uses the current RTT. If it is not 0, a sample of less than half "
                        + "of the smoothed RTT that is the shortest so far replaces it", unit = "RTT", range = "0 to 100",
                recommended = "10", paper = "0", source = "RFC 5348 §4.3: 1 / (1 − q); TFMCC, RFC 4654: per packet")
        double averagedRtts,
        @Setting(value = "RTT before any measurement", range = "1ms to 10s", recommended = "500ms",
                symbol = "t_initial, R_max", source = "TFMCC §2.4.1, RFC 4654 §3.1")
        long initialRtt,
        @Setting(value = "whether a receiver's first RTT is R_max and not initialRtt", recommended = "true", paper = "false",
                source = "RFC 4654 §4.1; TFMCC §2.4.1")
        boolean rttFromMaximum,
        @Setting(value = "whether a receiver's first RTT is 2 (d + ε) of the first packet's one-way delay d, because clocks are "
                        + "synchronised", recommended = "false", source = "TFMCC §2.4.1: an option")
        boolean synchronisedClocks,
        @Setting(value = "error of synchronised clocks", range = "0s to 10s", recommended = "30ms",
                symbol = "ε_sender + ε_receiver", source = "TFMCC §2.4.1")
        long clockError,
        @Setting(value = "period over which the receive rate is measured", unit = "RTT", range = "1 to 8", recommended = "2",
                symbol = "k", source = "RFC 4654 §4.3.4: 2 to 4")
        double receiveWindow) {

    /**
     * The time over which the receive rate is measured: k RTTs, or as many packets if these are farther apart, because
     * nothing arrives between them, which is no sign of slowness.
     *
     * @param intervalNanos s/X
     */
    long windowNanos(long rttNanos, double intervalNanos) {
        return Math.round(receiveWindow * Math.max(rttNanos, intervalNanos));
    }

    /** The settings of the loss history. */
    WeightedLossHistory.Settings history() {
        return new WeightedLossHistory.Settings(intervals, discountThreshold, outlierFactor, lateRepairs, gapEvents,
                Math.max(1, firstEventRtts / eventRtts), seedByLeastRtt, heavyLosses, initialRtt);
    }
}
