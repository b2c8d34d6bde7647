package org.xpand.simulator;

/** Result of a packet offered to a link. */
public enum LinkVerdict {
    /** It arrives, at {@link LinkModel#arrivalNanos()}. */
    CARRIED,
    /** Dropped: lost on the wire at random, after using the link's rate. */
    LOST,
    /** Dropped: a limit of the queue is reached. */
    QUEUE_FULL,
    /** Dropped: random early detection chose it. */
    EARLY,
    /** Dropped: the link is blocked. */
    BLOCKED,
    /** Dropped: it is longer than the link allows. */
    TOO_LONG
}
