package org.xpand.protocols.strategy;

import java.util.List;
import java.util.Map;
import org.xpand.protocols.settings.DeclaredSetting;

/**
 * Makes a rate control known under a name. Providers are found by {@link java.util.ServiceLoader}, so a strategy can be
 * added from outside.
 */
public interface RateStrategyProvider {
    /** The name by which the strategy is chosen: lower-case letters and digits. */
    String name();

    /**
     * What can be set, for people and documents.
     *
     * @return the settings that {@link #create} takes, besides {@code preset}; empty if the strategy does not tell
     */
    default List<DeclaredSetting> settings() {
        return List.of();
    }

    /**
     * Makes the strategy.
     *
     * @param settings the strategy's settings by name, without the strategy's own name as a prefix; what is not set has
     *                 its default
     * @throws IllegalArgumentException if a setting is unknown or its value not accepted; the message names the
     *                                  setting, the value and what is accepted
     */
    RateStrategy create(Map<String, String> settings);
}
