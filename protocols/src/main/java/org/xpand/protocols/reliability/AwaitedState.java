package org.xpand.protocols.reliability;

import org.xpand.protocols.lifecycle.Transitions;

/** The state of another site as a receiver of this one's senders; the diagram is in {@code docs/takeover.md}. */
enum AwaitedState {
    /** Reachable: it receives, and limits the senders. */
    REACHABLE,
    /** Not reachable: what it lacks is kept for it, and it limits no sender. */
    AWAITED,
    /** It has left, was excluded, or was unreachable for too long: nothing is kept for it. */
    GIVEN_UP;

    static final Transitions<AwaitedState> TABLE = Transitions.of(AwaitedState.class)
            .with(REACHABLE, AWAITED, GIVEN_UP)
            .with(AWAITED, REACHABLE, GIVEN_UP);
}
