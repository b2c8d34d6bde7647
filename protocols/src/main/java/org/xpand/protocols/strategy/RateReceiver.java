package org.xpand.protocols.strategy;

import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** The receiver role: measures the packets of one number stream and reports to its source, or keeps silent. */
public interface RateReceiver {
    /** The most bytes a report may have. */
    int MAX_REPORT_LENGTH = 127;

    /**
     * The key by which the source knows this receiver; called once, before anything else.
     */
    void identity(long receiver);

    /**
     * A packet arrived. Duplicates and packets from before a restart are not handed in; packets that arrive out of
     * order are.
     *
     * @param number       its number in the stream
     * @param size         length of the datagram in bytes
     * @param sentNanos    when it left, by the source's clock
     * @param header       what {@link RateSource#packetSent} wrote
     * @param arrivalNanos when it was read from the socket, by this clock
     * @throws org.xpand.protocols.wire.MalformedPacketException if the header cannot be what a source of this strategy
     *                                                           wrote; the state is then unchanged
     */
    void packetReceived(long number, int size, long sentNanos, WireReader header, long arrivalNanos);

    /**
     * The packet that is handed in next was marked by a router on its way (RFC 3168): there is congestion as if it were lost,
     * though it is not. By default that makes no difference.
     */
    default void nextIsMarked() {
    }

    /**
     * The source has a new incarnation and numbers its packets anew. What was measured of the path stays: loss history
     * and RTT are not reset.
     */
    void numbersRestarted(long nowNanos);

    /** Whether a report is to leave now. */
    boolean reportDue(long nowNanos);

    /** A report leaves, because one was due; at most {@link #MAX_REPORT_LENGTH} bytes are to be written. */
    void writeReport(WireWriter report, long nowNanos);

    /** When {@link #deadlineReached} wants to be called, {@link Long#MAX_VALUE} for never. */
    long nextDeadlineNanos();

    /**
     * The time of {@link #nextDeadlineNanos} has come; afterwards {@link #reportDue} may answer differently. By default
     * nothing happens: what is due follows from the time alone.
     */
    default void deadlineReached(long nowNanos) {
    }

    /**
     * This process has slept, for lack of a processor or for its own reasons. By default that makes no difference.
     *
     * @param lateNanos       for how long at least
     * @param staleUntilNanos until then packets that are handed in may have waited for it
     */
    default void paused(long lateNanos, long staleUntilNanos, long nowNanos) {
    }

    /** The round-trip time to the source as this receiver knows it, in nanoseconds; positive. */
    long rttNanos();

    /** What the receiver knows now. */
    RateReceiverStats stats(long nowNanos);
}
