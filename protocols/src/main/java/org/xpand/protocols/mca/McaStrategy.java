package org.xpand.protocols.mca;

import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.xpand.protocols.rate.Pacer;
import org.xpand.protocols.strategy.RateReceiver;
import org.xpand.protocols.strategy.RateSource;
import org.xpand.protocols.strategy.RateStrategy;

/** Congestion avoidance by accumulation (MCA). Uses no randomness. Immutable and thread-safe. */
public final class McaStrategy implements RateStrategy {
    /** Name of the strategy in settings. */
    public static final String NAME = "mca";

    private final McaConfig config;

    /**
     * Creates the strategy with these constants.
     *
     * @param config the constants
     */
    public McaStrategy(McaConfig config) {
        this.config = Objects.requireNonNull(config);
    }

    /**
     * The constants in use.
     *
     * @return those passed to the constructor
     */
    public McaConfig config() {
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
    public RateSource newSource(RandomGenerator random) {
        return new McaSource(config);
    }

    @Override
    public RateReceiver newReceiver(RandomGenerator random) {
        return new McaReceiver(config);
    }

    /** Packets leave one by one, with few at once after a late timer, because bursts cause the queues that MCA measures. */
    @Override
    public Pacer.Limits pacing(Pacer.Limits configured) {
        return new Pacer.Limits(Math.min(configured.burstPackets(), config.burstPackets()), configured.burstNanos(),
                1, 0, configured.granularityNanos());
    }

    @Override
    public Optional<String> caution() {
        return Optional.of(config.competing()
                ? "mca competes with TCP where it finds any, and then queues fill as they do with TCP: it is best where the network "
                        + "gives it queues of its own"
                : "mca yields to TCP and to all other loss-based traffic: choose it only where the network gives it queues of "
                        + "its own");
    }
}
