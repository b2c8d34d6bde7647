package org.xpand.alm.overlay;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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
 * carries its sending time (8), which the echo brings back. A site that does not answer is asked again and again, so that one
 * lost probe or echo means nothing; if nothing comes for long it is silent until it is heard.
 */
final class LinkProber {
    private static final int FAST_PROBES = 4;
    /** A site is silent if it has not answered for this many round-trip times, and for the configured time. */
    private static final int SILENT_RTTS = 4;
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

    /** A datagram of any kind came from the site; answers whether it was silent until now. */
    boolean heard(SiteId from, long nowNanos) {
        Probed probed = sites.get(from);
        if (probed == null) {
            return false;
        }
        boolean wasSilent = probed.silent;
        probed.heardNanos = nowNanos;
        if (probed.asked && !probed.isNew()) {
            probed.nextNanos = probed.askedNanos + config.probeNanos();
        }
        probed.asked = false;
        probed.silent = false;
        probed.suspected = false;
        return wasSilent;
    }

    /** Whether nothing has come from the site for long, though it was asked. */
    boolean silent(SiteId site) {
        Probed probed = sites.get(site);
        return probed != null && probed.silent;
    }

    /** Packets leave: a site that has been quiet for a while is asked at once whether it is there. */
    void expectAnswers(long nowNanos) {
        for (Probed probed : sites.values()) {
            if (nowNanos - probed.heardNanos >= config.quietNanos()) {
                probed.nextNanos = Math.min(probed.nextNanos, nowNanos + config.firstProbeNanos());
            }
        }
    }

    /** Looks for sites that have become silent; answers whether there is one. */
    boolean anyFellSilent(long nowNanos) {
        boolean any = false;
        for (Probed probed : sites.values()) {
            long patience = Math.max(config.silenceNanos(), SILENT_RTTS * probed.rttNanos());
            if (!probed.silent && probed.asked && nowNanos - probed.askedNanos >= patience) {
                probed.silent = true;
                any = true;
            }
        }
        return any;
    }

    /** The sites that have been silent for so long that their delegates may be gone; each once in a silence. */
    List<SiteId> suspects(long nowNanos) {
        List<SiteId> suspects = List.of();
        for (var entry : sites.entrySet()) {
            Probed probed = entry.getValue();
            if (probed.silent && !probed.suspected && nowNanos - probed.askedNanos >= config.suspectNanos()) {
                probed.suspected = true;
                suspects = suspects.isEmpty() ? new ArrayList<>() : suspects;
                suspects.add(entry.getKey());
            }
        }
        return suspects;
    }

    long run(long nowNanos) {
        long deadline = Long.MAX_VALUE;
        for (var entry : sites.entrySet()) {
            Probed probed = entry.getValue();
            if (probed.nextNanos <= nowNanos) {
                send(entry.getKey(), PacketKind.PROBE, nowNanos);
                probed.sent++;
                if (!probed.asked) {
                    probed.asked = true;
                    probed.askedNanos = nowNanos;
                }
                probed.nextNanos = nowNanos + Math.max(config.firstProbeNanos(), 2 * probed.rttNanos());
            }
            deadline = Math.min(deadline, probed.nextNanos);
        }
        return deadline;
    }

    void probe(SiteId from, WireReader in) {
        send(from, PacketKind.PROBE_ECHO, in.getLong());
    }

    /** The round-trip time to a site, 0 if it is not known, ns. */
    long rttNanos(SiteId site) {
        Probed probed = sites.get(site);
        return probed == null ? 0 : probed.rttNanos();
    }

    /** The interval at which a site is asked of which nothing is known. */
    long firstIntervalNanos(SiteId site) {
        Probed probed = sites.get(site);
        return Math.max(config.firstProbeNanos(), probed == null ? 0 : 2 * probed.rttNanos());
    }

    /** Takes the answer to a probe; answers whether it is the first of its site. */
    boolean echo(SiteId from, WireReader in, long nowNanos) {
        long rtt = nowNanos - in.getLong();
        Probed probed = sites.get(from);
        if (probed != null && rtt > 0 && rtt < ABSURD_NANOS) {
            boolean first = !probed.rtt.sampled();
            probed.rtt.sample(rtt);
            return first;
        }
        return false;
    }

    /** Whether the round-trip time to the site is known, or has been waited for long enough. */
    boolean measured(SiteId site, long nowNanos) {
        Probed probed = sites.get(site);
        return probed == null || probed.rtt.sampled() || nowNanos - probed.sinceNanos >= config.silenceNanos() / 2;
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
        private final long sinceNanos;
        private long heardNanos;
        private long askedNanos;
        private boolean asked;
        private boolean silent;
        private boolean suspected;
        private int sent;

        private Probed(long nowNanos) {
            nextNanos = nowNanos;
            heardNanos = nowNanos;
            sinceNanos = nowNanos;
        }

        /** Its round-trip time is being found by the first probes. */
        private boolean isNew() {
            return sent < FAST_PROBES && !rtt.sampled();
        }

        private long rttNanos() {
            return rtt.sampled() ? rtt.rttNanos() : 0;
        }
    }
}
