package org.xpand.protocols.rate;

/**
 * Turns what became of packet numbers, which a {@link LossDetector} tells it, into the loss event rate p. Several losses
 * within a round-trip time are one loss event (RFC 5348 §5.2). Not thread-safe.
 */
public interface LossHistory extends LossDetector.Listener {
    /** How long a loss event lasts from now on. */
    void rttNanos(long nanos);

    /** The first round-trip time is known: what was derived from a guess is corrected by it. */
    void firstRtt(long nanos);

    /** p, 0 before the first loss event. */
    double lossEventRate();

    /** Packets received, late ones with them. */
    long received();

    /** Packets lost. */
    long lost();

    /** Loss events seen; fewer than before after a late packet took one back. */
    long lossEvents();
}
