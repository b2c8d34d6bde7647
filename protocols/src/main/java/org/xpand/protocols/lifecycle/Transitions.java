package org.xpand.protocols.lifecycle;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * The possible transitions between the states of one kind of object. Immutable.
 *
 * @param <S> the states
 */
public final class Transitions<S extends Enum<S>> {
    private final Map<S, Set<S>> next;

    private Transitions(Map<S, Set<S>> next) {
        this.next = next;
    }

    /**
     * Creates a table without rows.
     *
     * @param <S>    the type of the states
     * @param states the type that lists them
     * @return a table in which no state may follow another one
     */
    public static <S extends Enum<S>> Transitions<S> of(Class<S> states) {
        Map<S, Set<S>> next = new EnumMap<>(states);
        for (S state : states.getEnumConstants()) {
            next.put(state, EnumSet.noneOf(states));
        }
        return new Transitions<>(next);
    }

    /**
     * Returns this table with a further row.
     *
     * @param from a state
     * @param to   the states that may follow it
     * @return the longer table
     */
    @SafeVarargs
    public final Transitions<S> with(S from, S... to) {
        Map<S, Set<S>> more = new EnumMap<>(next);
        Set<S> all = EnumSet.noneOf(from.getDeclaringClass());
        all.addAll(next.get(from));
        for (S state : to) {
            all.add(state);
        }
        more.put(from, all);
        return new Transitions<>(more);
    }

    /**
     * Whether a transition is possible.
     *
     * @param from a state
     * @param to   another state
     * @return whether the second may follow the first
     */
    public boolean allows(S from, S to) {
        return next.get(from).contains(to);
    }

    /**
     * The states that may follow one.
     *
     * @param from a state
     * @return empty for a final state
     */
    public Set<S> after(S from) {
        return Set.copyOf(next.get(from));
    }
}
