package org.xpand.protocols.reliability;

/** Bounds on the numbers that other sites announce. */
final class Plausible {
    /** Most announcements of starts that a source can have made while this site received none of them. */
    static final long MAX_STARTS = 1 << 16;
    /** Most segments per second that one sender can send. */
    static final double MAX_SEGMENTS_PER_SECOND = 2e6;

    private Plausible() {
    }
}
