package org.xpand.protocols.reliability;

import org.xpand.protocols.lifecycle.Transitions;

/** What another site is for the senders of this one; {@code docs/takeover.md} draws it. */
enum AwaitedState {
    /** It is sent to, and limits the senders. */
    HEARD,
    /** It is not heard: what it lacks is kept for it, and it limits nobody. */
    AWAITED,
    /** It has left, was excluded, or was away for too long: nothing is kept for it. */
    LET_GO;

    static final Transitions<AwaitedState> TABLE = Transitions.of(AwaitedState.class)
            .with(HEARD, AWAITED, LET_GO)
            .with(AWAITED, HEARD, LET_GO);
}
