package org.xpand.protocols.rate;

/**
 * Computes the loss event rate p from the decisions of a {@link LossDetector}. Several losses
 * within a round-trip time are one loss event (RFC 5348 §5.2). Not thread-safe.
 */
public interface LossHistory extends LossDetector.Listener {
    /** Sets how long a loss event lasts from now on. */
    void rttNanos(long nanos);

    /** The first round-trip time is known: values derived from a guess are corrected. */
    void firstRtt(long nanos);

    /** p, 0 before the first loss event. */
    double lossEventRate();

    /** Packets received, including late ones. */
    long received();

    /** Packets lost. */
    long lost();

    /** Loss events seen; a late packet can reduce it. */
    long lossEvents();
}
