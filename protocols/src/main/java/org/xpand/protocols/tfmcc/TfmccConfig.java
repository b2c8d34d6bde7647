package org.xpand.protocols.tfmcc;

import java.util.Map;
import java.util.Objects;
import org.xpand.protocols.settings.Preset;
import org.xpand.protocols.settings.Settings;

/**
 * Every constant of TFMCC. Immutable. {@link #recommended} is RFC 4654, {@link #paper} the technical report; where they
 * differ the components say so.
 *
 * <p>Each component of the three parts is a setting of the same name. Times are written as {@code 500ms}, rates as
 * {@code 1Gbit/s}.
 *
 * @param measuring how a receiver measures its path
 * @param feedback  which receivers report, and when
 * @param sending   how the source uses the reports
 */
public record TfmccConfig(TfmccMeasuring measuring, TfmccFeedback feedback, TfmccSending sending) {
    static final Settings<TfmccConfig> SETTINGS = Settings.of(TfmccConfig.class);

    public TfmccConfig {
        Objects.requireNonNull(measuring);
        Objects.requireNonNull(feedback);
        Objects.requireNonNull(sending);
    }

    /**
     * The algorithm of the technical report; values that it does not give are those of RFC 4654.
     *
     * @return the preset {@code paper}
     */
    public static TfmccConfig paper() {
        return SETTINGS.preset(Preset.PAPER);
    }

    /**
     * The default: RFC 4654, with N from the number of receivers and R_max from the measured paths.
     *
     * @return the preset {@code recommended}
     */
    public static TfmccConfig recommended() {
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
    public static TfmccConfig fromSettings(Map<String, String> settings) {
        return SETTINGS.read(settings);
    }
}
