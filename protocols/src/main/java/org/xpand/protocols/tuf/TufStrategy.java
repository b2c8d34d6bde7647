package org.xpand.protocols.tuf;

import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.xpand.protocols.strategy.RateHop;
import org.xpand.protocols.strategy.RateReceiver;
import org.xpand.protocols.strategy.RateSource;
import org.xpand.protocols.strategy.RateStrategy;

/** TUF. Randomness chooses each source's phase and each hop's epoch. Immutable and thread-safe. */
public final class TufStrategy implements RateStrategy {
    /** The name by which it is chosen. */
    public static final String NAME = "tuf";

    private final TufConfig config;

    /** The strategy with these constants. */
    public TufStrategy(TufConfig config) {
        this.config = Objects.requireNonNull(config);
    }

    /** The constants in use. */
    public TufConfig config() {
        return config;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public RateSource newSource(RandomGenerator random) {
        return new TufSource(config, random.nextLong(config.periodNanos()));
    }

    @Override
    public RateReceiver newReceiver(RandomGenerator random) {
        return new TufReceiver(config);
    }

    @Override
    public Optional<RateHop> newHop(RandomGenerator random) {
        return Optional.of(new TufHop(config, random.nextLong()));
    }
}
