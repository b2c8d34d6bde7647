package org.xpand.protocols.tuf;

import org.xpand.protocols.settings.Setting;
import org.xpand.protocols.settings.Settings;

/**
 * The constants of the filter on an overlay link (TUF §3.2). Immutable. Rates are in units per second, a unit being what
 * one tag pays for ({@link TufConfig#unit}).
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
        @Setting(value = "K of a link of which nothing is known", unit = "units/s", range = "0.01 to 1e9", recommended = "40",
                symbol = "B0 K")
        double initialRate,
        @Setting(value = "K never falls below it", unit = "units/s", range = "0.001 to 1e6", recommended = "1", symbol = "B0 K")
        double leastRate,
        @Setting(value = "whether K doubles per interval until the first loss, and anew after silence, whatever the rule, and "
                        + "then becomes γ K (1 − p): a link is found as fast as by TCP's slow start", recommended = "true",
                paper = "false")
        boolean doubling,
        @Setting(value = "whether what was sent before K fell is left out of what is measured next, so that one loss makes K "
                        + "fall once", recommended = "true", paper = "false")
        boolean settling,
        @Setting(value = "whether probes leave eight times as often while an answer is overdue, because a link that loses much "
                        + "loses probes", recommended = "true", paper = "false")
        boolean hurry,
        @Setting(value = "whether K may only rise to twice the highest tag that wanted to use the link in the interval",
                recommended = "true", paper = "false", source = "the idea of RFC 5348 §4.3")
        boolean tested,
        @Setting(value = "whether a probe leaves every round-trip time, but at most eight times per interval, while packets do: "
                        + "a queue that overflows is one loss event then", recommended = "true", paper = "false")
        boolean eager,
        @Setting(value = "so many packets that are missing may have been overtaken by a probe: whether they are lost is told by the "
                        + "answer to the next one, which leaves at once", unit = "packets", range = "0 to 1000",
                recommended = "3", paper = "0", source = "RFC 5681 §3.2: three later ones tell a loss")
        int overtaken,
        @Setting(value = "whether a hop of a delegate that takes another's place begins with K of the hop before, which the "
                        + "neighbour tells", recommended = "true", paper = "false")
        boolean inherited,
        @Setting(value = "what strategy 1 adds", unit = "units/s", range = "0.001 to 1e6", recommended = "5", symbol = "C B0",
                source = "TUF §3.2 leaves it open")
        double increase,
        @Setting(value = "factor of strategy 1 at a loss, and of the first loss", range = "0.1 to 0.999", recommended = "0.85",
                symbol = "γ", source = "TUF §3.2 leaves it open")
        double decrease,
        @Setting(value = "factor of strategy 3 without loss", range = "1.001 to 4", recommended = "1.07", symbol = "ω⁺",
                source = "TUF §3.2")
        double growth,
        @Setting(value = "factor of strategy 3 with loss", range = "0.1 to 1", recommended = "0.95", symbol = "ω⁻",
                source = "TUF §3.2")
        double shrink,
        @Setting(value = "packets acknowledged by one TCP acknowledgement, strategy 2", range = "1 to 2", recommended = "1",
                paper = "2", symbol = "b", source = "RFC 5348 §3.1; the paper's model")
        int b,
        @Setting(value = "retransmission time-out over RTT, strategy 2", range = "1 to 64", recommended = "4",
                symbol = "t_0 / RTT")
        double rtoFactor,
        @Setting(value = "least RTT of strategy 2: how much tuf holds back on short links", range = "1us to 10s",
                recommended = "50ms", paper = "150ms", symbol = "R_UDP", source = "TUF §5.2; §6")
        long leastRtt,
        @Setting(value = "largest window of strategy 2", unit = "units", range = "1 to 1e9", recommended = "10000",
                symbol = "W_max", source = "TUF §3.2 leaves it open")
        double maxWindow,
        @Setting(value = "weight of the past in the smoothed RTT", range = "0 to 0.999", recommended = "0.875",
                source = "TUF §3.2: as in TCP")
        double rttQuotient,
        @Setting(value = "weight of the past per loss event in the smoothed loss of strategy 2", range = "0 to 0.999",
                recommended = "0.875", source = "TUF §3.2 leaves it open")
        double lossQuotient,
        @Setting(value = "whether losses within a round-trip time count once in the smoothed loss, as TCP counts them, and not each",
                recommended = "true", paper = "false", source = "TUF §3.2: each")
        boolean lossEvents,
        @Setting(value = "whether the smoothed loss begins with the inverse of the equation at the rate that got through and not "
                        + "with the first loss measured", recommended = "true", paper = "false", source = "RFC 5348 §6.3.1")
        boolean seededHistory,
        @Setting(value = "whether, from the end of the search to the next loss, the rate of strategy 2 rises by a packet per "
                        + "round-trip time in each, as TCP's window does after slow start", recommended = "true",
                paper = "false", source = "RFC 5681 §3.1")
        boolean climbing,
        @Setting(value = "mean distances between losses after which, without a loss, K is searched for anew; from two on the "
                        + "past counts for less; 0 is never", range = "0 to 1000", recommended = "12", paper = "0",
                source = "RFC 5348 §5.5")
        double outlived) {

    /** The same with another rule. */
    TufHopConfig withThreshold(ThresholdRule rule) {
        return Settings.with(this, "threshold", rule);
    }
}
