package org.xpand.jmh;

import java.util.Locale;
import org.openjdk.jmh.util.Statistics;

/**
 * What a benchmark's iterations took, and whether that bears a comparison. Other work on the machine only ever makes an
 * iteration slower: the best shows what the code costs, and the time lies between it and the median.
 *
 * @param best   nanoseconds per operation of the fastest iteration
 * @param median nanoseconds per operation of the middle one
 */
record Timing(double best, double median) {
    /** The most by which a ratio's bounds may differ if they do not show which of the two is faster. */
    static final double MAX_UNCERTAINTY = 1.25;

    static Timing of(Statistics iterations) {
        return new Timing(iterations.getMin(), iterations.getPercentile(50));
    }

    /**
     * How many times as long as this a peer takes, by the best iterations. Refused, as {@code "?"} and the bounds of the
     * ratio, if these lie on both sides of 1 and more than {@link #MAX_UNCERTAINTY} apart.
     */
    String ratioTo(Timing peer) {
        double least = peer.best / median;
        double most = peer.median / best;
        if (least < 1 && most > 1 && most / least > MAX_UNCERTAINTY) {
            return String.format(Locale.ROOT, "? (%.2f to %.2f)", least, most);
        }
        return String.format(Locale.ROOT, "%.2f", peer.best / best);
    }
}
