package org.xpand.protocols.rate;

/**
 * Keeps a first loss interval that was derived from a rate in agreement with the packet size: with other packets it would be another rate. In
 * slow start packets are often short, since their messages do not wait for each other yet. Not thread-safe.
 */
public final class GuessedInterval {
    /** It follows in steps of this part of the size. */
    private static final double STEP = 0.01;

    private final LossHistory history;
    /** The size with which it agrees; 0 while there is no guess. */
    private double bytes;

    /** @param history the history whose first interval it is */
    public GuessedInterval(LossHistory history) {
        this.history = history;
    }

    /**
     * The interval is derived from a rate now.
     *
     * @param meanBytes mean size of packets, bytes, positive
     */
    public void made(double meanBytes) {
        bytes = meanBytes;
    }

    /**
     * A packet has arrived.
     *
     * @param meanBytes mean size of packets now, bytes, positive
     */
    public void follow(double meanBytes) {
        if (bytes > 0 && Math.abs(meanBytes - bytes) > STEP * bytes) {
            history.scaleGuess(bytes * bytes / (meanBytes * meanBytes));
            bytes = meanBytes;
        }
    }
}
