package org.xpand.protocols.lossy;

import java.util.Arrays;

/** A message of which not all parts have arrived. */
final class PartialMessage {
    private static final int OVERHEAD = 64;
    /** Memory for each possible part: a single part allocates an entry for all parts before it. */
    private static final int SLOT = 8;

    private byte[][] parts = new byte[1][];
    private int count;
    /** Number of parts, once the last one is known. */
    private int total = Integer.MAX_VALUE;
    private int bytes;

    /** Adds a part, unless it arrived before or contradicts the others. */
    void put(int index, boolean last, byte[] part) {
        if (index >= total || last && (index + 1 < parts.length && hasBeyond(index) || total != Integer.MAX_VALUE)) {
            return;
        }
        if (index >= parts.length) {
            parts = Arrays.copyOf(parts, Math.max(index + 1, Math.min(LossyFrames.MAX_PARTS, 2 * parts.length)));
        }
        if (parts[index] != null) {
            return;
        }
        parts[index] = part;
        count++;
        bytes += part.length;
        total = last ? index + 1 : total;
    }

    private boolean hasBeyond(int index) {
        for (int i = index + 1; i < parts.length; i++) {
            if (parts[i] != null) {
                return true;
            }
        }
        return false;
    }

    boolean complete() {
        return count == total;
    }

    /** Bytes of memory that it uses. */
    int cost() {
        return bytes + SLOT * parts.length + OVERHEAD;
    }

    /** The whole message, once {@link #complete}. */
    byte[] payload() {
        if (total == 1) {
            return parts[0];
        }
        byte[] whole = new byte[bytes];
        int at = 0;
        for (int i = 0; i < total; i++) {
            System.arraycopy(parts[i], 0, whole, at, parts[i].length);
            at += parts[i].length;
        }
        return whole;
    }
}
