package org.xpand.protocols.strategy;

import java.util.Optional;
import java.util.random.RandomGenerator;
import org.xpand.protocols.rate.Pacer;

/** A configured rate control: makes the state machines of its three roles. Immutable and thread-safe. */
public interface RateStrategy {
    /** The name by which it was chosen. */
    String name();

    /**
     * A source for one sending delegate and group.
     *
     * @param random seeded by the caller, used from the stack's thread only
     */
    RateSource newSource(RandomGenerator random);

    /**
     * A receiver for one sending site and group.
     *
     * @param random seeded by the caller, used from the stack's thread only
     */
    RateReceiver newReceiver(RandomGenerator random);

    /**
     * A hop for one overlay neighbour, shared by all groups of this strategy; empty if the strategy has no hop role.
     *
     * @param random seeded by the caller, used from the stack's thread only
     */
    default Optional<RateHop> newHop(RandomGenerator random) {
        return Optional.empty();
    }

    /**
     * How far packets may leave their nominal times under this strategy. By default as the stack is configured; a
     * strategy that reads queues from the spacing of packets asks for shorter bursts.
     *
     * @param configured what the stack is configured with
     */
    default Pacer.Limits pacing(Pacer.Limits configured) {
        return configured;
    }

    /** One line that a user must have read before choosing this strategy between sites; empty if there is none. */
    default Optional<String> caution() {
        return Optional.empty();
    }
}
