package org.xpand.protocols.strategy;

import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** The receiver role: measures the packets of one number stream and reports to its source, or keeps silent. */
public interface RateReceiver {
    /** The most bytes a report may have. */
    int MAX_REPORT_LENGTH = 127;

    /**
     * Tells the key by which the source knows this receiver; called once, before anything else.
     *
     * @param receiver the key, any value: the one passed to {@link RateSource#receiverJoined}
     */
    void identity(long receiver);

    /**
     * A packet arrived. Duplicates and packets from before a restart are not passed in; packets that arrive out of
     * order are.
     *
     * @param number       its number in the stream
     * @param size         length of the datagram in bytes, positive
     * @param sentNanos    when it was sent, nanoseconds of the source's clock
     * @param header       the header written by {@link RateSource#packetSent}
     * @param arrivalNanos when it was read from the socket, nanoseconds of this process's clock
     * @throws org.xpand.protocols.wire.MalformedPacketException if no source of this strategy can have written the header; the
     *                                                           state is then unchanged
     */
    void packetReceived(long number, int size, long sentNanos, WireReader header, long arrivalNanos);

    /**
     * The next packet was marked by a router on its path (RFC 3168): a sign of congestion as if it were lost, though it is not.
     * Ignored by default.
     */
    default void nextIsMarked() {
    }

    /**
     * The source has a new incarnation and restarts its packet numbers. Measurements of the path are kept: loss history
     * and RTT are not reset.
     *
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     */
    void numbersRestarted(long nowNanos);

    /**
     * Whether a report is due now.
     *
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     * @return whether {@link #writeReport} is to be called now
     */
    boolean reportDue(long nowNanos);

    /**
     * Writes a report that is due.
     *
     * @param report   takes at most {@link #MAX_REPORT_LENGTH} bytes
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     */
    void writeReport(WireWriter report, long nowNanos);

    /**
     * When {@link #deadlineReached} wants to be called.
     *
     * @return nanoseconds of the same clock; {@link Long#MAX_VALUE} for never
     */
    long nextDeadlineNanos();

    /**
     * The time of {@link #nextDeadlineNanos} has come; afterwards {@link #reportDue} may return another value. By default
     * nothing happens: reports depend on the time alone.
     *
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     */
    default void deadlineReached(long nowNanos) {
    }

    /**
     * For how long a missing packet may still arrive after later ones, as the path was seen to reorder (RFC 8985 §6.2). Called before each
     * packet. Ignored by default.
     *
     * @param nanos nanoseconds, not negative; 0 if the path keeps the order
     */
    default void reorderingWindow(long nanos) {
    }

    /**
     * This process has slept, for lack of a processor or for its own reasons. Ignored by default.
     *
     * @param lateNanos       for how long at least, nanoseconds
     * @param staleUntilNanos packets passed in until then may have waited for it
     * @param nowNanos        time now, nanoseconds of the one monotonic clock of all calls
     */
    default void paused(long lateNanos, long staleUntilNanos, long nowNanos) {
    }

    /**
     * Packets whose delay was ignored because this process had slept.
     *
     * @return how many since the receiver was made; by default 0
     */
    default long staleSamples() {
        return 0;
    }

    /**
     * The round-trip time to the source as this receiver knows it.
     *
     * @return nanoseconds, positive
     */
    long rttNanos();

    /**
     * The receiver's statistics.
     *
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     * @return a snapshot with the counts since the receiver was made
     */
    RateReceiverStats stats(long nowNanos);
}
