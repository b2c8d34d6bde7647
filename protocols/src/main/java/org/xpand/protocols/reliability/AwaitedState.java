package org.xpand.protocols.reliability;

import org.xpand.protocols.lifecycle.Transitions;

/** The state of another site as a receiver of this one's senders; the diagram is in {@code docs/takeover.md}. */
enum AwaitedState {
    /** Reachable: it receives, and limits the senders. */
    HEARD,
    /** Not reachable: what it lacks is kept for it, and it limits no sender. */
    AWAITED,
    /** It has left, was excluded, or was unreachable for too long: nothing is kept for it. */
    LET_GO;

    static final Transitions<AwaitedState> TABLE = Transitions.of(AwaitedState.class)
            .with(HEARD, AWAITED, LET_GO)
            .with(AWAITED, HEARD, LET_GO);
}
