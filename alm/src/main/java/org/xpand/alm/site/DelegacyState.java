package org.xpand.alm.site;

import org.xpand.protocols.lifecycle.Transitions;

/** The state of a process's role for its site; the diagram is in {@code docs/takeover.md}. */
enum DelegacyState {
    /** Another process is the delegate, or none is elected yet. */
    FOLLOWS,
    /** Elected: the socket and the control connections are being opened. */
    OPENING,
    /** Elected, but could not open: tries again soon. */
    WAITS,
    /** The site's delegate, or that of a part of it. */
    SERVES,
    /** Could not serve, and does not stand for election for a while. */
    WITHDRAWN,
    /** Elected without a path to other sites: serves its LAN only. */
    SERVES_LAN,
    /** The process has left its site. */
    ENDED;

    static final Transitions<DelegacyState> TABLE = Transitions.of(DelegacyState.class)
            .with(FOLLOWS, OPENING, SERVES_LAN, WITHDRAWN, ENDED)
            .with(OPENING, SERVES, WAITS, WITHDRAWN, FOLLOWS, ENDED)
            .with(WAITS, OPENING, FOLLOWS, ENDED)
            .with(SERVES, OPENING, WITHDRAWN, FOLLOWS, ENDED)
            .with(WITHDRAWN, FOLLOWS, SERVES_LAN, ENDED)
            .with(SERVES_LAN, WITHDRAWN, FOLLOWS, ENDED);

    /** Whether the site's groups are served by this process. */
    boolean serves() {
        return this == SERVES || this == SERVES_LAN;
    }
}
