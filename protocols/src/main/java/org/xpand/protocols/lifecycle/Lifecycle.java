package org.xpand.protocols.lifecycle;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * The state of one object, which changes as its table allows. A transition that is not in the table is a programming error and is
 * refused, so that it is found where it happens. One thread.
 *
 * @param <S> the states
 */
public final class Lifecycle<S extends Enum<S>> {
    private final Transitions<S> table;
    private final Map<S, Set<S>> taken;
    private S state;

    /**
     * Creates a lifecycle in its first state.
     *
     * @param first the first state
     * @param table the possible transitions
     */
    public Lifecycle(S first, Transitions<S> table) {
        this.state = first;
        this.table = table;
        this.taken = new EnumMap<>(first.getDeclaringClass());
    }

    /** @return the current state */
    public S state() {
        return state;
    }

    /**
     * Changes the state; the same state is no transition.
     *
     * @param next the next state
     * @throws IllegalStateException if the table has no such transition
     */
    public void to(S next) {
        if (next == state) {
            return;
        }
        if (!table.allows(state, next)) {
            throw new IllegalStateException(state + " is followed by one of " + table.after(state) + ", not by " + next);
        }
        taken.computeIfAbsent(state, from -> EnumSet.noneOf(next.getDeclaringClass())).add(next);
        state = next;
    }

    /**
     * Whether a transition has been made, for tests of completeness.
     *
     * @param from the state before it
     * @param to   the state after it
     * @return whether it was made
     */
    public boolean hasTaken(S from, S to) {
        return taken.getOrDefault(from, Set.of()).contains(to);
    }
}
