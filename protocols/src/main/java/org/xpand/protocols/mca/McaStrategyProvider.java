package org.xpand.protocols.mca;

import java.util.List;
import java.util.Map;
import org.xpand.protocols.settings.DeclaredSetting;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.protocols.strategy.RateStrategyProvider;

/** Provides congestion avoidance by accumulation as {@value McaStrategy#NAME}. Stateless and thread-safe. */
public final class McaStrategyProvider implements RateStrategyProvider {
    @Override
    public String name() {
        return McaStrategy.NAME;
    }

    @Override
    public List<DeclaredSetting> settings() {
        return McaConfig.SETTINGS.declared();
    }

    @Override
    public RateStrategy create(Map<String, String> settings) {
        return new McaStrategy(McaConfig.fromSettings(settings));
    }
}
