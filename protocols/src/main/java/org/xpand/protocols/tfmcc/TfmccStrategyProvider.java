package org.xpand.protocols.tfmcc;

import java.util.List;
import java.util.Map;
import org.xpand.protocols.settings.DeclaredSetting;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.protocols.strategy.RateStrategyProvider;

/** Provides TFMCC under the name {@value TfmccStrategy#NAME}. Stateless and thread-safe. */
public final class TfmccStrategyProvider implements RateStrategyProvider {
    @Override
    public String name() {
        return TfmccStrategy.NAME;
    }

    @Override
    public List<DeclaredSetting> settings() {
        return TfmccConfig.SETTINGS.declared();
    }

    @Override
    public RateStrategy create(Map<String, String> settings) {
        return new TfmccStrategy(TfmccConfig.fromSettings(settings));
    }
}
