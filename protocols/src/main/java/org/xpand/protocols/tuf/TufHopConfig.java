package org.xpand.protocols.tuf;

import org.xpand.protocols.settings.Setting;
import org.xpand.protocols.settings.Settings;

/**
 * The constants of the filter on an overlay link (TUF §3.2). Immutable. Rates are in units per second; a unit is the
 * number of bytes per tag ({@link TufConfig#unit}).
 */
public record TufHopConfig(
        @Setting(value = "the rule by which K changes; threshold@SITE is that of the link to one site", recommended = "tcp",
                paper = "proportional", source = "TUF §3.2: 2 where TCP shares the links, 3 where it does not")
        ThresholdRule threshold,
        @Setting(value = "fixed time between two probes and so between two values of K", range = "10ms to 60s",
                recommended = "250ms", paper = "500ms", source = "TUF §3.2 leaves it open; 500 ms gives §6's loss and use")
        long interval,
        @Setting(value = "intervals without an answer after which K is halved", range = "2 to 100", recommended = "4",
                source = "TUF §3.2 leaves it open")
        int silence,
        @Setting(value = "K of a link before any measurement", unit = "units/s", range = "0.01 to 1e9", recommended = "40",
                symbol = "B0 K")
        double initialRate,
        @Setting(value = "lower bound of K", unit = "units/s", range = "0.001 to 1e6", recommended = "1", symbol = "B0 K")
        double leastRate,
        @Setting(value = "whether K doubles per interval until the first loss, and again after silence, with every rule, and "
                        + "then becomes γ K (1 − p): a link's capacity is found as fast as by TCP's slow start", recommended = "true",
                paper = "false")
        boolean doubling,
        @Setting(value = "whether packets sent before K fell are left out of the next measurement, so that one loss makes K "
                        + "fall once", recommended = "true", paper = "false")
        boolean settling,
        @Setting(value = "whether probes leave eight times as often while an answer is overdue, because a link with heavy loss "
                        + "also loses probes", recommended = "true", paper = "false")
        boolean hurry,
        @Setting(value = "whether K may only rise to twice the highest tag offered to the link in the interval",
                recommended = "true", paper = "false", source = "the idea of RFC 5348 §4.3")
        boolean tested,
        @Setting(value = "whether a probe leaves every RTT, but at most eight times per interval, while packets leave: a queue "
                        + "overflow is then one loss event", recommended = "true", paper = "false")
        boolean eager,
        @Setting(value = "missing packets up to this number may have been overtaken by a probe: the answer to the next probe, "
                        + "which leaves at once, shows whether they are lost", unit = "packets", range = "0 to 1000",
                recommended = "3", paper = "0", source = "RFC 5681 §3.2: three later ones mean a loss")
        int overtaken,
        @Setting(value = "whether the hop of a new delegate begins with its predecessor's K, which the neighbour reports",
                recommended = "true", paper = "false")
        boolean inherited,
        @Setting(value = "increment of rule 1", unit = "units/s", range = "0.001 to 1e6", recommended = "5", symbol = "C B0",
                source = "TUF §3.2 leaves it open")
        double increase,
        @Setting(value = "factor of rule 1 at a loss, and of every rule at the first loss", range = "0.1 to 0.999", recommended = "0.85",
                symbol = "γ", source = "TUF §3.2 leaves it open")
        double decrease,
        @Setting(value = "factor of rule 3 without loss", range = "1.001 to 4", recommended = "1.07", symbol = "ω⁺",
                source = "TUF §3.2")
        double growth,
        @Setting(value = "factor of rule 3 with loss", range = "0.1 to 1", recommended = "0.95", symbol = "ω⁻",
                source = "TUF §3.2")
        double shrink,
        @Setting(value = "packets acknowledged by one TCP acknowledgement, rule 2", range = "1 to 2", recommended = "1",
                paper = "2", symbol = "b", source = "RFC 5348 §3.1; the paper's model")
        int b,
        @Setting(value = "retransmission time-out over RTT, rule 2", range = "1 to 64", recommended = "4",
                symbol = "t_0 / RTT")
        double rtoFactor,
        @Setting(value = "least RTT of rule 2: limits the rate on short links", range = "1us to 10s",
                recommended = "50ms", paper = "150ms", symbol = "R_UDP", source = "TUF §5.2; §6")
        long leastRtt,
        @Setting(value = "largest window of rule 2", unit = "units", range = "1 to 1e9", recommended = "10000",
                symbol = "W_max", source = "TUF §3.2 leaves it open")
        double maxWindow,
        @Setting(value = "weight of the past in the smoothed RTT", range = "0 to 0.999", recommended = "0.875",
                source = "TUF §3.2: as in TCP")
        double rttQuotient,
        @Setting(value = "weight of the past per loss event in the smoothed loss of rule 2", range = "0 to 0.999",
                recommended = "0.875", source = "TUF §3.2 leaves it open")
        double lossQuotient,
        @Setting(value = "whether losses within one RTT count once in the smoothed loss, as in TCP, and not each",
                recommended = "true", paper = "false", source = "TUF §3.2: each")
        boolean lossEvents,
        @Setting(value = "whether the smoothed loss begins with the inverse of the equation at the delivered rate and not with "
                        + "the first loss measured", recommended = "true", paper = "false", source = "RFC 5348 §6.3.1")
        boolean seededHistory,
        @Setting(value = "whether, from the end of the search to the next loss, the rate of rule 2 rises by one packet per RTT "
                        + "in each RTT, as TCP's window does after slow start", recommended = "true",
                paper = "false", source = "RFC 5681 §3.1")
        boolean climbing,
        @Setting(value = "mean loss distances without a loss after which the search for K starts again; from two on the past "
                        + "is discounted; 0 is never", range = "0 to 1000", recommended = "12", paper = "0",
                source = "RFC 5348 §5.5")
        double outlived) {

    /** The same with another rule. */
    TufHopConfig withThreshold(ThresholdRule rule) {
        return Settings.with(this, "threshold", rule);
    }
}
