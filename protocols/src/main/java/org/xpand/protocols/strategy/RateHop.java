package org.xpand.protocols.strategy;

import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * The hop role: at one end of one overlay link, for all groups of its strategy, own and forwarded. It decides which packets go over
 * the link, and exchanges messages with the hop at the other end.
 */
public interface RateHop {
    /** The most bytes of a message between two hops. */
    int MAX_MESSAGE_LENGTH = 256;

    /**
     * A packet is to be sent over the link.
     *
     * @param header   the strategy's header in the packet
     * @param size     length of the datagram in bytes, positive
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     * @return whether it may be sent; otherwise it is dropped on this link
     * @throws org.xpand.protocols.wire.MalformedPacketException if no source of this strategy can have written the header; the
     *                                                           state is then unchanged
     */
    boolean admit(WireReader header, int size, long nowNanos);

    /**
     * Takes the rates of this site's other links, called before anything else if there are any: a link that replaces another
     * should carry that one's traffic. Ignored by default.
     *
     * @param least the smallest {@link #rate} of these links, in the strategy's own unit, positive
     */
    default void beside(double least) {
    }

    /**
     * This process has slept, for lack of a processor or for its own reasons. Ignored by default.
     *
     * @param lateNanos       for how long at least, nanoseconds
     * @param staleUntilNanos messages passed in until then may have waited for it
     * @param nowNanos        time now, nanoseconds of the one monotonic clock of all calls
     */
    default void paused(long lateNanos, long staleUntilNanos, long nowNanos) {
    }

    /**
     * A packet of this strategy arrived over the link.
     *
     * @param size     length of the datagram in bytes, positive
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     */
    void packetReceived(int size, long nowNanos);

    /**
     * Writes a message to the hop at the other end, if one is due.
     *
     * @param message  takes at most {@link #MAX_MESSAGE_LENGTH} bytes; unchanged if no message is due
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     * @return whether it wrote one
     */
    boolean pullMessage(WireWriter message, long nowNanos);

    /**
     * A message of the hop at the other end arrived.
     *
     * @param message  its bytes, as {@link #pullMessage} wrote them
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     * @throws org.xpand.protocols.wire.MalformedPacketException if no hop of this strategy can have written it; the
     *                                                           state is then unchanged
     */
    void messageReceived(WireReader message, long nowNanos);

    /**
     * When {@link #pullMessage} wants to be called.
     *
     * @return nanoseconds of the same clock; {@link Long#MAX_VALUE} for never
     */
    long nextDeadlineNanos();

    /**
     * The rate at which the link carries the packets of one source: the value for {@link RateSource#linkRates}.
     *
     * @return in the strategy's own unit, positive
     */
    double rate();

    /**
     * The hop's statistics.
     *
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     * @return a snapshot with the counts since the hop was made
     */
    RateHopStats stats(long nowNanos);
}
