package org.xpand.protocols.tuf;

/** Tags: whole numbers below 2^32, the lower the more important (TUF §3). */
final class Tag {
    /** Bits of a tag on the wire. */
    static final int BITS = 32;
    /** Tags in a period T0. */
    static final long COUNT = 1L << BITS;
    /** ∞: no tag was left since the last transmission, so every threshold drops the packet. */
    static final long NONE = COUNT - 1;
    /** The highest threshold K: passes all tags but {@link #NONE}. */
    static final long MAX_THRESHOLD = NONE - 1;

    private Tag() {
    }
}
