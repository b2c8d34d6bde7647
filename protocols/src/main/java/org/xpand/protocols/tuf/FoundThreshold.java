package org.xpand.protocols.tuf;

/**
 * K of the filter at one end of a link.
 *
 * @param threshold K, or {@link Tag#NONE} if unknown
 * @param searching whether the search for the link's capacity goes on
 */
record FoundThreshold(long threshold, boolean searching) {
    static final FoundThreshold UNKNOWN = new FoundThreshold(Tag.NONE, false);

    boolean known() {
        return threshold != Tag.NONE;
    }
}
