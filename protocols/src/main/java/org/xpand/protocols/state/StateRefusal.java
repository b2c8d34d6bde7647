package org.xpand.protocols.state;

/** Why a member that is asked for the state does not give it. Its ordinal is on the wire. */
public enum StateRefusal {
    /** It gives none, ever. */
    NO_PROVIDER,
    /** It has joined itself just now and has none yet. */
    HAS_NONE_YET,
    /** It gives the state to as many others as it can at a time. */
    BUSY,
    /** It failed to. */
    FAILED
}
