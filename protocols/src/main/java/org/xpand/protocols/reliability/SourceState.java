package org.xpand.protocols.reliability;

import org.xpand.protocols.lifecycle.Transitions;

/** What another site is as the source of what its senders send; {@code docs/takeover.md} draws it. */
enum SourceState {
    /** It has not told its start numbers yet, or has a delegate that has not: nothing new is taken of its senders. */
    STARTING,
    /** Its senders are heard. */
    STARTED,
    /** It excludes this site from its send window; this site waits for a new start. */
    EXCLUDED,
    /** It is not reached: the sites that are left tell each other what they hold, and bring it. */
    ORPHANED,
    /** Its senders are forgotten, and what nobody holds was told as a gap. */
    FORGOTTEN;

    static final Transitions<SourceState> TABLE = Transitions.of(SourceState.class)
            .with(STARTING, STARTED, EXCLUDED, ORPHANED, FORGOTTEN)
            .with(STARTED, STARTING, EXCLUDED, ORPHANED, FORGOTTEN)
            .with(EXCLUDED, STARTING, ORPHANED, FORGOTTEN)
            .with(ORPHANED, STARTING, FORGOTTEN);
}
