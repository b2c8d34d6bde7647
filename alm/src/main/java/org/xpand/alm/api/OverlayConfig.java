package org.xpand.alm.api;

import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.rate.Pacer;
import org.xpand.protocols.stack.WireFormat;

/**
 * Settings of the overlay at one delegate. Immutable. Values that are not accepted are refused with an exception that names them.
 *
 * @param tree              how trees are built; the same at every delegate
 * @param pacing            how the packets of every group are spread in time
 * @param reliability       reliability of every group
 * @param probeNanos        interval of link cost measurements, ns; more than 0, 2 s by default
 * @param firstProbeNanos   interval of the first probes to a site, ns; more than 0, 50 ms by default
 * @param quietNanos        a site from which nothing arrived for so long gets a question whether it is there when packets leave, ns; more
 *                          than 0, 0.2 s by default
 * @param silenceNanos      a site that has not answered for so long, for 4 of its least round-trip times, and for twice as long as its
 *                          slowest answer of the last minute (4 silences at most), is silent, ns; {@code quietNanos} or more, 0.5 s by
 *                          default
 * @param suspectNanos      a site silent for so long is asked over the control channel too, and excluded if it does not answer
 *                          there either, ns; {@code silenceNanos} or more, 1 s by default
 * @param snapshotGraceNanos after this time a snapshot is used even if some sites on the tree have not acknowledged it, ns; 0 or
 *                          more, 1 s by default
 * @param minimumRate       a site whose path does not allow a group this rate, bytes per second, is excluded for a while;
 *                          0, the default, for none
 * @param slowSiteNanos     how long a site may be below {@code minimumRate}, ns; more than 0, 10 s by default
 * @param turnPackets       most packets that all groups together send in one turn of the loop; 1 or more, 96 by default
 * @param ecn               whether routers are asked to mark packets instead of dropping them (RFC 3168), where both ends support
 *                          it
 * @param maxDatagram       longest datagram for which paths to other sites are tested, bytes without the headers of UDP and IP; 560 to
 *                          8944, 1470 by default
 * @param codePoints        the code points of packets; best effort by default
 * @param directCopies      to at most so many sites a source sends a group's packets directly where it finds out that they allow a higher rate
 *                          than the tree; 0 or more, 0 for never, 32 by default. The source's own link then carries so many copies
 */
public record OverlayConfig(TreeSettings tree, Pacer.Limits pacing, ReliabilityConfig reliability, long probeNanos,
                            long firstProbeNanos, long quietNanos, long silenceNanos, long suspectNanos,
                            long snapshotGraceNanos, double minimumRate, long slowSiteNanos, int turnPackets, boolean ecn, int maxDatagram,
                            CodePoints codePoints, int directCopies) {
    /** Two GSO batches to each neighbour: some tenths of a millisecond of processor time. */
    private static final int TURN_PACKETS = 96;
    /** Fits into an Ethernet frame of 1500 bytes with IPv4 and the trailer, without a seal. */
    private static final int ETHERNET_DATAGRAM = 1470;

    private static final int DIRECT_COPIES = 32;
    private static final int LEAST_DATAGRAM = 560;
    /** Least time that {@link #withSilence} accepts, ns: some answers to the first probes have to arrive within it. */
    public static final long LEAST_SILENCE_NANOS = 300_000_000L;
    /** Greatest time that {@link #withSilence} accepts, ns. */
    public static final long MOST_SILENCE_NANOS = 10_000_000_000L;

    /** @throws IllegalArgumentException naming the setting, its value and what is accepted */
    public OverlayConfig {
        if (!(minimumRate >= 0 && minimumRate < Double.POSITIVE_INFINITY) || slowSiteNanos <= 0) {
            throw new IllegalArgumentException("minimumRate " + minimumRate + " bytes/s and slowSiteNanos " + slowSiteNanos
                    + ": accepted are a rate from 0 on and a time above 0");
        }
        if (maxDatagram < LEAST_DATAGRAM || maxDatagram > WireFormat.MAX_LENGTH) {
            throw new IllegalArgumentException("maxDatagram " + maxDatagram + ": accepted are " + LEAST_DATAGRAM + " to "
                    + WireFormat.MAX_LENGTH + " bytes");
        }
        if (directCopies < 0) {
            throw new IllegalArgumentException("directCopies " + directCopies + ": accepted are 0 (never) and more");
        }
        if (quietNanos <= 0 || silenceNanos < quietNanos || suspectNanos < silenceNanos) {
            throw new IllegalArgumentException("quietNanos " + quietNanos + ", silenceNanos " + silenceNanos
                    + " and suspectNanos " + suspectNanos + ": accepted are times above 0, none below the one before it");
        }
        if (probeNanos <= 0 || firstProbeNanos <= 0 || snapshotGraceNanos < 0 || turnPackets < 1) {
            throw new IllegalArgumentException("overlay settings: probe intervals " + probeNanos + " and "
                    + firstProbeNanos + " ns and turnPackets " + turnPackets + " must be above 0, snapshotGraceNanos "
                    + snapshotGraceNanos + " not below 0");
        }
    }

    /**
     * Returns the default settings: recommended trees, no minimum rate, ECN, datagrams that fit into an Ethernet frame.
     *
     * @return the settings; the same object may be shared by several nodes
     */
    public static OverlayConfig defaults() {
        return new OverlayConfig(TreeSettings.recommended(), Pacer.Limits.DEFAULT, ReliabilityConfig.defaults(),
                2_000_000_000L, 50_000_000L, 200_000_000L, 500_000_000L, 1_000_000_000L, 1_000_000_000L, 0, 10_000_000_000L,
                TURN_PACKETS, true, ETHERNET_DATAGRAM, CodePoints.BEST_EFFORT, DIRECT_COPIES);
    }

    /**
     * Returns a copy with another minimum rate; the group does not wait for sites below it.
     *
     * @param bytesPerSecond bytes per second, headers included, 0 or more and finite; 0 for none
     * @return the copy
     * @throws IllegalArgumentException naming the setting, its value and what is accepted
     */
    public OverlayConfig withMinimumRate(double bytesPerSecond) {
        return withMinimumRate(bytesPerSecond, slowSiteNanos);
    }

    /**
     * Returns a copy with another minimum rate and another patience with sites below it.
     *
     * @param bytesPerSecond bytes per second, headers included, 0 or more and finite; 0 for none
     * @param nanos          how long a site may be below it, ns; more than 0
     * @return the copy
     * @throws IllegalArgumentException naming the setting, its value and what is accepted
     */
    public OverlayConfig withMinimumRate(double bytesPerSecond, long nanos) {
        return new OverlayConfig(tree, pacing, reliability, probeNanos, firstProbeNanos, quietNanos, silenceNanos,
                suspectNanos, snapshotGraceNanos, bytesPerSecond, nanos, turnPackets, ecn, maxDatagram, codePoints, directCopies);
    }

    /**
     * Returns a copy with another time without answers after which a site is silent, unless its earlier answers were as slow.
     *
     * @param nanos ns, from {@link #LEAST_SILENCE_NANOS} to {@link #MOST_SILENCE_NANOS}; {@code quietNanos} and {@code suspectNanos} are changed
     *              with it where they would be out of order
     * @return the copy
     * @throws IllegalArgumentException naming the setting, its value and what is accepted
     */
    public OverlayConfig withSilence(long nanos) {
        if (nanos < LEAST_SILENCE_NANOS || nanos > MOST_SILENCE_NANOS) {
            throw new IllegalArgumentException("siteSilence " + nanos / 1e9 + " s: accepted are " + LEAST_SILENCE_NANOS / 1e9
                    + " s to " + MOST_SILENCE_NANOS / 1e9 + " s");
        }
        return new OverlayConfig(tree, pacing, reliability, probeNanos, firstProbeNanos, Math.min(quietNanos, nanos), nanos,
                Math.max(suspectNanos, nanos), snapshotGraceNanos, minimumRate, slowSiteNanos, turnPackets, ecn, maxDatagram,
                codePoints, directCopies);
    }

    /**
     * Returns a copy with other settings of trees.
     *
     * @param settings how trees are built; the same at every delegate
     * @return the copy
     */
    public OverlayConfig withTree(TreeSettings settings) {
        return new OverlayConfig(settings, pacing, reliability, probeNanos, firstProbeNanos, quietNanos, silenceNanos,
                suspectNanos, snapshotGraceNanos, minimumRate, slowSiteNanos, turnPackets, ecn, maxDatagram, codePoints, directCopies);
    }

    /**
     * Returns a copy with other settings of reliability.
     *
     * @param config reliability of every group
     * @return the copy
     */
    public OverlayConfig withReliability(ReliabilityConfig config) {
        return new OverlayConfig(tree, pacing, config, probeNanos, firstProbeNanos, quietNanos, silenceNanos,
                suspectNanos, snapshotGraceNanos, minimumRate, slowSiteNanos, turnPackets, ecn, maxDatagram, codePoints, directCopies);
    }

    /**
     * Returns a copy with ECN (RFC 3168) on or off.
     *
     * @param wanted whether routers are asked to mark packets instead of dropping them, where both ends support it
     * @return the copy
     */
    public OverlayConfig withEcn(boolean wanted) {
        return new OverlayConfig(tree, pacing, reliability, probeNanos, firstProbeNanos, quietNanos, silenceNanos,
                suspectNanos, snapshotGraceNanos, minimumRate, slowSiteNanos, turnPackets, wanted, maxDatagram, codePoints, directCopies);
    }

    /**
     * Returns a copy with another longest datagram, used where the paths allow it.
     *
     * @param bytes without the headers of UDP and IP, 560 to 8944
     * @return the copy
     * @throws IllegalArgumentException naming the setting, its value and what is accepted
     */
    public OverlayConfig withMaxDatagram(int bytes) {
        return new OverlayConfig(tree, pacing, reliability, probeNanos, firstProbeNanos, quietNanos, silenceNanos,
                suspectNanos, snapshotGraceNanos, minimumRate, slowSiteNanos, turnPackets, ecn, bytes, codePoints, directCopies);
    }

    /**
     * Returns a copy with other code points.
     *
     * @param points the code points of packets
     * @return the copy
     */
    public OverlayConfig withCodePoints(CodePoints points) {
        return new OverlayConfig(tree, pacing, reliability, probeNanos, firstProbeNanos, quietNanos, silenceNanos,
                suspectNanos, snapshotGraceNanos, minimumRate, slowSiteNanos, turnPackets, ecn, maxDatagram, points, directCopies);
    }

    /**
     * Returns a copy with another number of sites to which packets may go directly where that is faster.
     *
     * @param sites 0 or more, 0 for never
     * @return the copy
     * @throws IllegalArgumentException naming the setting, its value and what is accepted
     */
    public OverlayConfig withDirectCopies(int sites) {
        return new OverlayConfig(tree, pacing, reliability, probeNanos, firstProbeNanos, quietNanos, silenceNanos,
                suspectNanos, snapshotGraceNanos, minimumRate, slowSiteNanos, turnPackets, ecn, maxDatagram, codePoints, sites);
    }
}
