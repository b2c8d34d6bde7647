package org.xpand.protocols.reliability;

import org.xpand.protocols.lifecycle.Transitions;

/** The state of another site as the source of its senders; the diagram is in {@code docs/takeover.md}. */
enum SourceState {
    /** It, or its new delegate, has not announced its start numbers yet: no new segments of its senders are accepted. */
    STARTING,
    /** Its senders are received. */
    STARTED,
    /** It no longer waits for this site, which waits for a new start. */
    EXCLUDED,
    /** It is not reached: the remaining sites announce to each other what they hold, and send it to each other. */
    ORPHANED,
    /** Its senders are dropped, and what no site holds was reported as a gap. */
    FORGOTTEN;

    static final Transitions<SourceState> TABLE = Transitions.of(SourceState.class)
            .with(STARTING, STARTED, EXCLUDED, ORPHANED, FORGOTTEN)
            .with(STARTED, STARTING, EXCLUDED, ORPHANED, FORGOTTEN)
            .with(EXCLUDED, STARTING, ORPHANED, FORGOTTEN)
            .with(ORPHANED, STARTING, FORGOTTEN);
}
