package org.xpand.protocols.strategy;

import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * The source role: decides how fast the packets of one number stream are sent. A receiver is identified by an opaque
 * 64-bit key.
 */
public interface RateSource {
    /** The greatest value of {@link #headerLength}. */
    int MAX_HEADER_LENGTH = 48;

    /**
     * A receiver is to be taken into account from now on.
     *
     * @param receiver     its key
     * @param pathRttNanos the path's measured round-trip time in nanoseconds, 0 if it was not measured
     */
    void receiverJoined(long receiver, long pathRttNanos, long nowNanos);

    /** A receiver is no longer to be taken into account. Unknown receivers are ignored. */
    void receiverLeft(long receiver, long nowNanos);

    /**
     * A receiver is not reachable any longer and may return: until then it is not taken into account. By default as if it had left.
     */
    default void receiverSuspended(long receiver, long nowNanos) {
        receiverLeft(receiver, nowNanos);
    }

    /**
     * A receiver is reachable again, or another process has replaced it on the same path. By default as if it had joined.
     *
     * @param restarted    whether it knows no earlier measurements: until it has measured for itself, the
     *                     rate must not jump
     * @param pathRttNanos the path's measured round-trip time in nanoseconds, 0 if it was not measured
     */
    default void receiverResumed(long receiver, boolean restarted, long pathRttNanos, long nowNanos) {
        receiverJoined(receiver, pathRttNanos, nowNanos);
    }

    /**
     * A receiver's process had slept, and runs again: its silence meanwhile says nothing about the path. By default its silence
     * counts.
     */
    default void receiverSlept(long receiver, long nowNanos) {
    }

    /**
     * An earlier source on the same paths was allowed this rate until a moment ago, so that this one need not search for
     * it from zero. Ignored by default.
     */
    default void predecessorRate(double bytesPerSecond, long nowNanos) {
    }

    /** The rate at which packets may be sent now, headers included, in bytes per second; positive and finite. */
    double allowedRate(long nowNanos);

    /** A round-trip time that represents the receivers, for pacing, in nanoseconds; positive. */
    long rttNanos();

    /** The smoothed round-trip time to one receiver, that of the path before the first sample, in nanoseconds; positive. */
    long rttNanos(long receiver);

    /** Bytes of the strategy's header in the packet that is sent now, 0 to {@value #MAX_HEADER_LENGTH}. */
    int headerLength(long nowNanos);

    /**
     * A packet is sent: exactly {@link #headerLength} bytes have to be written.
     *
     * @param number the packet's number in its stream: one more than the previous packet's
     * @param size   length of the whole datagram in bytes
     */
    void packetSent(long number, int size, WireWriter header, long nowNanos);

    /**
     * A packet of a layered group is sent, like {@link #packetSent(long, int, WireWriter, long)}. By default precedences
     * are ignored.
     *
     * @param precedence 0 for the most important; see {@link RateStrategy#layered}
     */
    default void packetSent(long number, int size, int precedence, WireWriter header, long nowNanos) {
        packetSent(number, size, header, nowNanos);
    }

    /** A repair was sent by unicast: it has no number in this stream but is charged to the same rate. */
    void repairSent(int size, long nowNanos);

    /** Pacing allowed a packet and there was none: the application sends less than allowed. */
    void dataLimited(long nowNanos);

    /**
     * A receiver's report arrived.
     *
     * @throws org.xpand.protocols.wire.MalformedPacketException if no receiver of this strategy can have written it;
     *                                                           the state is then unchanged
     */
    void reportReceived(long receiver, WireReader report, long nowNanos);

    /**
     * Takes the rates of the hops on outgoing links, if the strategy has hops; called when they have changed.
     *
     * @param best  the largest {@link RateHop#rate} of the links that lead to receivers, positive
     * @param least the smallest
     */
    default void linkRates(double best, double least, long nowNanos) {
    }

    /** Whether redundancy sent now can be useful, in a group that sends any; true by default. */
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
     * This process has slept, for lack of a processor or for its own reasons. Ignored by default.
     *
     * @param lateNanos       for how long at least
     * @param staleUntilNanos input until then may have waited for it: its delay is no round-trip time
     */
    default void paused(long lateNanos, long staleUntilNanos, long nowNanos) {
    }

    /** Round-trip times ignored because this process had slept. */
    default long staleSamples() {
        return 0;
    }

    /** The source's statistics. */
    RateSourceStats stats(long nowNanos);
}
