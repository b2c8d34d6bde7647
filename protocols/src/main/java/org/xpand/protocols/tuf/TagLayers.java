package org.xpand.protocols.tuf;

/**
 * Tags for layers with reserved bandwidths (TUF §3.1.2): layer i uses the tags from Tag_{i−1} up to but not including
 * Tag_i = Tag_{i−1} + b_i/B0, so that its packets leave at b_i at most. Packets for which a layer has no tag overflow into the
 * layer above all others, n + 1, which has the rest. Without reserved bandwidths that layer is the only one.
 *
 * <p>The paper tags an overflowing packet according to its own layer's last transmission. Two layers that overflow then use the
 * same tags twice, which violates Rule 1; here layer n + 1 has a separate last transmission, and overflowing packets use up
 * no tags of their own layer. Not thread-safe.
 */
final class TagLayers {
    /** Most layers with a reserved bandwidth. */
    static final int MAX_LAYERS = 16;

    /** Tag_0 to Tag_n. */
    private final long[] bounds;
    private final TagSequence[] sequences;

    /**
     * @param tags b_i/B0 for each layer, positive
     */
    TagLayers(long... tags) {
        bounds = new long[tags.length + 1];
        sequences = new TagSequence[tags.length + 1];
        for (int i = 0; i < tags.length; i++) {
            bounds[i + 1] = Math.min(Tag.NONE, bounds[i] + Math.min(tags[i], Tag.NONE));
        }
        for (int i = 0; i < sequences.length; i++) {
            sequences[i] = new TagSequence();
        }
    }

    /** Sets the number of tags of layer 1, if it is the only one with a reserved bandwidth; positive. */
    void reserve(long tags) {
        bounds[1] = Math.min(Tag.NONE, tags);
    }

    /**
     * The turn at which a datagram of one part in layer 1, which has reserved tags, gets one of them: the given turn, or a later one
     * if it is near, so that a stream that uses all tags of the layer gets one for each datagram.
     *
     * @param ahead most turns later, in packets of a stream that uses all tags
     */
    long turnOfFirst(long turn, int ahead) {
        long own = sequences[0].firstBelow(bounds[1]);
        return own - turn > 0 && own - turn <= ahead * (Tag.COUNT / bounds[1]) ? own : turn;
    }

    /** Layers a datagram may be sent in, the one for the rest included. */
    int layers() {
        return sequences.length;
    }

    /**
     * The tag for a datagram.
     *
     * @param layer 1 for the most important up to {@link #layers}
     * @param turn  the newest turn, see {@link TagClock}
     * @param parts k = ⌈size/MTU⌉, at least 1
     * @return the tag, {@link Tag#NONE} if none is left
     */
    long next(int layer, long turn, long parts) {
        int rest = bounds.length - 1;
        int index = layer - 1;
        if (index < rest) {
            long tag = sequences[index].peek(turn, parts);
            if (tag < bounds[index + 1] - bounds[index]) {
                return bounds[index] + sequences[index].next(turn, parts);
            }
        }
        long tag = sequences[rest].peek(turn, parts);
        if (tag + bounds[rest] >= Tag.NONE) {
            return Tag.NONE;
        }
        return bounds[rest] + sequences[rest].next(turn, parts);
    }
}
