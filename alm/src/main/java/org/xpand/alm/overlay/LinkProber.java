package org.xpand.alm.overlay;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.rate.RttEstimator;
import org.xpand.protocols.stack.PacketKind;
import org.xpand.protocols.stack.WireFormat;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * Measures the round-trip times to the other sites by probes on the data path: the costs of the overlay's links. A probe
 * carries its sending time (8), which the echo brings back. A site that does not answer is asked again and again, so that one
 * lost probe or echo means nothing; if nothing comes for long it is silent until it is heard. Probes and their echoes tell the
 * other site when it is not heard here: a way that is open in one direction only is of no use in either. A site that does not
 * answer is held long before it counts as silent: it is sent probes only, fewer the longer it lasts, and that is all; what is
 * told to people and trees follows when it is silent.
 */
final class LinkProber {
    private static final int FAST_PROBES = 4;
    /** A site is silent if it has not answered for this many round-trip times, and for its patience. */
    private static final int SILENT_RTTS = 4;
    /** What the flags of a probe and of its echo say: nothing came from you for long. */
    private static final int NOT_HEARD = 1;
    /** The same of a short time: nothing is to be sent that you could not report of. */
    private static final int HELD = 2;
    /** Who is in doubt has this part of the usual time, and so has who is sent to until it is held. */
    private static final int DOUBT_PARTS = 2;
    /** Who is sent to is asked after this part of the time after which others are. */
    private static final int BUSY_PARTS = 2;
    /** A slow answer counts less by this part with each answer that comes after it. */
    private static final int SLOW_PARTS = 8;
    /** A site is silent, or held, if it takes so many times as long as its slowest answer of the last minute, or of the last ones. */
    private static final int SLOWEST_ANSWERS = 2;
    /** How far slow answers make patient, in times of the configured silence. */
    private static final int MOST_PATIENCE = 4;
    private static final double BACK_OFF = 1.5;
    /** Who is silent is asked that seldom in the end, in times of the configured silence. */
    private static final int LONGEST_INTERVAL = 2;
    /** What a round-trip time keeps of its value at each sample. */
    static final double QUOTIENT = 0.875;
    private static final int LENGTH = WireFormat.COMMON_HEADER_LENGTH + Long.BYTES;
    private static final long ABSURD_NANOS = 60_000_000_000L;

    private final OverlayConfig config;
    private final DatagramOut out;
    private final TreeMap<SiteId, Probed> sites = new TreeMap<>();
    private final WireWriter writer = new WireWriter(new byte[LENGTH]);
    private final List<Change> changes = new ArrayList<>();
    private int silentSites;
    private int heldSites;

    /**
     * A site has become silent, or is so no more.
     *
     * @param silent    whether it is silent from now on
     * @param heardHere whether something comes from it, though nothing comes to it
     */
    record Change(SiteId site, boolean silent, boolean heardHere) {
    }

    LinkProber(OverlayConfig config, DatagramOut out) {
        this.config = config;
        this.out = out;
    }

    void sites(Set<SiteId> others, long nowNanos) {
        sites.entrySet().removeIf(entry -> {
            boolean gone = !others.contains(entry.getKey());
            silentSites -= gone && entry.getValue().isSilent() ? 1 : 0;
            heldSites -= gone && entry.getValue().isHeld() ? 1 : 0;
            return gone;
        });
        for (SiteId other : others) {
            sites.computeIfAbsent(other, id -> new Probed(nowNanos));
        }
    }

    /**
     * A datagram came from the site.
     *
     * @param tells whether it is a probe or an echo of this class
     * @param flags its flags, which say then whether something comes to the site
     * @return whether the site has become silent or held, or is so no more
     */
    boolean heard(SiteId from, boolean tells, int flags, long nowNanos) {
        Probed probed = sites.get(from);
        if (probed == null) {
            return false;
        }
        probed.heardNanos = nowNanos;
        if (!tells) {
            probed.trafficNanos = nowNanos;
        }
        if (probed.asked && nowNanos - probed.askedNanos < MOST_PATIENCE * config.silenceNanos()) {
            probed.answers.sample(probed.askedNanos - nowNanos, nowNanos);
            if (!probed.isHeld()) {
                // For how long a way was cut says nothing about answers; an echo tells how long it took.
                probed.slowNanos = Math.max(nowNanos - probed.askedNanos, probed.slowNanos - probed.slowNanos / SLOW_PARTS);
            }
        }
        if (probed.asked && !probed.isNew() && !probed.deaf && !probed.holds) {
            probed.nextNanos = probed.askedNanos + config.probeNanos();
        }
        probed.asked = false;
        probed.suspected = false;
        boolean wasSilent = probed.isSilent();
        boolean wasHeld = probed.isHeld();
        probed.silent = false;
        probed.held = false;
        if (tells) {
            probed.deaf = (flags & NOT_HEARD) != 0;
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
                // It may have come back another way.
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

    /** Which sites have become silent, or are so no more, since the last call. */
    List<Change> takeChanges() {
        if (changes.isEmpty()) {
            return List.of();
        }
        List<Change> taken = List.copyOf(changes);
        changes.clear();
        return taken;
    }

    /** Whether nothing has come from the site for long, though it was asked, or nothing that was sent has come there. */
    boolean silent(SiteId site) {
        if (silentSites == 0) {
            return false;
        }
        Probed probed = sites.get(site);
        return probed != null && probed.isSilent();
    }

    /** Whether the site is sent probes only: it does not answer, or nothing comes to it, for a moment or for long. */
    boolean held(SiteId site) {
        if (heldSites == 0) {
            return false;
        }
        Probed probed = sites.get(site);
        return probed != null && probed.isHeld();
    }

    /** Whether any site is sent probes only. */
    boolean anyHeld() {
        return heldSites > 0;
    }

    /** Whether the site has answered and is not silent. */
    boolean hears(SiteId site) {
        Probed probed = sites.get(site);
        return probed != null && !probed.isSilent() && probed.rtt.sampled();
    }

    /** The site may be gone: it is asked now, and has less time than others to answer. */
    void doubt(SiteId site, long nowNanos) {
        Probed probed = sites.get(site);
        if (probed != null && !probed.isSilent()) {
            probed.asked = true;
            probed.waitedSinceNanos = nowNanos;
            probed.askedNanos = nowNanos - patienceNanos(probed)
                    + Math.max(patienceNanos(probed) / DOUBT_PARTS, SILENT_RTTS * probed.rttNanos());
            probed.nextNanos = nowNanos;
        }
    }

    /** How long an answer is waited for until nothing but probes is sent, ns: what a way takes that nobody reports of is not known. */
    private long holdNanos(Probed probed) {
        return Math.max(Math.max(config.silenceNanos() / DOUBT_PARTS, SLOWEST_ANSWERS * probed.slowNanos), SILENT_RTTS * probed.rttNanos());
    }

    private long patienceNanos(Probed probed) {
        return patienceNanos(config, probed.answers, probed.rttNanos());
    }

    /**
     * How long an answer is waited for, ns. Who answers slowly, because its computer is busy, has longer.
     *
     * @param answers how long answers took, with the sign turned, so that the slowest is the least
     */
    static long patienceNanos(OverlayConfig config, RecentLeast answers, long rttNanos) {
        long slow = Math.min(SLOWEST_ANSWERS * -answers.value(), MOST_PATIENCE * config.silenceNanos());
        return Math.max(Math.max(config.silenceNanos(), slow), SILENT_RTTS * rttNanos);
    }

    /** How long an answer of a site is waited for, ns. */
    long patienceNanos(SiteId site) {
        Probed probed = sites.get(site);
        return probed == null ? config.silenceNanos() : patienceNanos(probed);
    }

    /** This process has slept for so long: nobody had that time to answer. */
    void slept(long nanos) {
        sites.values().forEach(probed -> {
            probed.askedNanos += nanos;
            probed.waitedSinceNanos += nanos;
        });
    }

    /**
     * A site that has been quiet for a while is asked at once whether it is there, if packets leave, or came from it a moment
     * ago.
     */
    void expectAnswers(boolean packetsLeave, long nowNanos) {
        for (Probed probed : sites.values()) {
            boolean expected = !probed.isHeld() && (packetsLeave || nowNanos - probed.trafficNanos < config.silenceNanos());
            long quiet = packetsLeave ? config.quietNanos() / BUSY_PARTS : config.quietNanos();
            if (expected && nowNanos - probed.heardNanos >= quiet) {
                probed.nextNanos = Math.min(probed.nextNanos, nowNanos + (packetsLeave ? 0 : config.firstProbeNanos()));
            }
        }
    }

    /**
     * Looks for sites that do not answer: they become held, and silent later.
     *
     * @param packetsLeave whether something is sent, for which there ought to be answers
     * @return whether there is one
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
                    probed.waitedSinceNanos = nowNanos;
                }
                probed.nextNanos = nowNanos + intervalNanos(probed);
            }
            deadline = Math.min(deadline, probed.nextNanos);
        }
        return deadline;
    }

    /** A site that does not answer is asked less and less often. */
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
            probed.slowNanos = Math.max(rtt, probed.slowNanos);
            probed.rtt.sample(rtt);
            probed.base.sample(rtt, nowNanos);
            return first;
        }
        return false;
    }

    /** Whether the round-trip time to the site is known, or has been waited for long enough. */
    boolean measured(SiteId site, long nowNanos) {
        Probed probed = sites.get(site);
        return probed == null || probed.rtt.sampled() || nowNanos - probed.sinceNanos >= config.silenceNanos() / 2;
    }

    /** Smoothed round-trip times of the sites that have answered and are not silent, nanoseconds. */
    SortedMap<SiteId, Long> rttNanos() {
        return measured(probed -> probed.rtt.rttNanos());
    }

    /**
     * Round-trip times of the same without the queues on the way, nanoseconds: what trees are made from, which otherwise would
     * follow the queues that they make.
     */
    SortedMap<SiteId, Long> baseRttNanos() {
        return measured(probed -> probed.base.value() > 0 ? probed.base.value() : probed.rtt.rttNanos());
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
        int flags = probed == null ? 0 : (probed.silent ? NOT_HEARD : 0) | (probed.held ? HELD : 0);
        writer.reset(0, LENGTH).putByte(WireFormat.MAGIC).putByte(WireFormat.VERSION).putByte(kind.code()).putByte(flags)
                .putLong(value);
        out.send(to, writer.buffer(), 0, LENGTH);
    }

    private static final class Probed {
        private final RttEstimator rtt = new RttEstimator(QUOTIENT);
        private final RecentLeast base = new RecentLeast();
        /** How long answers took, with the sign turned, so that the slowest is the least. */
        private final RecentLeast answers = new RecentLeast();
        private long nextNanos;
        private final long sinceNanos;
        private long heardNanos;
        /** From when on its time to answer counts; earlier than when it was asked if there was a reason to doubt. */
        private long askedNanos;
        private long waitedSinceNanos;
        private boolean asked;
        /** Nothing comes from it. */
        private boolean silent;
        /** Nothing comes to it: it said so. */
        private boolean deaf;
        /** Nothing comes from it for a moment, though it is sent to. */
        private boolean held;
        /** It says the same of this site. */
        private boolean holds;
        /** How long it took to answer at the slowest, less for each answer since then. */
        private long slowNanos;
        private long trafficNanos;
        private int tries;
        private boolean suspected;
        private int sent;

        private Probed(long nowNanos) {
            nextNanos = nowNanos;
            heardNanos = nowNanos;
            sinceNanos = nowNanos;
            trafficNanos = Long.MIN_VALUE / 2;
        }

        private boolean isSilent() {
            return silent || deaf;
        }

        private boolean isHeld() {
            return held || holds || silent || deaf;
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
