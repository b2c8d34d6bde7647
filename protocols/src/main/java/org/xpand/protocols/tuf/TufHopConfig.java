package org.xpand.protocols.tuf;

import org.xpand.protocols.rate.RateSettings;

/**
 * The constants of the filter on an overlay link (TUF §3.2). Immutable. Rates are in units per second, a unit being what
 * one tag pays for ({@link TufConfig#unit}).
 *
 * @param threshold      the rule by which K changes (TUF §3.2: strategy 2 where TCP shares the links, 3 where it does not)
 * @param interval       fixed time between two probes and so between two values of K, nanoseconds (§3.2 leaves it open;
 *                       500 ms gives the loss and the use of §6's bottleneck; recommended 250 ms), 10 ms to 60 s
 * @param silence        intervals without an answer after which K is halved (§3.2 leaves it open: 4), 2 to 100
 * @param initialRate    B0 K of a link nothing is known of (40), 0.01 to 10^9
 * @param leastRate      B0 K never falls below (1), 0.001 to 10^6
 * @param doubling       whether K doubles per interval until the first loss, and anew after silence, whatever the
 *                       rule, and then becomes γ K (1 − p), so that a link is found as fast as by TCP's slow start
 * @param settling       whether what was sent before K fell is left out of what is measured next, so that one loss makes
 *                       K fall once
 * @param hurry          whether probes leave eight times as often while an answer is overdue, because a link that loses
 *                       much loses probes
 * @param tested         whether K may only rise to twice the highest tag that wanted to use the link in the interval, so
 *                       that it does not rise while nothing tests it (the idea of RFC 5348 §4.3)
 * @param eager          whether a probe leaves every round-trip time, but at most eight times per interval, while packets do: a
 *                       queue that overflows is then one loss event and not one for each round-trip time of the interval. What
 *                       did not leave was not tried then, and of an interval that lost more than a quarter K is what arrived
 * @param inherited      whether a hop of a delegate that takes another's place begins with K of the hop before, which the
 *                       neighbour tells, so that a delegate's death does not narrow its site's links
 * @param increase       C B0 of strategy 1 (§3.2 leaves it open: 5), 0.001 to 10^6
 * @param decrease       γ of strategy 1, and of the first loss (§3.2 leaves it open: 0.85), 0.1 to 0.999
 * @param growth         ω⁺ of strategy 3 (§3.2: 1.07), 1.001 to 4
 * @param shrink         ω⁻ of strategy 3 (§3.2: 0.95), 0.1 to 1
 * @param b              b of strategy 2, packets acknowledged by one TCP acknowledgement (paper: 2, as its model has
 *                       it; RFC 5348 §3.1: 1), 1 or 2
 * @param rtoFactor      t_0/RTT of strategy 2 (4), 1 to 64
 * @param leastRtt       R_UDP of strategy 2, nanoseconds (§5.2: 50 ms; §6: 150 ms), 1 µs to 10 s
 * @param maxWindow      W_max of strategy 2 in units (§3.2 leaves it open: 10 000), 1 to 10^9
 * @param rttQuotient    weight of the past in the smoothed RTT (§3.2 as in TCP: 7/8), 0 to 0.999
 * @param lossQuotient   weight of the past per loss event in the smoothed loss of strategy 2 (7/8), 0 to 0.999
 * @param lossEvents     whether losses within a round-trip time count once in the smoothed loss, as TCP counts them, or
 *                       each (§3.2)
 * @param seededHistory  whether the smoothed loss begins with the inverse of the equation at the rate that got through
 *                       (RFC 5348 §6.3.1) or with the first loss measured
 * @param outlived       mean distances between losses after which, without a loss, K is searched for anew (12; paper 0: never);
 *                       from two on the past counts for less (RFC 5348 §5.5), 0 to 1000
 */
public record TufHopConfig(ThresholdRule threshold, long interval, int silence, double initialRate, double leastRate,
                           boolean doubling, boolean settling, boolean hurry, boolean tested, boolean eager, boolean inherited,
                           double increase, double decrease, double growth, double shrink, int b, double rtoFactor,
                           long leastRtt, double maxWindow, double rttQuotient, double lossQuotient,
                           boolean lossEvents, boolean seededHistory, double outlived) {
    static final TufHopConfig RECOMMENDED = new TufHopConfig(ThresholdRule.TCP, 250_000_000L, 4, 40, 1, true, true,
            true, true, true, true, 5, 0.85, 1.07, 0.95, 1, 4, 50_000_000L, 10_000, 0.875, 0.875, true, true, 12);
    static final TufHopConfig PAPER = new TufHopConfig(ThresholdRule.PROPORTIONAL, 500_000_000L, 4, 40, 1, false,
            false, false, false, false, false, 5, 0.85, 1.07, 0.95, 2, 4, 150_000_000L, 10_000, 0.875, 0.875, false, false, 0);

    /**
     * @throws IllegalArgumentException if a component is out of range; the message names it, its value and the range
     */
    public TufHopConfig {
        RateSettings.check("interval", interval, 1e7, 6e10, " ns");
        RateSettings.check("silence", silence, 2, 100, "");
        RateSettings.check("initialRate", initialRate, 0.01, 1e9, "");
        RateSettings.check("leastRate", leastRate, 0.001, 1e6, "");
        RateSettings.check("increase", increase, 0.001, 1e6, "");
        RateSettings.check("decrease", decrease, 0.1, 0.999, "");
        RateSettings.check("growth", growth, 1.001, 4, "");
        RateSettings.check("shrink", shrink, 0.1, 1, "");
        RateSettings.check("b", b, 1, 2, "");
        RateSettings.check("rtoFactor", rtoFactor, 1, 64, "");
        RateSettings.check("leastRtt", leastRtt, 1e3, 1e10, " ns");
        RateSettings.check("maxWindow", maxWindow, 1, 1e9, "");
        RateSettings.check("rttQuotient", rttQuotient, 0, 0.999, "");
        RateSettings.check("lossQuotient", lossQuotient, 0, 0.999, "");
        RateSettings.check("outlived", outlived, 0, 1000, "");
    }

    /** The same with another rule. */
    TufHopConfig withThreshold(ThresholdRule rule) {
        return new TufHopConfig(rule, interval, silence, initialRate, leastRate, doubling, settling, hurry, tested,
                eager, inherited, increase, decrease, growth, shrink, b, rtoFactor, leastRtt, maxWindow, rttQuotient,
                lossQuotient, lossEvents, seededHistory, outlived);
    }

    /** The settings read, the rest as in {@code base}. */
    static TufHopConfig from(RateSettings in, TufHopConfig base) {
        return new TufHopConfig(
                ThresholdRule.read(in, "threshold", base.threshold),
                in.nanos("interval", base.interval),
                in.integer("silence", base.silence),
                in.number("initialRate", base.initialRate),
                in.number("leastRate", base.leastRate),
                in.flag("doubling", base.doubling),
                in.flag("settling", base.settling),
                in.flag("hurry", base.hurry),
                in.flag("tested", base.tested),
                in.flag("eager", base.eager),
                in.flag("inherited", base.inherited),
                in.number("increase", base.increase),
                in.number("decrease", base.decrease),
                in.number("growth", base.growth),
                in.number("shrink", base.shrink),
                in.integer("b", base.b),
                in.number("rtoFactor", base.rtoFactor),
                in.nanos("leastRtt", base.leastRtt),
                in.number("maxWindow", base.maxWindow),
                in.number("rttQuotient", base.rttQuotient),
                in.number("lossQuotient", base.lossQuotient),
                in.flag("lossEvents", base.lossEvents),
                in.flag("seededHistory", base.seededHistory),
                in.number("outlived", base.outlived));
    }
}
