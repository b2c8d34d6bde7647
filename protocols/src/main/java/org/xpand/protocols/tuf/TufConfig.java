package org.xpand.protocols.tuf;

import java.util.Map;
import org.xpand.protocols.settings.Preset;
import org.xpand.protocols.settings.Setting;
import org.xpand.protocols.settings.Settings;

/**
 * All constants of TUF. Immutable. {@link #paper} is the paper's protocol, {@link #recommended} adds what real links and
 * clocks need; the components state both. {@code b0} and {@code unit} must be the same at every site, or sources
 * would not share links equally.
 *
 * <p>Each component, declared by {@link Setting}, is a setting of the same name.
 */
public record TufConfig(
        @Setting(value = "the lowest rate; the highest is 2³² times that. The same at every site", unit = "units/s",
                range = "1e-5 to 1", recommended = "1e-4", symbol = "B0", source = "TUF §6, Fig. 8")
        double b0,
        @Setting(value = "bytes that one tag pays for. The same at every site", unit = "bytes", range = "64 to 65535",
                recommended = "1400", paper = "536", symbol = "MTU",
                source = "TUF §3.1.1; one tag per datagram in the paper's simulations")
        int unit,
        @Setting(value = "how late a packet may leave and still be tagged for its nominal time: timers of real computers let "
                        + "packets leave in bursts", range = "0s to 1s", recommended = "20ms", paper = "0s")
        long tolerance,
        @Setting(value = "of how much idle time a layered group's packets may take the tags: after it they leave at the rate of the best "
                        + "link, and slower ones would drop them", range = "0s to 1s", recommended = "100ms", paper = "0s")
        long idleCredit,
        TufHopConfig hop,
        @Setting(value = "RTT before any measurement", range = "1ms to 10s", recommended = "500ms",
                source = "TFMCC §2.4.1")
        long initialRtt,
        @Setting(value = "weight of the past in the source's smoothed RTT", range = "0 to 0.999", recommended = "0.9",
                symbol = "q", source = "RFC 5348 §4.3")
        double sourceQuotient,
        @Setting(value = "time between two reports of a receiver while packets arrive; they do not set the rate",
                range = "10ms to 60s", recommended = "1s", source = "TUF §4.2: on a much larger time scale")
        long reportInterval,
        @Setting(value = "packet size before the first packet: the longest datagram", unit = "bytes", range = "64 to 65535",
                recommended = "1400", symbol = "s")
        int packetSize,
        @Setting(value = "weight of the past in the average packet size", range = "0 to 0.999", recommended = "0.98", symbol = "s")
        double sizeQuotient,
        @Setting(value = "sending rate of a layered group over the rate of its best link, because tags of a steady stream are "
                        + "not perfectly even", range = "1 to 2", recommended = "1.25", paper = "1")
        double headroom,
        @Setting(value = "tags of a layer over those that its reserved bandwidth needs, for the same reason",
                range = "1 to 4", recommended = "1.5", paper = "1")
        double layerHeadroom,
        @Setting(value = "rate of original data and their repairs in a reliable group, as a share of the worst capacity: at "
                        + "that rate nearly all packets get a tag", range = "0.1 to 1", recommended = "0.8",
                symbol = "b_1", source = "TUF §4.2: slightly below")
        double baseShare,
        @Setting(value = "redundancy packets for each packet of a reliable group", range = "0 to 1", recommended = "0.25",
                source = "TUF §4.2 leaves it open")
        double redundancy,
        @Setting(value = "rate of original data and repairs in a reliable group, as a share of the rate of the links next to "
                        + "the source, while these are the slowest and about equal; there is no redundancy then. 0 is never", range = "0 to 1",
                recommended = "0.97", paper = "0")
        double singleRateShare,
        @Setting(value = "time between two reports of a receiver in a reliable group, equal to that of the thresholds",
                range = "10ms to 60s", recommended = "250ms")
        long baseInterval,
        @Setting(value = "rate while there are no receivers, and the upper bound of every rate", range = "1kbit/s to 1Tbit/s",
                recommended = "1Gbit/s")
        double noReceiverRate,
        @Setting(value = "packets whose sending times are kept to measure the RTT", range = "64 to 1048576", recommended = "16384",
                symbol = "T_out")
        int sentPackets) {
    static final Settings<TufConfig> SETTINGS = Settings.of(TufConfig.class);

    /**
     * The protocol of the paper; constants that it does not give have the default of the component's source.
     *
     * @return the preset {@code paper}
     */
    public static TufConfig paper() {
        return SETTINGS.preset(Preset.PAPER);
    }

    /**
     * The default: the paper with what real links and clocks need.
     *
     * @return the preset {@code recommended}
     */
    public static TufConfig recommended() {
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
    public static TufConfig fromSettings(Map<String, String> settings) {
        return SETTINGS.read(settings);
    }

    /**
     * The same with other constants for the filters.
     *
     * @param newHop the constants of the filters
     * @return the copy; all else is equal
     */
    public TufConfig withHop(TufHopConfig newHop) {
        return Settings.with(this, "hop", newHop);
    }

    /** T0 = 1/B0 in nanoseconds. */
    long periodNanos() {
        return Math.round(1e9 / b0);
    }
}
