package org.xpand.protocols.tfmcc;

import java.util.Objects;
import java.util.random.RandomGenerator;
import org.xpand.protocols.rate.Pacer;
import org.xpand.protocols.strategy.RateReceiver;
import org.xpand.protocols.strategy.RateSource;
import org.xpand.protocols.strategy.RateStrategy;

/** TCP-friendly multicast congestion control (TFMCC, RFC 4654). Immutable and thread-safe. */
public final class TfmccStrategy implements RateStrategy {
    /** The name by which it is chosen. */
    public static final String NAME = "tfmcc";

    private final TfmccConfig config;

    /**
     * The strategy with these constants.
     *
     * @param config the constants
     */
    public TfmccStrategy(TfmccConfig config) {
        this.config = Objects.requireNonNull(config);
    }

    /**
     * The constants in use.
     *
     * @return those passed to the constructor
     */
    public TfmccConfig config() {
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
        return configured.withRowPackets(config.sending().rowPackets());
    }

    @Override
    public int lengthSpread() {
        return config.sending().lengthSpread();
    }

    @Override
    public RateSource newSource(RandomGenerator random) {
        return new TfmccSource(config);
    }

    @Override
    public RateReceiver newReceiver(RandomGenerator random) {
        return new TfmccReceiver(config, random);
    }
}
