package org.xpand.protocols.tuf;

import java.util.Map;
import java.util.Objects;
import org.xpand.protocols.rate.RateSettings;
import org.xpand.protocols.rate.RttEstimator;

/**
 * Every constant of TUF. Immutable. {@link #paper} is the paper's protocol, {@link #recommended} adds what real links and
 * clocks need; the components say which is which. {@code b0} and {@code unit} must be the same at every site, or sources
 * would not share links as equals.
 *
 * <p>Each component, and each of {@link TufHopConfig}, is a setting of the same name. Times are written as {@code 500ms},
 * rates in bytes as {@code 1Gbit/s}, rates in units and tags as numbers per second.
 *
 * @param b0             B0, the lowest rate, units per second (TUF §6, Fig. 8: 10^-4), 10^-5 to 1
 * @param unit           MTU, bytes one tag pays for (TUF §3.1.1: 536; recommended 1400, one tag per datagram, as in the
 *                       paper's simulations), 64 to 65535
 * @param tolerance      how far behind its nominal time a packet may leave and still be tagged as of then, nanoseconds
 *                       (paper: 0; recommended 20 ms, because timers of real computers let packets leave in bursts), 0 to
 *                       1 s
 * @param hop            the filters on links
 * @param initialRtt     RTT before anything is known of it, nanoseconds (TFMCC §2.4.1: 500 ms), 1 ms to 10 s
 * @param sourceQuotient weight of the past in the source's smoothed RTT (RFC 5348 §4.3: 0.9), 0 to 0.999
 * @param reportInterval time between two reports of a receiver while packets arrive, nanoseconds: no rate follows from
 *                       them (TUF §4.2, a much larger time scale: 1 s), 10 ms to 60 s
 * @param packetSize     packet size before the first packet, bytes (the longest packet: 1400), 64 to 65535
 * @param sizeQuotient   weight of the past in the average packet size (0.98), 0 to 0.999
 * @param headroom       how much faster than the best link lets pass a source of a layered group sends (paper: 1;
 *                       recommended 1.25, because tags of a steady stream are not perfectly even), 1 to 2. What a reliable
 *                       group loses must be repaired, so its sources send no faster than the link lets pass
 * @param layerHeadroom  how many tags a layer gets for each that its reserved bandwidth needs (paper: 1; recommended 1.5,
 *                       because a stream that needs all of its tags does not find all of them in time), 1 to 4
 * @param baseShare      how fast original data and their repairs leave in a reliable group, as a share of the worst
 *                       capacity (TUF §4.2: slightly below; 0.8, because a stream at that rate finds tags below the
 *                       capacity for nearly all its packets), 0.1 to 1
 * @param redundancy     packets of redundancy for each packet of a reliable group (TUF §4.2 leaves it open: 0.25, which
 *                       also shows how much more than the base layer the paths let pass), 0 to 1
 * @param singleRateShare how fast original data and repairs leave in a reliable group, as a share of what the links next to the
 *                       source let pass, while these let the least pass and all about as much: what is tagged above would be
 *                       dropped there, so there is no redundancy then. Each packet is tagged as of the next time at which a tag
 *                       below the capacity comes (recommended 0.97; paper 0: never), 0 to 1
 * @param baseInterval   time between two reports of a receiver in a reliable group, nanoseconds (that of the thresholds,
 *                       from which the base layer follows: 250 ms), 10 ms to 60 s
 * @param noReceiverRate the rate while there are no receivers, and the highest rate ever, bytes per second (1 Gbit/s),
 *                       1 kbit/s to 1 Tbit/s
 * @param sentPackets    packets whose sending times are remembered for the RTT (16384), 64 to 1048576
 */
public record TufConfig(double b0, int unit, long tolerance, TufHopConfig hop, long initialRtt, double sourceQuotient,
                        long reportInterval, int packetSize, double sizeQuotient, double headroom,
                        double layerHeadroom, double baseShare, double redundancy, double singleRateShare, long baseInterval,
                        double noReceiverRate, int sentPackets) {
    private static final TufConfig RECOMMENDED = new TufConfig(1e-4, 1400, 20_000_000L, TufHopConfig.RECOMMENDED,
            500_000_000L, RttEstimator.DEFAULT_QUOTIENT, 1_000_000_000L, 1400, 0.98, 1.25, 1.5, 0.8, 0.25,
            0.97, 250_000_000L, 125_000_000, 16_384);
    private static final TufConfig PAPER = new TufConfig(1e-4, 536, 0, TufHopConfig.PAPER,
            500_000_000L, RttEstimator.DEFAULT_QUOTIENT, 1_000_000_000L, 1400, 0.98, 1, 1, 0.8, 0.25, 0, 250_000_000L,
            125_000_000, 16_384);

    /**
     * @throws IllegalArgumentException if a component is out of range; the message names it, its value and the range
     */
    public TufConfig {
        Objects.requireNonNull(hop);
        RateSettings.check("b0", b0, 1e-5, 1, " per second");
        RateSettings.check("unit", unit, 64, 65_535, " bytes");
        RateSettings.check("tolerance", tolerance, 0, 1e9, " ns");
        RateSettings.check("initialRtt", initialRtt, 1e6, 1e10, " ns");
        RateSettings.check("sourceQuotient", sourceQuotient, 0, 0.999, "");
        RateSettings.check("reportInterval", reportInterval, 1e7, 6e10, " ns");
        RateSettings.check("packetSize", packetSize, 64, 65_535, " bytes");
        RateSettings.check("sizeQuotient", sizeQuotient, 0, 0.999, "");
        RateSettings.check("headroom", headroom, 1, 2, "");
        RateSettings.check("layerHeadroom", layerHeadroom, 1, 4, "");
        RateSettings.check("baseShare", baseShare, 0.1, 1, "");
        RateSettings.check("redundancy", redundancy, 0, 1, "");
        RateSettings.check("singleRateShare", singleRateShare, 0, 1, "");
        RateSettings.check("baseInterval", baseInterval, 1e7, 6e10, " ns");
        RateSettings.check("noReceiverRate", noReceiverRate, 125, 1.25e11, " bytes per second");
        RateSettings.check("sentPackets", sentPackets, 64, 1 << 20, "");
    }

    /** The protocol of the paper; what it leaves open has the default of the component's source. */
    public static TufConfig paper() {
        return PAPER;
    }

    /** The default: the paper with what real links and clocks need. */
    public static TufConfig recommended() {
        return RECOMMENDED;
    }

    /**
     * Reads settings: {@code preset} is {@code recommended} (the default) or {@code paper}, the others override its
     * components by name.
     *
     * @throws IllegalArgumentException if a setting is unknown or its value not accepted; the message names the
     *                                  setting, the value and what is accepted
     */
    public static TufConfig fromSettings(Map<String, String> settings) {
        RateSettings in = new RateSettings(settings);
        TufConfig base = in.choice("preset", "recommended", "recommended", "paper").equals("paper")
                ? PAPER : RECOMMENDED;
        TufConfig config = new TufConfig(
                in.number("b0", base.b0),
                in.integer("unit", base.unit),
                in.nanos("tolerance", base.tolerance),
                TufHopConfig.from(in, base.hop),
                in.nanos("initialRtt", base.initialRtt),
                in.number("sourceQuotient", base.sourceQuotient),
                in.nanos("reportInterval", base.reportInterval),
                in.integer("packetSize", base.packetSize),
                in.number("sizeQuotient", base.sizeQuotient),
                in.number("headroom", base.headroom),
                in.number("layerHeadroom", base.layerHeadroom),
                in.number("baseShare", base.baseShare),
                in.number("redundancy", base.redundancy),
                in.number("singleRateShare", base.singleRateShare),
                in.nanos("baseInterval", base.baseInterval),
                in.rate("noReceiverRate", base.noReceiverRate),
                in.integer("sentPackets", base.sentPackets));
        in.refuseOthers();
        return config;
    }

    /** The same with other constants for the filters. */
    public TufConfig withHop(TufHopConfig newHop) {
        return new TufConfig(b0, unit, tolerance, newHop, initialRtt, sourceQuotient, reportInterval, packetSize,
                sizeQuotient, headroom, layerHeadroom, baseShare, redundancy, singleRateShare, baseInterval, noReceiverRate,
                sentPackets);
    }

    /** T0 = 1/B0 in nanoseconds. */
    long periodNanos() {
        return Math.round(1e9 / b0);
    }
}
