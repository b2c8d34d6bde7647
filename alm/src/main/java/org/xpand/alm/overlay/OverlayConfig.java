package org.xpand.alm.overlay;

import org.xpand.alm.tree.TreeSettings;
import org.xpand.protocols.rate.Pacer;
import org.xpand.protocols.reliability.ReliabilityConfig;

/**
 * Settings of the overlay at one delegate.
 *
 * @param tree              how trees are built; the same at every delegate
 * @param pacing            pacing of every group
 * @param reliability       reliability of every group
 * @param probeNanos        interval at which link costs are measured, ns
 * @param firstProbeNanos   interval of the first probes to a site, ns
 * @param quietNanos        a site not heard for so long is asked whether it is there when packets leave, ns
 * @param silenceNanos      a site that has not answered for so long, and for 4 round-trip times, is not heard any more, ns
 * @param snapshotGraceNanos after this time a snapshot is used though not every site on the tree has acknowledged it, ns
 * @param turnPackets       most packets one group sends in one turn of the loop
 */
public record OverlayConfig(TreeSettings tree, Pacer.Limits pacing, ReliabilityConfig reliability, long probeNanos,
                            long firstProbeNanos, long quietNanos, long silenceNanos, long snapshotGraceNanos,
                            int turnPackets) {
    /** @throws IllegalArgumentException naming the setting, its value and what is accepted */
    public OverlayConfig {
        if (quietNanos <= 0 || silenceNanos < quietNanos) {
            throw new IllegalArgumentException("quietNanos " + quietNanos + " and silenceNanos " + silenceNanos
                    + ": accepted are a quiet time above 0 and a silence not below it");
        }
        if (probeNanos <= 0 || firstProbeNanos <= 0 || snapshotGraceNanos < 0 || turnPackets < 1) {
            throw new IllegalArgumentException("overlay settings: probe intervals " + probeNanos + " and "
                    + firstProbeNanos + " ns and turnPackets " + turnPackets + " must be above 0, snapshotGraceNanos "
                    + snapshotGraceNanos + " not below 0");
        }
    }

    /** The default settings. */
    public static OverlayConfig defaults() {
        return new OverlayConfig(TreeSettings.recommended(), Pacer.Limits.DEFAULT, ReliabilityConfig.defaults(),
                2_000_000_000L, 100_000_000L, 200_000_000L, 1_000_000_000L, 1_000_000_000L, 32);
    }
}
