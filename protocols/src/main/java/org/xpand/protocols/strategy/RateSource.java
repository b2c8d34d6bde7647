package org.xpand.protocols.strategy;

import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * The source role: decides how fast the packets of one number stream may leave. A receiver is known by an opaque
 * 64-bit key.
 */
public interface RateSource {
    /** The most that {@link #headerLength} may answer. */
    int MAX_HEADER_LENGTH = 48;

    /**
     * A receiver is to be respected from now on.
     *
     * @param receiver     its key
     * @param pathRttNanos the path's measured round-trip time in nanoseconds, 0 if nobody has measured it
     */
    void receiverJoined(long receiver, long pathRttNanos, long nowNanos);

    /** A receiver is no longer to be respected. Unknown receivers are ignored. */
    void receiverLeft(long receiver, long nowNanos);

    /**
     * A receiver is not heard any more and may come back: until then it is not respected. By default as if it had left.
     */
    default void receiverSuspended(long receiver, long nowNanos) {
        receiverLeft(receiver, nowNanos);
    }

    /**
     * A receiver is heard again, or another process took its place on the same path. By default as if it had joined.
     *
     * @param restarted    whether it knows nothing of what was measured before: until it has found out for itself, the
     *                     rate must not jump
     * @param pathRttNanos the path's measured round-trip time in nanoseconds, 0 if nobody has measured it
     */
    default void receiverResumed(long receiver, boolean restarted, long pathRttNanos, long nowNanos) {
        receiverJoined(receiver, pathRttNanos, nowNanos);
    }

    /**
     * A receiver's process had slept, and is awake again: that it reported nothing meanwhile says nothing about the path. By
     * default it does.
     */
    default void receiverSlept(long receiver, long nowNanos) {
    }

    /**
     * An earlier source on the same paths was allowed this rate until a moment ago, so that this one need not search for
     * it from nothing. By default it does.
     */
    default void predecessorRate(double bytesPerSecond, long nowNanos) {
    }

    /** The rate at which packets may leave now, headers included, in bytes per second; positive and finite. */
    double allowedRate(long nowNanos);

    /** A round-trip time that represents the receivers, for pacing, in nanoseconds; positive. */
    long rttNanos();

    /** The smoothed round-trip time to one receiver, the path's before the first sample, in nanoseconds; positive. */
    long rttNanos(long receiver);

    /** Bytes of the strategy's header in the packet that leaves now, 0 to {@value #MAX_HEADER_LENGTH}. */
    int headerLength(long nowNanos);

    /**
     * A packet leaves: exactly {@link #headerLength} bytes are to be written.
     *
     * @param number the packet's number in its stream: one more than the previous packet's
     * @param size   length of the whole datagram in bytes
     */
    void packetSent(long number, int size, WireWriter header, long nowNanos);

    /**
     * A packet of a layered group leaves, like {@link #packetSent(long, int, WireWriter, long)}. By default precedences
     * make no difference.
     *
     * @param precedence 0 for the most important; see {@link RateStrategy#layered}
     */
    default void packetSent(long number, int size, int precedence, WireWriter header, long nowNanos) {
        packetSent(number, size, header, nowNanos);
    }

    /** A repair left by unicast: it has no number in this stream but is charged to the same rate. */
    void repairSent(int size, long nowNanos);

    /** Pacing allowed a packet and there was none: the application sends less than it may. */
    void dataLimited(long nowNanos);

    /**
     * A receiver's report arrived.
     *
     * @throws org.xpand.protocols.wire.MalformedPacketException if it cannot be what a receiver of this strategy wrote;
     *                                                           the state is then unchanged
     */
    void reportReceived(long receiver, WireReader report, long nowNanos);

    /**
     * What the hops on the links that packets leave by let pass, if the strategy has hops; called when it has changed.
     *
     * @param best  the largest {@link RateHop#rate} of the links that lead to receivers, positive
     * @param least the smallest
     */
    default void linkRates(double best, double least, long nowNanos) {
    }

    /** Whether redundancy that leaves now can be of use, in a group that sends any; by default it can. */
    default boolean wantsRedundancy() {
        return true;
    }

    /** When {@link #deadlineReached} wants to be called, {@link Long#MAX_VALUE} for never, which is the default. */
    default long nextDeadlineNanos() {
        return Long.MAX_VALUE;
    }

    /** The time of {@link #nextDeadlineNanos} has come. */
    default void deadlineReached(long nowNanos) {
    }

    /**
     * This process has slept, for lack of a processor or for its own reasons. By default that makes no difference.
     *
     * @param lateNanos       for how long at least
     * @param staleUntilNanos until then what is handed in may have waited for it: that is no round-trip time
     */
    default void paused(long lateNanos, long staleUntilNanos, long nowNanos) {
    }

    /** Round-trip times not taken because this process had slept. */
    default long staleSamples() {
        return 0;
    }

    /** What the source knows now. */
    RateSourceStats stats(long nowNanos);
}
