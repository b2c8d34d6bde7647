package org.xpand.protocols.reliability;

/** What is taken for possible of the numbers that other sites tell. */
final class Plausible {
    /** Most announcements of starts that a source can have made while this site heard none of them. */
    static final long MAX_STARTS = 1 << 16;
    /** Highest segment number: at the rate below it takes eighteen years. */
    static final long MAX_NUMBER = 1L << 50;
    /** Most segments per second that one sender is believed to send. */
    static final double MAX_SEGMENTS_PER_SECOND = 2e6;

    private Plausible() {
    }
}
