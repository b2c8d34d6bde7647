package org.xpand.alm.overlay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.LinkCosts;
import org.xpand.protocols.rate.RttEstimator;
import org.xpand.protocols.stack.PacketKind;
import org.xpand.protocols.stack.WireFormat;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * Bypasses around broken links: packets for a silent or held site go through a third site that receives from both, as long as
 * probes on that path are answered. They have an additional header: destination (8) and origin (8). The third site forwards such a
 * packet only to a site from which it receives packets itself, and only if it comes from its origin, so that no packet circulates.
 */
final class Bypasses implements DatagramOut {
    /** Common header, destination and origin. */
    static final int HEADER_LENGTH = WireFormat.COMMON_HEADER_LENGTH + 2 * Long.BYTES;
    /** Unanswered probes through one site before another site is tried. */
    private static final int TRIES = 3;
    private static final long ABSURD_NANOS = 60_000_000_000L;

    private final SiteId self;
    private final OverlayConfig config;
    private final LinkProber prober;
    private final DatagramOut out;
    private final TreeMap<SiteId, Bypass> bypasses = new TreeMap<>();
    private final WireWriter writer = new WireWriter(new byte[WireFormat.MAX_LENGTH + HEADER_LENGTH]);
    private Directory directory;
    private boolean allowed = true;
    private int open;
    private boolean changed;
    private final TreeSet<SiteId> touched = new TreeSet<>();
    private long passedOn;

    private static final class Bypass {
        private SiteId by;
        private boolean open;
        private long nextNanos;
        private long receivedNanos;
        private final RttEstimator rtt = new RttEstimator(LinkProber.QUOTIENT);
        /** Times that answers took, negated, so that the slowest is the least. */
        private final RecentLeast answers = new RecentLeast();
        private int tries;

        private long rttNanos() {
            return rtt.sampled() ? rtt.rttNanos() : 0;
        }
    }

    Bypasses(SiteId self, OverlayConfig config, LinkProber prober, DatagramOut out) {
        this.self = self;
        this.config = config;
        this.prober = prober;
        this.out = out;
    }

    /** Allows or forbids bypasses: the third site is trusted to name the origin of reports and repairs. */
    void allow(boolean value) {
        allowed = value;
    }

    void directory(Directory newDirectory) {
        directory = newDirectory;
    }

    /** Whether the site is silent and there is no bypass. */
    boolean silent(SiteId site) {
        return prober.silent(site) && !isOpen(site);
    }

    /**
     * Whether nothing is to be sent to the site, directly or by a bypass: it does not answer, or reports that nothing arrives
     * there.
     */
    boolean held(SiteId site) {
        return prober.held(site) && !isOpen(site);
    }

    /** Whether the site has answered, directly or by a bypass, and is not silent. */
    boolean receivesFrom(SiteId site) {
        return prober.receivesFrom(site) || prober.silent(site) && isOpen(site);
    }

    private boolean isOpen(SiteId site) {
        if (open == 0) {
            return false;
        }
        Bypass bypass = bypasses.get(site);
        return bypass != null && bypass.open;
    }

    /** The round-trip time to a site on the path that packets take, 0 if it is not known, ns. */
    long rttNanos(SiteId site) {
        return prober.held(site) && isOpen(site) ? bypasses.get(site).rttNanos() : prober.rttNanos(site);
    }

    /** The same without queueing delay and what busy computers add, as far as that is known. */
    long leastRttNanos(SiteId site) {
        return prober.held(site) && isOpen(site) ? bypasses.get(site).rttNanos() : prober.leastRttNanos(site);
    }

    /** Whether a bypass has been found or lost since the last call. */
    boolean takeChanged() {
        boolean any = changed;
        changed = false;
        return any;
    }

    /** The sites whose bypass was found or lost since the last call. */
    List<SiteId> takeTouched() {
        if (touched.isEmpty()) {
            return List.of();
        }
        List<SiteId> taken = List.copyOf(touched);
        touched.clear();
        return taken;
    }

    /** How much shorter than the longest packet of the path a packet has to be to fit into a bypass, bytes. */
    int overhead() {
        return open == 0 ? 0 : HEADER_LENGTH;
    }

    /** Packets forwarded for others. */
    long passedOn() {
        return passedOn;
    }

    /** Sends the probes that are due; returns when to call again. */
    long run(long nowNanos) {
        if (directory == null || !allowed || !prober.anyHeld() && bypasses.isEmpty()) {
            return Long.MAX_VALUE;
        }
        bypasses.entrySet().removeIf(entry -> {
            boolean over = !prober.held(entry.getKey());
            if (over) {
                set(entry.getKey(), entry.getValue(), false);
            }
            return over;
        });
        long deadline = Long.MAX_VALUE;
        for (SiteId site : directory.sites().keySet()) {
            if (!site.equals(self) && prober.held(site)) {
                deadline = Math.min(deadline, ask(site, bypasses.computeIfAbsent(site, id -> new Bypass()), nowNanos));
            }
        }
        return deadline;
    }

    private long ask(SiteId site, Bypass bypass, long nowNanos) {
        if (bypass.open && nowNanos - bypass.receivedNanos >= patienceNanos(bypass)) {
            set(site, bypass, false);
            bypass.tries = 0;
            bypass.nextNanos = nowNanos;
        }
        if (nowNanos - bypass.nextNanos < 0) {
            return bypass.nextNanos;
        }
        if (!bypass.open) {
            List<SiteId> others = others(site);
            bypass.by = others.isEmpty() ? null : others.get(bypass.tries / TRIES % others.size());
        }
        if (bypass.by != null) {
            probe(PacketKind.PROBE, site, bypass.by, nowNanos);
        }
        // While there is no bypass, probes become ever less frequent.
        long patience = bypass.open ? config.quietNanos() : Math.min(2 * config.silenceNanos(),
                Math.max(config.firstProbeNanos(), 2 * prober.rttNanos(site)) << Math.min(bypass.tries / TRIES, 8));
        bypass.tries += bypass.by == null ? 0 : 1;
        bypass.nextNanos = nowNanos + patience;
        return bypass.nextNanos;
    }

    /** Answers travel two paths and depend on two computers, either of which may be busy. */
    private long patienceNanos(Bypass bypass) {
        return Math.max(LinkProber.patienceNanos(config, bypass.answers, bypass.rttNanos()), prober.patienceNanos(bypass.by))
                + config.quietNanos();
    }

    /** This process has slept for so long: no site had that time to answer. */
    void slept(long nanos) {
        bypasses.values().forEach(bypass -> bypass.receivedNanos += nanos);
    }

    /** Sites that receive from both, as far as is known, those on the shortest path first. */
    private List<SiteId> others(SiteId site) {
        List<SiteId> others = new ArrayList<>();
        if (!directory.snapshots().isEmpty()) {
            LinkCosts costs = directory.snapshots().get(0).costs();
            for (SiteId by : directory.sites().keySet()) {
                if (!by.equals(self) && !by.equals(site) && prober.receivesFrom(by) && !prober.held(by) && costs.isMeasured(by, site)) {
                    others.add(by);
                }
            }
            others.sort(Comparator.comparingDouble(by -> prober.rttNanos(by) + costs.cost(by, site)));
        }
        return others;
    }

    private void set(SiteId site, Bypass bypass, boolean isOpen) {
        if (bypass.open != isOpen) {
            bypass.open = isOpen;
            open += isOpen ? 1 : -1;
            changed = true;
            touched.add(site);
        }
    }

    private void begin(SiteId to) {
        writer.reset(0, writer.buffer().length).putByte(WireFormat.MAGIC).putByte(WireFormat.VERSION).putByte(PacketKind.BYPASS.code())
                .putByte(0).putLong(to.value()).putLong(self.value());
    }

    private void probe(PacketKind kind, SiteId to, SiteId by, long value) {
        begin(to);
        writer.putByte(WireFormat.MAGIC).putByte(WireFormat.VERSION).putByte(kind.code()).putByte(0).putLong(value);
        out.send(by, writer.buffer(), 0, writer.position());
    }

    /** Forwards a packet for another site if that is allowed. */
    void passOn(SiteId from, SiteId to, SiteId origin, byte[] buffer, int offset, int length) {
        if (allowed && from.equals(origin) && !to.equals(from) && prober.receivesFrom(to) && !prober.held(to)) {
            passedOn++;
            out.send(to, buffer, offset, length);
        }
    }

    /** Whether a packet that arrived through another site is accepted as one of its origin. */
    boolean takes(SiteId from, SiteId origin) {
        return allowed && directory != null && !origin.equals(self) && !origin.equals(from) && directory.sites().containsKey(origin);
    }

    /**
     * A probe arrived through a third site: the answer takes the same path, and if there is no bypass to the origin yet, this path
     * is tried.
     */
    void probe(SiteId origin, SiteId by, WireReader in, long nowNanos) {
        if (in.remaining() != Long.BYTES) {
            throw new MalformedPacketException("a probe of " + in.remaining() + " bytes by another site");
        }
        probe(PacketKind.PROBE_ECHO, origin, by, in.getLong());
        Bypass bypass = bypasses.get(origin);
        if (bypass != null && !bypass.open && prober.held(origin)) {
            bypass.by = by;
            probe(PacketKind.PROBE, origin, by, nowNanos);
        }
    }

    /** The answer to a probe arrived through a third site. */
    void echo(SiteId origin, SiteId by, WireReader in, long nowNanos) {
        Bypass bypass = bypasses.get(origin);
        if (in.remaining() != Long.BYTES) {
            throw new MalformedPacketException("an echo of " + in.remaining() + " bytes by another site");
        }
        long rtt = nowNanos - in.getLong();
        if (bypass != null && by.equals(bypass.by) && rtt > 0 && rtt < ABSURD_NANOS && prober.held(origin)) {
            bypass.rtt.sample(rtt);
            bypass.answers.sample(-rtt, nowNanos);
            bypass.receivedNanos = nowNanos;
            bypass.tries = 0;
            set(origin, bypass, true);
        }
    }

    @Override
    public void send(SiteId to, byte[] buffer, int offset, int length) {
        send(to, buffer, offset, length, 0);
    }

    @Override
    public void send(SiteId to, byte[] buffer, int offset, int length, int trafficClass) {
        if (open == 0 || !prober.held(to) || !isOpen(to)) {
            out.send(to, buffer, offset, length, trafficClass);
        } else {
            begin(to);
            writer.putBytes(buffer, offset, length);
            out.send(bypasses.get(to).by, writer.buffer(), 0, writer.position(), trafficClass);
        }
    }

    @Override
    public boolean marks() {
        return out.marks();
    }

    @Override
    public long receiveRoomBytes() {
        return out.receiveRoomBytes();
    }

    @Override
    public boolean isWritable() {
        return out.isWritable();
    }
}
