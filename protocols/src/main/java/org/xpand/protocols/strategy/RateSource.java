package org.xpand.protocols.strategy;

import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * The source role: decides how fast the packets of one number stream are sent. A receiver is identified by an opaque
 * 64-bit key.
 */
public interface RateSource {
    /** The greatest value of {@link #maxHeaderLength}. */
    int MAX_HEADER_LENGTH = 48;

    /**
     * A receiver is to be taken into account from now on.
     *
     * @param receiver     its key
     * @param pathRttNanos the path's measured round-trip time in nanoseconds, 0 if it was not measured
     * @param nowNanos     time now, nanoseconds of the one monotonic clock of all calls
     */
    void receiverJoined(long receiver, long pathRttNanos, long nowNanos);

    /**
     * A receiver is no longer to be taken into account.
     *
     * @param receiver its key; unknown receivers are ignored
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     */
    void receiverLeft(long receiver, long nowNanos);

    /**
     * A receiver is not reachable any longer and may return: until then it is not taken into account. By default as if it had left.
     *
     * @param receiver its key
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     */
    default void receiverSuspended(long receiver, long nowNanos) {
        receiverLeft(receiver, nowNanos);
    }

    /**
     * A receiver is reachable again, or another process has replaced it on the same path. By default as if it had joined.
     *
     * @param receiver     its key
     * @param restarted    whether it knows no earlier measurements: until it has measured for itself, the
     *                     rate must not jump
     * @param pathRttNanos the path's measured round-trip time in nanoseconds, 0 if it was not measured
     * @param nowNanos     time now, nanoseconds of the one monotonic clock of all calls
     */
    default void receiverResumed(long receiver, boolean restarted, long pathRttNanos, long nowNanos) {
        receiverJoined(receiver, pathRttNanos, nowNanos);
    }

    /**
     * A receiver's process had slept, and runs again: its silence meanwhile says nothing about the path. By default its silence
     * counts.
     *
     * @param receiver its key
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     */
    default void receiverSlept(long receiver, long nowNanos) {
    }

    /**
     * An earlier source on the same paths was allowed this rate until a moment ago, so that this one need not search for
     * it from zero. Ignored by default.
     *
     * @param bytesPerSecond the earlier source's allowed rate, positive and finite
     * @param nowNanos       time now, nanoseconds of the one monotonic clock of all calls
     */
    default void predecessorRate(double bytesPerSecond, long nowNanos) {
    }

    /**
     * The rate at which packets may be sent now, headers included (X of RFC 5348 §4.3).
     *
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     * @return bytes per second, positive and finite
     */
    double allowedRate(long nowNanos);

    /**
     * A round-trip time that represents the receivers, for pacing.
     *
     * @return nanoseconds, positive
     */
    long rttNanos();

    /**
     * The smoothed round-trip time to one receiver, that of the path before the first sample.
     *
     * @param receiver its key
     * @return nanoseconds, positive
     */
    long rttNanos(long receiver);

    /**
     * Length of the strategy's longest header: so much of a packet is not for messages.
     *
     * @return bytes, 0 to {@value #MAX_HEADER_LENGTH}; always the same. {@value #MAX_HEADER_LENGTH} by default
     */
    default int maxHeaderLength() {
        return MAX_HEADER_LENGTH;
    }

    /**
     * Length of the strategy's header in the packet that is sent now.
     *
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     * @return bytes, 0 to {@link #maxHeaderLength}
     */
    int headerLength(long nowNanos);

    /**
     * A packet is sent: exactly {@link #headerLength} bytes have to be written.
     *
     * @param number   the packet's number in its stream: one more than the previous packet's
     * @param size     length of the whole datagram in bytes, positive
     * @param header   takes the header
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls: when the packet leaves
     */
    void packetSent(long number, int size, WireWriter header, long nowNanos);

    /**
     * A packet of a layered group is sent, like {@link #packetSent(long, int, WireWriter, long)}. By default precedences
     * are ignored.
     *
     * @param number     the packet's number in its stream: one more than the previous packet's
     * @param size       length of the whole datagram in bytes, positive
     * @param precedence 0 for the most important; see {@link RateStrategy#layered}
     * @param header     takes the header
     * @param nowNanos   time now, nanoseconds of the one monotonic clock of all calls: when the packet leaves
     */
    default void packetSent(long number, int size, int precedence, WireWriter header, long nowNanos) {
        packetSent(number, size, header, nowNanos);
    }

    /**
     * A repair was sent by unicast: it has no number in this stream but is charged to the same rate.
     *
     * @param size     what of its length is charged, bytes, positive
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     */
    void repairSent(int size, long nowNanos);

    /**
     * Pacing allowed a packet and there was none: the application sends less than allowed (RFC 5348 §8.2.1).
     *
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     */
    void dataLimited(long nowNanos);

    /**
     * A receiver's report arrived.
     *
     * @param receiver key of the receiver that wrote it
     * @param report   its bytes, as {@link RateReceiver#writeReport} wrote them
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     * @throws org.xpand.protocols.wire.MalformedPacketException if no receiver of this strategy can have written it;
     *                                                           the state is then unchanged
     */
    void reportReceived(long receiver, WireReader report, long nowNanos);

    /**
     * Takes the rates of the hops on outgoing links, if the strategy has hops; called when they have changed.
     *
     * @param best     the largest {@link RateHop#rate} of the links that lead to receivers, positive
     * @param least    the smallest, positive, at most {@code best}
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     */
    default void linkRates(double best, double least, long nowNanos) {
    }

    /**
     * Whether redundancy sent now can be useful, in a group that sends any.
     *
     * @return by default true
     */
    default boolean wantsRedundancy() {
        return true;
    }

    /**
     * When {@link #deadlineReached} wants to be called.
     *
     * @return nanoseconds of the same clock; {@link Long#MAX_VALUE}, the default, for never
     */
    default long nextDeadlineNanos() {
        return Long.MAX_VALUE;
    }

    /**
     * The time of {@link #nextDeadlineNanos} has come. By default nothing happens.
     *
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     */
    default void deadlineReached(long nowNanos) {
    }

    /**
     * This process has slept, for lack of a processor or for its own reasons. Ignored by default.
     *
     * @param lateNanos       for how long at least, nanoseconds
     * @param staleUntilNanos input until then may have waited for it: its delay is no round-trip time
     * @param nowNanos        time now, nanoseconds of the one monotonic clock of all calls
     */
    default void paused(long lateNanos, long staleUntilNanos, long nowNanos) {
    }

    /**
     * Round-trip times ignored because this process had slept.
     *
     * @return how many since the source was made; by default 0
     */
    default long staleSamples() {
        return 0;
    }

    /**
     * The source's statistics.
     *
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     * @return a snapshot with the counts since the source was made
     */
    RateSourceStats stats(long nowNanos);
}
