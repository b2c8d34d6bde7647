package org.xpand.protocols.relay;

import org.xpand.protocols.lifecycle.Transitions;

/** The state of a sender whose process is no longer a member of its site; the diagram is in {@code docs/takeover.md}. */
enum DepartedState {
    /** The members and the other sites are asked what they hold, and send what others lack. */
    RECOVERING,
    /** Everything that a member is known to hold is in the delegate's stream, and is sent from there. */
    RECOVERED,
    /** All members have it. It is remembered for a while: another site may have received more. */
    SETTLED,
    /** The sender has returned, belongs to another part, or was settled long ago. */
    ENDED;

    static final Transitions<DepartedState> TABLE = Transitions.of(DepartedState.class)
            .with(RECOVERING, RECOVERED, SETTLED, ENDED)
            .with(RECOVERED, RECOVERING, SETTLED, ENDED)
            .with(SETTLED, RECOVERING, ENDED);
}
