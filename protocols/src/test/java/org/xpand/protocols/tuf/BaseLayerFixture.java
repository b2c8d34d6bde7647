package org.xpand.protocols.tuf;

import java.util.Map;

/** A base layer, packets that leave with tags, and what receivers report of them. */
abstract class BaseLayerFixture {
    static final long MS = 1_000_000;
    static final TufConfig CONFIG = TufConfig.fromSettings(Map.of("b0", "1"));

    final BaseLayer layer = new BaseLayer(CONFIG);
    long number;
    long now;

    /**
     * One interval of packets at a rate, and what a receiver behind a threshold tells of them.
     *
     * @param top the highest tag that leaves
     */
    void interval(long receiver, int top, int threshold) {
        report(receiver, leave(top, threshold));
    }

    /** The packets of one interval leave: returns the highest tag that passes the threshold. */
    long leave(int top, int threshold) {
        long highest = -1;
        for (int i = 0; i < 100; i++) {
            now += 5 * MS / 2;
            layer.reserve(1, layer.capacity(), now);
            long tag = (number * 37 + 11) % 100 * top / 99;
            layer.sent(number++, tag);
            highest = tag <= threshold ? Math.max(highest, tag) : highest;
        }
        return highest;
    }

    void report(long receiver, long highest) {
        layer.reported(receiver, number - 1, highest < 0 ? Tag.NONE : highest);
    }

    /** Packets leave with these tags. */
    void send(long... tags) {
        for (long tag : tags) {
            now += 5 * MS;
            layer.reserve(1, layer.capacity(), now);
            layer.sent(number++, tag);
        }
    }
}
