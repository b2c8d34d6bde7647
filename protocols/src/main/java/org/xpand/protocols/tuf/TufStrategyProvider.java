package org.xpand.protocols.tuf;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.xpand.protocols.rate.RateSettings;
import org.xpand.protocols.settings.DeclaredSetting;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.protocols.strategy.RateStrategyProvider;

/** Provides TUF as {@value TufStrategy#NAME}. Stateless and thread-safe. */
public final class TufStrategyProvider implements RateStrategyProvider {
    /** Prefix of the setting of the rule for the link to a site, whose name follows. */
    private static final String LINK = "threshold@";

    @Override
    public String name() {
        return TufStrategy.NAME;
    }

    @Override
    public List<DeclaredSetting> settings() {
        return TufConfig.SETTINGS.declared();
    }

    @Override
    public RateStrategy create(Map<String, String> settings) {
        TreeMap<String, String> shared = new TreeMap<>(settings);
        TreeMap<String, ThresholdRule> links = new TreeMap<>();
        settings.keySet().stream().filter(name -> name.startsWith(LINK)).forEach(name -> {
            shared.remove(name);
            links.put(name.substring(LINK.length()), ThresholdRule.read(new RateSettings(settings), name,
                    ThresholdRule.TCP));
        });
        return new TufStrategy(TufConfig.fromSettings(shared), links);
    }
}
