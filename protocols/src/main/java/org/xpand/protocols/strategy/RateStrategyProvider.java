package org.xpand.protocols.strategy;

import java.util.List;
import java.util.Map;
import org.xpand.protocols.settings.DeclaredSetting;

/**
 * Makes a rate control known under a name. Providers are found by {@link java.util.ServiceLoader}, so a strategy can be
 * added by other modules.
 */
public interface RateStrategyProvider {
    /**
     * The name by which the strategy is chosen.
     *
     * @return lower-case letters and digits, unique among all providers
     */
    String name();

    /**
     * The settings, for display and documents.
     *
     * @return the settings that {@link #create} takes, besides {@code preset}; empty if the strategy does not declare them
     */
    default List<DeclaredSetting> settings() {
        return List.of();
    }

    /**
     * Makes the strategy.
     *
     * @param settings the strategy's settings by name, without the strategy's own name as a prefix; missing ones have
     *                 their defaults
     * @return the strategy
     * @throws IllegalArgumentException if a setting is unknown or its value not accepted; the message names the
     *                                  setting, the value and what is accepted
     */
    RateStrategy create(Map<String, String> settings);
}
