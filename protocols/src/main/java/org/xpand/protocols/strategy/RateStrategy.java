package org.xpand.protocols.strategy;

import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.xpand.protocols.rate.Pacer;

/** A configured rate control: makes the state machines of its three roles. Immutable and thread-safe. */
public interface RateStrategy {
    /**
     * The name by which it was chosen.
     *
     * @return {@link RateStrategyProvider#name}
     */
    String name();

    /**
     * All settings on which the members of a group must agree.
     *
     * @return a text that is equal where they are equal; by default empty: there is none
     */
    default String settings() {
        return "";
    }

    /**
     * A source for one sending delegate and group.
     *
     * @param random seeded by the caller, used from the stack's thread only
     * @return a new source, used from the stack's thread only
     */
    RateSource newSource(RandomGenerator random);

    /**
     * A receiver for one sending site and group.
     *
     * @param random seeded by the caller, used from the stack's thread only
     * @return a new receiver, used from the stack's thread only
     */
    RateReceiver newReceiver(RandomGenerator random);

    /**
     * A hop for one overlay neighbour, shared by all groups of this strategy.
     *
     * @param random seeded by the caller, used from the stack's thread only
     * @return a new hop, used from the stack's thread only; empty, the default, if the strategy has no hop role
     */
    default Optional<RateHop> newHop(RandomGenerator random) {
        return Optional.empty();
    }

    /**
     * A hop for the neighbour with this name, for strategies whose hops have settings of their own for some links. By
     * default neighbours make no difference.
     *
     * @param neighbour the neighbour's name in the overlay
     * @param random    seeded by the caller, used from the stack's thread only
     * @return a new hop, used from the stack's thread only; empty if the strategy has no hop role
     */
    default Optional<RateHop> newHop(String neighbour, RandomGenerator random) {
        return newHop(random);
    }

    /**
     * How far packets may be sent from their nominal times under this strategy. By default as the stack is configured; a
     * strategy that derives queues from the spacing of packets uses shorter bursts.
     *
     * @param configured the configuration of the stack
     * @return the limits to be used
     */
    default Pacer.Limits pacing(Pacer.Limits configured) {
        return configured;
    }

    /**
     * Most bytes by which packets are shorter than their paths allow, so that their lengths vary; see
     * {@link org.xpand.protocols.rate.LengthVariation}.
     *
     * @return bytes, 0 or more; by default 0: packets are full
     */
    default int lengthSpread() {
        return 0;
    }

    /**
     * The same rate control for a group whose packets must all arrive at all members.
     *
     * @return by default this one
     */
    default RateStrategy reliable() {
        return this;
    }

    /**
     * Packets of redundancy to be sent for each packet, with the next lower precedence. The rate that a source allows is
     * for both. Packets of redundancy have room for 26 bytes of the strategy's header.
     *
     * @return 0 to 1; by default 0: none
     */
    default double redundancy() {
        return 0;
    }

    /**
     * Whether {@link #layered} is supported: links drop by precedence.
     *
     * @return by default false
     */
    default boolean hasLayers() {
        return false;
    }

    /**
     * The same rate control for a group whose packets have drop precedences, so that links drop the less important ones
     * first. Precedence 0 is for messages about the others and needs little; precedence 1 is the most important of the
     * applications' messages.
     *
     * @param reserved the rates planned for the precedences from 1 on, bytes per second, positive; the precedence after
     *                 the last one has the rest
     * @return the strategy for the group
     * @throws IllegalArgumentException if the strategy has no precedences, or fewer of them
     */
    default RateStrategy layered(List<Double> reserved) {
        throw new IllegalArgumentException("strategy '" + name() + "': layered groups need one that drops by precedence "
                + "(tuf)");
    }

    /**
     * A warning that a user must read before choosing this strategy between sites.
     *
     * @return one line; empty, the default, if there is none
     */
    default Optional<String> caution() {
        return Optional.empty();
    }
}
