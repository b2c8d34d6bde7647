package org.xpand.protocols.strategy;

import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * The hop role: stands at one end of one overlay link, for all groups of its strategy, own and forwarded. It decides
 * which packets go over the link, and talks with its counterpart at the other end.
 */
public interface RateHop {
    /** The most bytes of a message between two hops. */
    int MAX_MESSAGE_LENGTH = 256;

    /**
     * A packet wants to leave over the link.
     *
     * @param header the strategy's header in the packet
     * @param size   length of the datagram in bytes
     * @return whether it may; if not it is dropped on this link
     * @throws org.xpand.protocols.wire.MalformedPacketException if the header cannot be what a source of this strategy
     *                                                           wrote; the state is then unchanged
     */
    boolean admit(WireReader header, int size, long nowNanos);

    /**
     * What the other links of this site let pass now, told before anything else if there are any: a link that takes another's place
     * is to carry what that one carried. By default it makes no difference.
     *
     * @param least the smallest {@link #rate} of them
     */
    default void beside(double least) {
    }

    /**
     * This process has slept, for lack of a processor or for its own reasons. By default that makes no difference.
     *
     * @param lateNanos       for how long at least
     * @param staleUntilNanos until then messages that are handed in may have waited for it
     */
    default void paused(long lateNanos, long staleUntilNanos, long nowNanos) {
    }

    /** A packet of this strategy arrived over the link, {@code size} bytes long. */
    void packetReceived(int size, long nowNanos);

    /** Writes a message to the hop at the other end, if one is due; answers whether it wrote one. */
    boolean pullMessage(WireWriter message, long nowNanos);

    /**
     * A message of the hop at the other end arrived.
     *
     * @throws org.xpand.protocols.wire.MalformedPacketException if it cannot be what a hop of this strategy wrote; the
     *                                                           state is then unchanged
     */
    void messageReceived(WireReader message, long nowNanos);

    /** When {@link #pullMessage} wants to be called, {@link Long#MAX_VALUE} for never. */
    long nextDeadlineNanos();

    /**
     * The rate at which the link lets the packets of one source pass, in the strategy's own unit, positive: what
     * {@link RateSource#linkRates} is told.
     */
    double rate();

    /** What the hop knows now. */
    RateHopStats stats(long nowNanos);
}
