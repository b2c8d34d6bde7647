package org.xpand.protocols.tfrc;

import java.util.List;
import java.util.Map;
import org.xpand.protocols.settings.DeclaredSetting;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.protocols.strategy.RateStrategyProvider;

/** Provides Xpand's own rate control under the name {@value TfrcStrategy#NAME}. Stateless and thread-safe. */
public final class TfrcStrategyProvider implements RateStrategyProvider {
    @Override
    public String name() {
        return TfrcStrategy.NAME;
    }

    @Override
    public List<DeclaredSetting> settings() {
        return TfrcConfig.SETTINGS.declared();
    }

    @Override
    public RateStrategy create(Map<String, String> settings) {
        return new TfrcStrategy(TfrcConfig.fromSettings(settings));
    }
}
