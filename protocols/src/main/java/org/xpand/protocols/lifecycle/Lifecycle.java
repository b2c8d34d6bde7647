package org.xpand.protocols.lifecycle;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * The state of one thing, which changes as its table allows. A move that is not in the table is a mistake of the program and is
 * refused, so that it is found where it is made. One thread.
 *
 * @param <S> the states
 */
public final class Lifecycle<S extends Enum<S>> {
    private final Transitions<S> table;
    private final Map<S, Set<S>> taken;
    private S state;

    /**
     * One that has just begun.
     *
     * @param first the state it begins in
     * @param table the moves that are possible
     */
    public Lifecycle(S first, Transitions<S> table) {
        this.state = first;
        this.table = table;
        this.taken = new EnumMap<>(first.getDeclaringClass());
    }

    /** @return the state it is in */
    public S state() {
        return state;
    }

    /**
     * Changes the state; to stay as it is is no move.
     *
     * @param next the state it is in from now on
     * @throws IllegalStateException if the table has no such move
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
     * Whether a move has been made since it began, to see in a test that nothing is missing.
     *
     * @param from a state
     * @param to   the state after it
     * @return whether it was
     */
    public boolean hasTaken(S from, S to) {
        return taken.getOrDefault(from, Set.of()).contains(to);
    }
}
