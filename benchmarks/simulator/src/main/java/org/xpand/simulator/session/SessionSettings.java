package org.xpand.simulator.session;

import java.util.Objects;
import org.xpand.protocols.rate.Pacer;
import org.xpand.protocols.stack.WireFormat;

/**
 * Settings of a session. Immutable; {@link #DEFAULT} and the {@code with} methods build others.
 *
 * @param packetSize   bytes of every data packet, all headers included, enough for the longest headers
 * @param multicast    native multicast, or else a unicast packet for each receiver
 * @param pacing       how far packets may deviate from their nominal times
 * @param pathRttKnown whether the source gets the path's propagation delay when a receiver joins, as it does
 *                     where link costs are measured
 * @param binNanos     length of the bins in which throughput is recorded
 * @param sampleNanos  time between two samples of the source
 * @param ecn          whether data packets announce that routers can mark them (RFC 3168)
 */
public record SessionSettings(int packetSize, boolean multicast, Pacer.Limits pacing, boolean pathRttKnown,
                              long binNanos, long sampleNanos, boolean ecn) {
    /** The smallest packet: one that holds the longest headers. */
    public static final int MIN_PACKET_SIZE = WireFormat.DATA_HEADER_LENGTH + 64;
    /** The largest packet. */
    public static final int MAX_PACKET_SIZE = 65_535;
    /** Packets of 1000 bytes by multicast, paths not measured before, bins of a second and ten samples in each. */
    public static final SessionSettings DEFAULT = new SessionSettings(1000, true, Pacer.Limits.DEFAULT, false,
            1_000_000_000L, 100_000_000L, false);

    /** @throws IllegalArgumentException naming the first setting out of range, its value and the range */
    public SessionSettings {
        Objects.requireNonNull(pacing, "pacing");
        if (packetSize < MIN_PACKET_SIZE || packetSize > MAX_PACKET_SIZE) {
            throw new IllegalArgumentException("session setting packetSize is " + packetSize + ": accepted is "
                    + MIN_PACKET_SIZE + " to " + MAX_PACKET_SIZE);
        }
        if (binNanos < 1) {
            throw new IllegalArgumentException("session setting binNanos is " + binNanos + ": accepted is 1 or more");
        }
        if (sampleNanos < 1) {
            throw new IllegalArgumentException("session setting sampleNanos is " + sampleNanos
                    + ": accepted is 1 or more");
        }
    }

    /** These settings with another packet size, bytes. */
    public SessionSettings withPacketSize(int bytes) {
        return new SessionSettings(bytes, multicast, pacing, pathRttKnown, binNanos, sampleNanos, ecn);
    }

    /** These settings with a unicast packet for each receiver. */
    public SessionSettings withUnicast() {
        return new SessionSettings(packetSize, false, pacing, pathRttKnown, binNanos, sampleNanos, ecn);
    }

    /** These settings with other limits of pacing. */
    public SessionSettings withPacing(Pacer.Limits limits) {
        return new SessionSettings(packetSize, multicast, limits, pathRttKnown, binNanos, sampleNanos, ecn);
    }

    /** These settings with paths that were measured before. */
    public SessionSettings withPathRttKnown() {
        return new SessionSettings(packetSize, multicast, pacing, true, binNanos, sampleNanos, ecn);
    }

    /** These settings with other bins of throughput. */
    public SessionSettings withBinNanos(long nanos) {
        return new SessionSettings(packetSize, multicast, pacing, pathRttKnown, nanos, sampleNanos, ecn);
    }

    /** These settings with another time between samples. */
    public SessionSettings withSampleNanos(long nanos) {
        return new SessionSettings(packetSize, multicast, pacing, pathRttKnown, binNanos, nanos, ecn);
    }

    /** These settings with data packets that routers can mark. */
    public SessionSettings withEcn() {
        return new SessionSettings(packetSize, multicast, pacing, pathRttKnown, binNanos, sampleNanos, true);
    }
}
