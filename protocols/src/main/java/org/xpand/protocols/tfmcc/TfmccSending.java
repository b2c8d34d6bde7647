package org.xpand.protocols.tfmcc;

import org.xpand.protocols.settings.Setting;

/**
 * How the source uses the reports. Immutable; each component is a setting of the same name.
 */
public record TfmccSending(
        @Setting(value = "slow start's target, as a multiple of the least receive rate; 2^1/4 times as much where receivers report up to "
                        + "eight times per RTT (quickReports), since the rate has grown so much when such a report is used",
                range = "1.01 to 4", recommended = "2", symbol = "d", source = "TFMCC §2.6, RFC 4654 §4.3.4")
        double slowStartFactor,
        @Setting(value = "whether slow start's target rises only with the first report of a new round and not with every report "
                        + "of the CLR", recommended = "false", paper = "true", source = "TFMCC §2.6; RFC 4654 §3.6")
        boolean slowStartByRounds,
        @Setting(value = "whether the rate rises by one packet per RTT at most at any time after the first loss and not only "
                        + "after a change of the CLR", recommended = "false", source = "RFC 4654 §3.3: true; TFMCC §2.2")
        boolean alwaysLimited,
        @Setting(value = "whether the rate falls as the CLR's RTT rises above its average", recommended = "true", paper = "false",
                symbol = "X_inst", source = "RFC 5348 §4.5; TFMCC, RFC 4654: false")
        boolean damping,
        @Setting(value = "whether the rate rises by one packet per RTT of the CLR, as measured by the source, and in slow start to "
                        + "its target within one, and not per R_max, which stays high for long after one late "
                        + "report", recommended = "true", paper = "false",
                source = "TFMCC §2.2: \"RTT\"; RFC 4654 §3.3: R_max")
        boolean riseByClrRtt,
        @Setting(value = "silence of the CLR after which the rate is halved; 0 is never", unit = "R_max", range = "0 to 100",
                recommended = "4", paper = "0", source = "RFC 4654 §3.3")
        double clrHalvingRtts,
        @Setting(value = "time after its choice during which a CLR's silence does not halve the rate", unit = "R_max",
                range = "0 to 100", recommended = "10", source = "RFC 4654 §3.3")
        double clrHalvingGrace,
        @Setting(value = "silence after which the CLR is dropped", unit = "R_max", range = "1 to 1000", recommended = "10",
                paper = "40", source = "RFC 4654 §3.3; TFMCC §4.2: 10 feedback delays")
        double clrTimeoutRtts,
        @Setting(value = "time without a CLR and without any report after which the rate is halved; 0 is never", unit = "R_max",
                range = "0 to 100", recommended = "10", paper = "0", source = "RFC 4654 §3.3")
        double silenceRtts,
        @Setting(value = "least R_max for the four above: TCP implementations do not time out before 200 ms either",
                range = "0s to 10s", recommended = "50ms", paper = "0s")
        long leastSilenceRtt,
        @Setting(value = "time after the CLR has left during which the rate does not rise", unit = "R_max", range = "0 to 100",
                recommended = "6", paper = "1", source = "RFC 4654 §3.3: a round; TFMCC §4.2")
        double leaveHoldRtts,
        @Setting(value = "time for which the previous CLR is kept, to return to it without a report; 0 is not at all",
                unit = "R_max", range = "0 to 100", recommended = "0", source = "TFMCC App. C: an option, a few")
        double previousClrRtts,
        @Setting(value = "multiple of the CLR's receive rate above which the rate does not rise: what arrives at a low rate "
                        + "says little about a much higher one; 0 is no limit", range = "1 to 10, or 0",
                recommended = "2", paper = "0", symbol = "recv_limit / X_recv",
                source = "RFC 5348 §4.3; TFMCC, RFC 4654: in slow start only")
        double receiveCapFactor,
        @Setting(value = "factor of R_max at the end of a round without a higher RTT", range = "0.1 to 1", recommended = "0.9",
                source = "RFC 4654 §3.2; TFMCC is silent")
        double maximumDecay,
        @Setting(value = "whether R_max starts with the RTTs measured on the paths, where known, and not with initialRtt",
                recommended = "true", paper = "false")
        boolean pathRtts,
        @Setting(value = "granularity of the source's timer", range = "0s to 1s", recommended = "1ms", symbol = "ts_gran",
                source = "RFC 4654 §3.2: 10 ms where unknown")
        long granularity,
        @Setting(value = "time between packets at the least rate", range = "1s to 3600s", recommended = "8s",
                source = "RFC 4654 §3.3")
        long maxInterval,
        @Setting(value = "most bytes by which packets are shorter than their paths allow; the number changes at random ten times a "
                        + "second while the rate limits the stream, so that no fixed length decides whether a TCP flow's packets "
                        + "find room in a full queue", unit = "bytes", range = "0 to 128", recommended = "128", paper = "0",
                source = "Floyd and Jacobson 1992, by random sending times")
        int lengthSpread,
        @Setting(value = "packets that leave together after a wait, as TCP's packets do, of which an acknowledgement releases two; one by one "
                        + "while so many take more than half of an RTT at the rate", range = "1 to 4", recommended = "2", paper = "1",
                source = "RFC 5681 §4.2, delayed acknowledgements; RFC 5348 §4.6: 1")
        int rowPackets,
        @Setting(value = "packet size before the first packet: the longest datagram", unit = "bytes", range = "64 to 65535",
                recommended = "1400", symbol = "s")
        int packetSize,
        @Setting(value = "weight of the past in the average packet size", range = "0 to 0.999", recommended = "0.98", symbol = "s",
                source = "RFC 4654 §2.1 leaves it open")
        double sizeQuotient,
        @Setting(value = "rate while there are no receivers; the window is the limit then", range = "1kbit/s to 1Tbit/s",
                recommended = "1Gbit/s")
        double noReceiverRate,
        @Setting(value = "packets whose sending times are kept for sender-side RTTs: one RTT of the fastest stream",
                range = "64 to 1048576", recommended = "16384")
        int sentPackets,
        @Setting(value = "loss intervals in the long-term average, which distinguishes the least of several noisy rates from a "
                        + "slow path; 0 uses the plain minimum", range = "2 to 1000, or 0", recommended = "32", paper = "0",
                source = "TFMCC, RFC 4654: 0")
        double longIntervals,
        @Setting(value = "receivers for which the source keeps more than their key: those that reported last",
                range = "4 to 65536", recommended = "256")
        int records) {
}
