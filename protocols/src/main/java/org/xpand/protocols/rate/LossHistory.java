package org.xpand.protocols.rate;

/**
 * Computes the loss event rate p from the decisions of a {@link LossDetector}. Several losses
 * within a round-trip time are one loss event (RFC 5348 §5.2). Not thread-safe.
 */
public interface LossHistory extends LossDetector.Listener {
    /**
     * Sets how long a loss event lasts from now on (RFC 5348 §5.2).
     *
     * @param nanos the round-trip time in nanoseconds, positive
     */
    void rttNanos(long nanos);

    /**
     * The first round-trip time is known: values derived from a guess are corrected.
     *
     * @param nanos the round-trip time in nanoseconds, positive
     */
    void firstRtt(long nanos);

    /**
     * Corrects the interval before the first loss event, if it is a guess and still counts: what it was derived from has changed.
     *
     * @param factor by which it is multiplied, positive
     */
    default void scaleGuess(double factor) {
        // Needed only by a history that begins with a guess.
    }

    /**
     * Whether the average follows from a guess, for the interval before the first loss event or since heavy losses, so that it grows with packets
     * that find room.
     *
     * @return false where history does not begin with a guess, or the guess no longer counts
     */
    default boolean guessGrows() {
        return false;
    }

    /**
     * Sets whether the packets that are received from now on find room in the path's queue.
     *
     * @param value false if that is not known
     */
    default void queueHasRoom(boolean value) {
        // Needed only by a history that begins with a guess.
    }

    /**
     * The loss event rate p: loss events per packet.
     *
     * @return 0 to 1; 0 before the first loss event
     */
    double lossEventRate();

    /**
     * Packets received, including late ones.
     *
     * @return how many since the history was made
     */
    long received();

    /**
     * Packets lost, without those that arrived late and corrected the record.
     *
     * @return how many since the history was made
     */
    long lost();

    /**
     * Loss events seen.
     *
     * @return how many since the history was made; a late packet can reduce it
     */
    long lossEvents();
}
