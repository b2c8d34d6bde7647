package org.xpand.protocols.tfrc;

import java.util.Objects;
import java.util.random.RandomGenerator;
import org.xpand.protocols.rate.Pacer;
import org.xpand.protocols.strategy.RateReceiver;
import org.xpand.protocols.strategy.RateSource;
import org.xpand.protocols.strategy.RateStrategy;

/** Xpand's own rate control (Xpand §4). Randomness is used for the lengths of packets only. Immutable and thread-safe. */
public final class TfrcStrategy implements RateStrategy {
    /** The name by which it is chosen. */
    public static final String NAME = "tfrc";

    private final TfrcConfig config;

    /**
     * The strategy with these constants.
     *
     * @param config the constants
     */
    public TfrcStrategy(TfrcConfig config) {
        this.config = Objects.requireNonNull(config);
    }

    /**
     * The constants in use.
     *
     * @return those passed to the constructor
     */
    public TfrcConfig config() {
        return config;
    }

    @Override
    public String settings() {
        return config.toString();
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Pacer.Limits pacing(Pacer.Limits configured) {
        return configured.withRowPackets(config.rowPackets());
    }

    @Override
    public int lengthSpread() {
        return config.lengthSpread();
    }

    @Override
    public RateSource newSource(RandomGenerator random) {
        return new TfrcSource(config);
    }

    @Override
    public RateReceiver newReceiver(RandomGenerator random) {
        return new TfrcReceiver(config);
    }
}
