package org.xpand.alm.overlay;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.RecentMap;
import org.xpand.protocols.rate.RttEstimator;
import org.xpand.protocols.stack.PacketKind;
import org.xpand.protocols.stack.WireFormat;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * Measures the round-trip times to the other sites by probes on the data path: the costs of the overlay's links. A probe
 * carries its sending time (8), which the echo returns. A site that does not answer is probed repeatedly, so that one lost probe
 * or echo means nothing; if nothing arrives for long it is silent until a packet of it arrives. Flags of probes and echoes say
 * the other site when nothing arrives from it: a path that works in one direction only is useless in both. A site that does not
 * answer is held long before it is silent: it gets probes only, at growing intervals, and nothing else changes; reports to users
 * and changes of trees follow when it is silent.
 */
final class LinkProber {
    private static final int FAST_PROBES = 4;
    /** A site is silent if it has not answered for this many of the path's round-trip times, and for its patience. */
    private static final int SILENT_RTTS = 4;
    /** Flag of a probe and of its echo: nothing has arrived from you for long. */
    private static final int NOT_RECEIVED = 1;
    /** Flag for a short time: send nothing, because you could not report its loss. */
    private static final int HELD = 2;
    /** A doubted site has this part of the usual time, and so has one to which packets are sent, until it is held. */
    private static final int DOUBT_PARTS = 2;
    /** While packets are sent, a site is probed after this part of the usual quiet time. */
    private static final int BUSY_PARTS = 2;
    /** The weight of a slow answer decreases by this part with each later answer. */
    private static final int SLOW_PARTS = 8;
    /** A site is silent, or held, after this many times its slowest answer of the last minute, or of the last answers. */
    private static final int SLOWEST_ANSWERS = 2;
    /** Bound on the patience with slow answers, in units of the configured silence. */
    private static final int MOST_PATIENCE = 4;
    /** The shortest time that a suspect has to answer: three times the shortest time after which TCP repeats a segment. */
    private static final long ANSWER_NANOS = 600_000_000L;
    private static final double BACK_OFF = 1.5;
    /** The longest probe interval of a silent site, in units of the configured silence. */
    private static final int LONGEST_INTERVAL = 2;
    /** Weight of the earlier value of a round-trip time at each sample. */
    static final double QUOTIENT = 0.875;
    private static final int LENGTH = WireFormat.COMMON_HEADER_LENGTH + Long.BYTES;
    private static final long ABSURD_NANOS = 60_000_000_000L;
    /** Longer announced round-trip times are not believed: nothing is sent to a site of which too long a time is known. */
    private static final long MOST_ANNOUNCED_NANOS = 1_000_000_000L;
    private static final int MOST_ANNOUNCED = 1024;

    private final OverlayConfig config;
    private final DatagramOut out;
    private final RecentMap<SiteId, Probed> sites = new RecentMap<>();
    /** Round-trip times that others have measured, or that were measured before a site left, ns. */
    private final TreeMap<SiteId, Long> announced = new TreeMap<>();
    private final WireWriter writer = new WireWriter(new byte[LENGTH]);
    private final List<Change> changes = new ArrayList<>();
    private int silentSites;
    private int heldSites;

    /**
     * A site has become silent, or is no longer.
     *
     * @param silent    whether it is silent from now on
     * @param receivedHere whether packets arrive from it, though nothing arrives there
     */
    record Change(SiteId site, boolean silent, boolean receivedHere) {
    }

    LinkProber(OverlayConfig config, DatagramOut out) {
        this.config = config;
        this.out = out;
    }

    /**
     * Takes round-trip times that others have measured, ns. A new delegate shares its processor with the compiler, and its first probes
     * and answers wait for it: an RTT of half a second over a short path, with reports and repairs at that interval.
     */
    void announced(Map<SiteId, Long> rttNanos) {
        rttNanos.forEach((site, rtt) -> {
            if (rtt > 0 && rtt <= MOST_ANNOUNCED_NANOS && (announced.size() < MOST_ANNOUNCED || announced.containsKey(site))) {
                announced.put(site, rtt);
            }
        });
    }

    void sites(Set<SiteId> others, long nowNanos) {
        sites.removeIf((site, probed) -> {
            boolean gone = !others.contains(site);
            if (gone && probed.rtt.sampled()) {
                announced(Map.of(site, probed.pathNanos()));
            }
            silentSites -= gone && probed.isSilent() ? 1 : 0;
            heldSites -= gone && probed.isHeld() ? 1 : 0;
            return gone;
        });
        for (SiteId other : others) {
            sites.computeIfAbsent(other, id -> new Probed(nowNanos));
        }
    }

    /**
     * A datagram arrived from the site.
     *
     * @param hasFlags whether it is a probe or an echo of this class
     * @param flags its flags, which then say whether packets arrive at the site
     * @return whether the site has become silent or held, or is no longer
     */
    boolean received(SiteId from, boolean hasFlags, int flags, long nowNanos) {
        Probed probed = sites.get(from);
        if (probed == null) {
            return false;
        }
        probed.receivedNanos = nowNanos;
        if (!hasFlags) {
            probed.trafficNanos = nowNanos;
        }
        if (probed.asked && nowNanos - probed.askedNanos < MOST_PATIENCE * config.silenceNanos()) {
            probed.answers.sample(probed.askedNanos - nowNanos, nowNanos);
            if (!probed.isHeld()) {
                // How long a path was broken says nothing about answers; an echo contains its own time.
                probed.slowNanos = Math.max(nowNanos - probed.askedNanos, probed.slowNanos - probed.slowNanos / SLOW_PARTS);
            }
        }
        if (probed.asked && !probed.isNew() && !probed.receivesNothing && !probed.holds) {
            probed.nextNanos = probed.askedNanos + config.probeNanos();
        }
        probed.asked = false;
        probed.suspected = false;
        boolean wasSilent = probed.isSilent();
        boolean wasHeld = probed.isHeld();
        probed.silent = false;
        probed.held = false;
        if (hasFlags) {
            probed.receivesNothing = (flags & NOT_RECEIVED) != 0;
            probed.holds = (flags & HELD) != 0;
        }
        return changed(from, probed, wasSilent, wasHeld, nowNanos);
    }

    private boolean changed(SiteId site, Probed probed, boolean wasSilent, boolean wasHeld, long nowNanos) {
        boolean silent = probed.isSilent();
        boolean held = probed.isHeld();
        if (silent != wasSilent) {
            silentSites += silent ? 1 : -1;
            changes.add(new Change(site, silent, !probed.silent));
            if (!silent) {
                // The new path may be another one.
                probed.base.forget();
            }
        }
        if (held != wasHeld) {
            heldSites += held ? 1 : -1;
            probed.tries = 0;
        }
        if (silent && !wasSilent || held && !wasHeld) {
            probed.nextNanos = nowNanos;
        }
        return silent != wasSilent || held != wasHeld;
    }

    /** The sites that have become silent, or are no longer, since the last call. */
    List<Change> takeChanges() {
        if (changes.isEmpty()) {
            return List.of();
        }
        List<Change> taken = List.copyOf(changes);
        changes.clear();
        return taken;
    }

    /** Whether the site has not answered for long, or reports that nothing arrives there. */
    boolean silent(SiteId site) {
        if (silentSites == 0) {
            return false;
        }
        Probed probed = sites.get(site);
        return probed != null && probed.isSilent();
    }

    /** Whether the site gets probes only: it does not answer, or nothing arrives there, for a moment or for long. */
    boolean held(SiteId site) {
        if (heldSites == 0) {
            return false;
        }
        Probed probed = sites.get(site);
        return probed != null && probed.isHeld();
    }

    /** Whether any site gets probes only. */
    boolean anyHeld() {
        return heldSites > 0;
    }

    /** Whether the site has answered and is not silent. */
    boolean receivesFrom(SiteId site) {
        Probed probed = sites.get(site);
        return probed != null && !probed.isSilent() && probed.rtt.sampled();
    }

    /** The site may have left: it is probed now, and has less time than others to answer. */
    void doubt(SiteId site, long nowNanos) {
        Probed probed = sites.get(site);
        if (probed != null && !probed.isSilent()) {
            probed.asked = true;
            probed.waitedSinceNanos = nowNanos;
            probed.askedNanos = nowNanos - patienceNanos(probed)
                    + Math.max(patienceNanos(probed) / DOUBT_PARTS, SILENT_RTTS * probed.pathNanos());
            probed.nextNanos = nowNanos;
        }
    }

    /** How long an answer is awaited before only probes are sent, ns: without reports the capacity of a path is not known. */
    private long holdNanos(Probed probed) {
        return Math.max(Math.max(config.silenceNanos() / DOUBT_PARTS, SLOWEST_ANSWERS * probed.slowNanos), SILENT_RTTS * probed.pathNanos());
    }

    private long patienceNanos(Probed probed) {
        return patienceNanos(config, probed.answers, probed.pathNanos());
    }

    /**
     * How long an answer is awaited, ns. A site that answers slowly, because its computer is busy, has longer.
     *
     * @param answers times that answers took, negated, so that the slowest is the least
     */
    static long patienceNanos(OverlayConfig config, RecentLeast answers, long rttNanos) {
        long slow = Math.min(SLOWEST_ANSWERS * -answers.value(), MOST_PATIENCE * config.silenceNanos());
        return Math.max(Math.max(config.silenceNanos(), slow), SILENT_RTTS * rttNanos);
    }

    /** How long an answer of a site is awaited, ns. */
    long patienceNanos(SiteId site) {
        Probed probed = sites.get(site);
        return probed == null ? config.silenceNanos() : patienceNanos(probed);
    }

    /**
     * How long a suspect has to answer on the control connections, ns. It has been silent here for {@link OverlayConfig#suspectNanos}
     * before, so this need not cover a pause of its process; it covers the repair of a lost TCP segment, and a site that has answered
     * slowly of late has longer.
     */
    long answerNanos(SiteId site) {
        return Math.max(ANSWER_NANOS, patienceNanos(site));
    }

    /** This process has slept for so long: nobody had that time to answer. */
    void slept(long nanos) {
        sites.values().forEach(probed -> {
            probed.askedNanos += nanos;
            probed.waitedSinceNanos += nanos;
        });
    }

    /**
     * A site that has been quiet for a while is asked at once whether it is there, if packets leave for it, or came from it a
     * moment ago.
     *
     * @param sentTo sites for which packets have left since the last call: straight, or by others that report to this site
     */
    void expectAnswers(Set<SiteId> sentTo, long nowNanos) {
        for (var entry : sites.entrySet()) {
            Probed probed = entry.getValue();
            boolean packetsLeave = sentTo.contains(entry.getKey());
            boolean expected = !probed.isHeld() && (packetsLeave || nowNanos - probed.trafficNanos < config.silenceNanos());
            long quiet = packetsLeave ? config.quietNanos() / BUSY_PARTS : config.quietNanos();
            if (expected && nowNanos - probed.receivedNanos >= quiet) {
                probed.nextNanos = Math.min(probed.nextNanos, nowNanos + (packetsLeave ? 0 : config.firstProbeNanos()));
            }
        }
    }

    /**
     * Looks for sites that do not answer: they become held, and silent later.
     *
     * @param packetsLeave whether packets are sent, which should be answered
     * @return whether any site became silent or held
     */
    boolean anyFellSilent(boolean packetsLeave, long nowNanos) {
        boolean any = false;
        for (var entry : sites.entrySet()) {
            Probed probed = entry.getValue();
            if (!probed.silent && probed.asked) {
                boolean wasSilent = probed.isSilent();
                boolean wasHeld = probed.isHeld();
                probed.silent = nowNanos - probed.askedNanos >= patienceNanos(probed);
                probed.held |= packetsLeave && nowNanos - probed.waitedSinceNanos >= holdNanos(probed);
                any |= changed(entry.getKey(), probed, wasSilent, wasHeld, nowNanos);
            }
        }
        return any;
    }

    /** The sites that have been silent for so long that their delegates may have left; each once per silence. */
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
                    probed.waitedSinceNanos = nowNanos;
                }
                probed.nextNanos = nowNanos + intervalNanos(probed);
            }
            deadline = Math.min(deadline, probed.nextNanos);
        }
        return deadline;
    }

    /** The probe interval of a site that does not answer grows. */
    private long intervalNanos(Probed probed) {
        long first = Math.max(config.firstProbeNanos(), probed.rttNanos() + probed.rttNanos() / 2);
        if (!probed.isHeld()) {
            return first;
        }
        long backedOff = Math.round(first * StrictMath.pow(BACK_OFF, probed.tries));
        boolean longest = backedOff >= LONGEST_INTERVAL * config.silenceNanos();
        probed.tries += longest ? 0 : 1;
        return longest ? Math.max(first, LONGEST_INTERVAL * config.silenceNanos()) : backedOff;
    }

    void probe(SiteId from, WireReader in) {
        send(from, PacketKind.PROBE_ECHO, in.getLong());
    }

    /** The round-trip time to a site, measured here or announced, 0 if it is not known, ns. */
    long rttNanos(SiteId site) {
        Probed probed = sites.get(site);
        return probed == null ? 0 : probed.rtt.sampled() ? probed.rttNanos() : announced.getOrDefault(site, 0L);
    }

    /** The same without queueing delay: the least one measured in the last minute. */
    long leastRttNanos(SiteId site) {
        Probed probed = sites.get(site);
        return probed != null && probed.rtt.sampled() ? probed.pathNanos() : rttNanos(site);
    }

    /** The probe interval of a site of which nothing is known yet. */
    long firstIntervalNanos(SiteId site) {
        Probed probed = sites.get(site);
        return Math.max(config.firstProbeNanos(), probed == null ? 0 : 2 * probed.rttNanos());
    }

    /** Takes the answer to a probe; returns whether it is the first of its site. */
    boolean echo(SiteId from, WireReader in, long nowNanos) {
        long rtt = nowNanos - in.getLong();
        Probed probed = sites.get(from);
        if (probed != null && rtt > 0 && rtt < ABSURD_NANOS) {
            boolean first = !probed.rtt.sampled();
            probed.slowNanos = Math.max(rtt, probed.slowNanos);
            if (first && announced.getOrDefault(from, rtt) < rtt) {
                // More likely than a longer path is a busy computer; if it is the path, the next samples show it.
                probed.rtt.sample(announced.get(from));
            }
            probed.rtt.sample(rtt);
            probed.base.sample(rtt, nowNanos);
            return first;
        }
        return false;
    }

    /** Whether the round-trip time to the site is known, measured or announced, or has been awaited for long enough. */
    boolean measured(SiteId site, long nowNanos) {
        Probed probed = sites.get(site);
        return probed == null || probed.rtt.sampled() || announced.containsKey(site) || nowNanos - probed.sinceNanos >= config.silenceNanos() / 2;
    }

    /** Smoothed round-trip times of the sites that have answered and are not silent, nanoseconds. */
    SortedMap<SiteId, Long> rttNanos() {
        return measured(probed -> probed.rtt.rttNanos());
    }

    /**
     * Round-trip times of the same sites without queueing delay, nanoseconds: the link costs of trees, which would otherwise follow
     * the queues that they cause.
     */
    SortedMap<SiteId, Long> baseRttNanos() {
        return measured(Probed::pathNanos);
    }

    private SortedMap<SiteId, Long> measured(ToLongFunction<Probed> rtt) {
        TreeMap<SiteId, Long> measured = new TreeMap<>();
        sites.forEach((site, probed) -> {
            if (probed.rtt.sampled() && !probed.isSilent()) {
                measured.put(site, rtt.applyAsLong(probed));
            }
        });
        return Collections.unmodifiableSortedMap(measured);
    }

    private void send(SiteId to, PacketKind kind, long value) {
        Probed probed = sites.get(to);
        int flags = probed == null ? 0 : (probed.silent ? NOT_RECEIVED : 0) | (probed.held ? HELD : 0);
        writer.reset(0, LENGTH).putByte(WireFormat.MAGIC).putByte(WireFormat.VERSION).putByte(kind.code()).putByte(flags)
                .putLong(value);
        out.send(to, writer.buffer(), 0, LENGTH);
    }

    private static final class Probed {
        private final RttEstimator rtt = new RttEstimator(QUOTIENT);
        private final RecentLeast base = new RecentLeast();
        /** Times that answers took, negated, so that the slowest is the least. */
        private final RecentLeast answers = new RecentLeast();
        private long nextNanos;
        private final long sinceNanos;
        private long receivedNanos;
        /** Start of its time to answer; before the probe itself if there was a reason to doubt. */
        private long askedNanos;
        private long waitedSinceNanos;
        private boolean asked;
        /** Nothing arrives from it. */
        private boolean silent;
        /** It reports that nothing arrives there. */
        private boolean receivesNothing;
        /** Nothing arrives from it for a moment, though packets are sent to it. */
        private boolean held;
        /** It reports the same of this site. */
        private boolean holds;
        /** Its slowest answer, decreasing with each later answer. */
        private long slowNanos;
        private long trafficNanos;
        private int tries;
        private boolean suspected;
        private int sent;

        private Probed(long nowNanos) {
            nextNanos = nowNanos;
            receivedNanos = nowNanos;
            sinceNanos = nowNanos;
            trafficNanos = Long.MIN_VALUE / 2;
        }

        private boolean isSilent() {
            return silent || receivesNothing;
        }

        private boolean isHeld() {
            return held || holds || silent || receivesNothing;
        }

        /** Whether the first probes still measure its round-trip time. */
        private boolean isNew() {
            return sent < FAST_PROBES && !rtt.sampled();
        }

        private long rttNanos() {
            return rtt.sampled() ? rtt.rttNanos() : 0;
        }

        /**
         * What the path alone takes: the least of the last minute. The smoothed time follows so few samples that a computer which was busy
         * while it started would look far away for half a minute; answers that are slow now count by themselves.
         */
        private long pathNanos() {
            return base.value() > 0 ? base.value() : rttNanos();
        }
    }
}
