package org.xpand.protocols.tuf;

import java.util.Map;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.protocols.strategy.RateStrategyProvider;

/** Makes TUF known as {@value TufStrategy#NAME}. Stateless and thread-safe. */
public final class TufStrategyProvider implements RateStrategyProvider {
    @Override
    public String name() {
        return TufStrategy.NAME;
    }

    @Override
    public RateStrategy create(Map<String, String> settings) {
        return new TufStrategy(TufConfig.fromSettings(settings));
    }
}
