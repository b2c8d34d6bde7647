package org.xpand.alm.overlay;

import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.xpand.protocols.directory.SiteId;
import org.xpand.protocols.rate.RttEstimator;
import org.xpand.protocols.stack.PacketKind;
import org.xpand.protocols.stack.WireFormat;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * Measures the round-trip times to the other sites by probes on the data path: the costs of the overlay's links. A probe
 * carries its sending time (8), which the echo brings back.
 */
final class LinkProber {
    private static final int FAST_PROBES = 4;
    private static final double QUOTIENT = 0.875;
    private static final int LENGTH = WireFormat.COMMON_HEADER_LENGTH + Long.BYTES;
    private static final long ABSURD_NANOS = 60_000_000_000L;

    private final OverlayConfig config;
    private final DatagramOut out;
    private final TreeMap<SiteId, Probed> sites = new TreeMap<>();
    private final WireWriter writer = new WireWriter(new byte[LENGTH]);

    LinkProber(OverlayConfig config, DatagramOut out) {
        this.config = config;
        this.out = out;
    }

    void sites(Set<SiteId> others, long nowNanos) {
        sites.keySet().retainAll(others);
        for (SiteId other : others) {
            sites.computeIfAbsent(other, id -> new Probed(nowNanos));
        }
    }

    long run(long nowNanos) {
        long deadline = Long.MAX_VALUE;
        for (var entry : sites.entrySet()) {
            Probed probed = entry.getValue();
            if (probed.nextNanos <= nowNanos) {
                send(entry.getKey(), PacketKind.PROBE, nowNanos);
                probed.sent++;
                boolean fast = probed.sent < FAST_PROBES && !probed.rtt.sampled();
                probed.nextNanos = nowNanos + (fast ? config.firstProbeNanos() : config.probeNanos());
            }
            deadline = Math.min(deadline, probed.nextNanos);
        }
        return deadline;
    }

    void probe(SiteId from, WireReader in) {
        send(from, PacketKind.PROBE_ECHO, in.getLong());
    }

    void echo(SiteId from, WireReader in, long nowNanos) {
        long rtt = nowNanos - in.getLong();
        Probed probed = sites.get(from);
        if (probed != null && rtt > 0 && rtt < ABSURD_NANOS) {
            probed.rtt.sample(rtt);
        }
    }

    /** Smoothed round-trip times of the sites that have answered, nanoseconds. */
    SortedMap<SiteId, Long> rttNanos() {
        TreeMap<SiteId, Long> measured = new TreeMap<>();
        sites.forEach((site, probed) -> {
            if (probed.rtt.sampled()) {
                measured.put(site, probed.rtt.rttNanos());
            }
        });
        return Collections.unmodifiableSortedMap(measured);
    }

    private void send(SiteId to, PacketKind kind, long value) {
        writer.reset(0, LENGTH).putByte(WireFormat.MAGIC).putByte(WireFormat.VERSION).putByte(kind.code()).putByte(0)
                .putLong(value);
        out.send(to, writer.buffer(), 0, LENGTH);
    }

    private static final class Probed {
        private final RttEstimator rtt = new RttEstimator(QUOTIENT);
        private long nextNanos;
        private int sent;

        private Probed(long nowNanos) {
            nextNanos = nowNanos;
        }
    }
}
