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
 * Ways round links that are cut: what is for a site that is not heard goes by a third one that hears both, as long as probes
 * on that way are answered. A packet on it stands behind a header of its own: where it is for (8) and where it is from (8). Who
 * is asked to pass it on does so only to a site that it hears itself, and only for the site that it comes from, so that nothing goes round.
 */
final class Bypasses implements DatagramOut {
    /** Common header, destination and origin. */
    static final int HEADER_LENGTH = WireFormat.COMMON_HEADER_LENGTH + 2 * Long.BYTES;
    /** So often a site is asked in vain until another one is tried. */
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
        private long heardNanos;
        private final RttEstimator rtt = new RttEstimator(LinkProber.QUOTIENT);
        /** How long answers took, with the sign turned, so that the slowest is the least. */
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

    /** Whether there may be any: reports and repairs on them are of whom the third site says they are. */
    void allow(boolean value) {
        allowed = value;
    }

    void directory(Directory newDirectory) {
        directory = newDirectory;
    }

    /** Whether nothing comes from the site, straight or by another, though it was asked, or nothing that is sent comes there. */
    boolean silent(SiteId site) {
        return prober.silent(site) && !isOpen(site);
    }

    /** Whether nothing is to be sent to the site, straight or by another: it does not answer, or says that nothing comes to it. */
    boolean held(SiteId site) {
        return prober.held(site) && !isOpen(site);
    }

    /** Whether the site has answered, straight or by another, and is not silent. */
    boolean hears(SiteId site) {
        return prober.hears(site) || prober.silent(site) && isOpen(site);
    }

    private boolean isOpen(SiteId site) {
        if (open == 0) {
            return false;
        }
        Bypass bypass = bypasses.get(site);
        return bypass != null && bypass.open;
    }

    /** The round-trip time to a site on the way that packets take, 0 if it is not known, ns. */
    long rttNanos(SiteId site) {
        return prober.held(site) && isOpen(site) ? bypasses.get(site).rttNanos() : prober.rttNanos(site);
    }

    /** Whether a bypass has been found or lost since the last call. */
    boolean takeChanged() {
        boolean any = changed;
        changed = false;
        return any;
    }

    /** The sites of which a bypass was found or lost since the last call. */
    List<SiteId> takeTouched() {
        if (touched.isEmpty()) {
            return List.of();
        }
        List<SiteId> taken = List.copyOf(touched);
        touched.clear();
        return taken;
    }

    /** How much shorter than the ways' packets a packet has to be, so that it can go by another site, bytes. */
    int overhead() {
        return open == 0 ? 0 : HEADER_LENGTH;
    }

    /** Packets passed on for others. */
    long passedOn() {
        return passedOn;
    }

    /** Asks whom it is time to ask; answers when to call again. */
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
        if (bypass.open && nowNanos - bypass.heardNanos >= patienceNanos(bypass)) {
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
        // While there is none it is asked ever more seldom.
        long patience = bypass.open ? config.quietNanos() : Math.min(2 * config.silenceNanos(),
                Math.max(config.firstProbeNanos(), 2 * prober.rttNanos(site)) << Math.min(bypass.tries / TRIES, 8));
        bypass.tries += bypass.by == null ? 0 : 1;
        bypass.nextNanos = nowNanos + patience;
        return bypass.nextNanos;
    }

    /** Answers come over two ways and from two computers, either of which may be busy. */
    private long patienceNanos(Bypass bypass) {
        return Math.max(LinkProber.patienceNanos(config, bypass.answers, bypass.rttNanos()), prober.patienceNanos(bypass.by))
                + config.quietNanos();
    }

    /** This process has slept for so long: nobody had that time to answer. */
    void slept(long nanos) {
        bypasses.values().forEach(bypass -> bypass.heardNanos += nanos);
    }

    /** Sites that hear both as far as is known, those on the shortest way first. */
    private List<SiteId> others(SiteId site) {
        List<SiteId> others = new ArrayList<>();
        if (!directory.snapshots().isEmpty()) {
            LinkCosts costs = directory.snapshots().get(0).costs();
            for (SiteId by : directory.sites().keySet()) {
                if (!by.equals(self) && !by.equals(site) && prober.hears(by) && !prober.held(by) && costs.isMeasured(by, site)) {
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

    /** A packet for another site: it is passed on if it may be. */
    void passOn(SiteId from, SiteId to, SiteId origin, byte[] buffer, int offset, int length) {
        if (allowed && from.equals(origin) && !to.equals(from) && prober.hears(to) && !prober.held(to)) {
            passedOn++;
            out.send(to, buffer, offset, length);
        }
    }

    /** Whether a packet that has come by another site is to be taken for one of its origin. */
    boolean takes(SiteId from, SiteId origin) {
        return allowed && directory != null && !origin.equals(self) && !origin.equals(from) && directory.sites().containsKey(origin);
    }

    /** A probe has come by a third site: it is answered that way, and whoever has no way to the other yet tries the same one. */
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

    /** The answer to a probe has come by a third site. */
    void echo(SiteId origin, SiteId by, WireReader in, long nowNanos) {
        Bypass bypass = bypasses.get(origin);
        if (in.remaining() != Long.BYTES) {
            throw new MalformedPacketException("an echo of " + in.remaining() + " bytes by another site");
        }
        long rtt = nowNanos - in.getLong();
        if (bypass != null && by.equals(bypass.by) && rtt > 0 && rtt < ABSURD_NANOS && prober.held(origin)) {
            bypass.rtt.sample(rtt);
            bypass.answers.sample(-rtt, nowNanos);
            bypass.heardNanos = nowNanos;
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
