package org.xpand.protocols.relay;

import java.util.EnumSet;
import java.util.Set;

/** What a process's announcement in the {@link SiteRoster} says besides its groups; bits of later versions are ignored. */
public enum RosterFlag {
    /** The process does not stand for election as the site's delegate. */
    WITHDRAWN,
    /** It lacks the groups of another process and asks for them. */
    ASKS,
    /** It has left its last group, and waits until each process has answered with {@link SiteRoster#leaveSeen}. */
    LEAVES;

    /**
     * {@return the flags for which the value is true}
     *
     * @param withdrawn of {@link #WITHDRAWN}
     * @param asks      of {@link #ASKS}
     * @param leaves    of {@link #LEAVES}
     */
    public static Set<RosterFlag> of(boolean withdrawn, boolean asks, boolean leaves) {
        return of((withdrawn ? WITHDRAWN.bit() : 0) | (asks ? ASKS.bit() : 0) | (leaves ? LEAVES.bit() : 0));
    }

    static Set<RosterFlag> of(int bits) {
        EnumSet<RosterFlag> flags = EnumSet.allOf(RosterFlag.class);
        flags.removeIf(flag -> (bits & flag.bit()) == 0);
        return flags;
    }

    static int bits(Set<RosterFlag> flags) {
        return flags.stream().mapToInt(RosterFlag::bit).sum();
    }

    private int bit() {
        return 1 << ordinal();
    }
}
