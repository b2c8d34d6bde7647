package org.xpand.protocols.relay;

import org.xpand.protocols.lifecycle.Transitions;

/** What becomes of a sender whose process is no member of its site any more; {@code docs/takeover.md} draws it. */
enum DepartedState {
    /** The members, and the other sites, are asked what they hold, and bring what others lack. */
    RECOVERING,
    /** What anybody is known to hold is in the delegate's stream, and leaves from there. */
    BROUGHT,
    /** Everybody has it. It is remembered for a while: another site may have heard more. */
    SETTLED,
    /** The sender is back, is another part's to look after, or was settled long ago. */
    ENDED;

    static final Transitions<DepartedState> TABLE = Transitions.of(DepartedState.class)
            .with(RECOVERING, BROUGHT, SETTLED, ENDED)
            .with(BROUGHT, RECOVERING, SETTLED, ENDED)
            .with(SETTLED, RECOVERING, ENDED);
}
