package org.xpand.protocols.state;

/** Why an asked member does not send the state. Its ordinal is on the wire. */
public enum StateRefusal {
    /** It never sends a state. */
    NO_PROVIDER,
    /** It has just joined itself and has none yet. */
    HAS_NONE_YET,
    /** It already sends the state to the greatest number of members. */
    BUSY,
    /** It failed to send it. */
    FAILED
}
