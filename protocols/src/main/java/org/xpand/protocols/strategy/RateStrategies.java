package org.xpand.protocols.strategy;

import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.SortedSet;
import java.util.TreeMap;
import org.xpand.protocols.settings.DeclaredSetting;

/** Finds rate controls by name. */
public final class RateStrategies {
    /** The strategy used when none is chosen: Xpand's own. */
    public static final String DEFAULT = "tfrc";

    private RateStrategies() {
    }

    /**
     * Makes the strategy of this name.
     *
     * @param name     as defined by a provider on the class path
     * @param settings its settings by name
     * @return the strategy, of which each group can use the same object
     * @throws IllegalArgumentException if there is no such strategy (the message lists the available ones) or a setting is
     *                                  not accepted
     */
    public static RateStrategy create(String name, Map<String, String> settings) {
        return provider(name).create(settings);
    }

    /**
     * The settings of the strategy of this name.
     *
     * @param name as defined by a provider on the class path
     * @return its settings, besides {@code preset}, in its order
     * @throws IllegalArgumentException if there is no such strategy; the message lists the available ones
     */
    public static List<DeclaredSetting> settings(String name) {
        return provider(name).settings();
    }

    /**
     * The names of all available strategies.
     *
     * @return the names in alphabetical order; a new set
     */
    public static SortedSet<String> names() {
        return providers().navigableKeySet();
    }

    private static RateStrategyProvider provider(String name) {
        TreeMap<String, RateStrategyProvider> providers = providers();
        RateStrategyProvider provider = providers.get(name);
        if (provider == null) {
            throw new IllegalArgumentException("strategy '" + name + "': accepted are "
                    + String.join(", ", providers.keySet()));
        }
        return provider;
    }

    private static TreeMap<String, RateStrategyProvider> providers() {
        TreeMap<String, RateStrategyProvider> providers = new TreeMap<>();
        ServiceLoader.load(RateStrategyProvider.class, RateStrategies.class.getClassLoader())
                .forEach(provider -> providers.put(provider.name(), provider));
        return providers;
    }
}
