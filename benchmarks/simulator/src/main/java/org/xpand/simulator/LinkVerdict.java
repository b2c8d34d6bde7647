package org.xpand.simulator;

/** What a link does with a packet offered to it. */
public enum LinkVerdict {
    /** It arrives, at {@link LinkModel#arrivalNanos()}. */
    CARRIED,
    /** Dropped: lost on the wire at random. It has used the link's rate. */
    LOST,
    /** Dropped: a limit of the queue is reached. */
    QUEUE_FULL,
    /** Dropped: random early detection chose it. */
    EARLY,
    /** Dropped: the link is blocked. */
    BLOCKED,
    /** Dropped: it is longer than the link takes. */
    TOO_LONG
}
