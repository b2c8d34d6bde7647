package org.xpand.alm.overlay;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.alm.api.OverlayStats;
import org.xpand.alm.api.PathStats;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;
import org.xpand.protocols.reliability.Delivery;
import org.xpand.protocols.reliability.ReliabilityLayer;
import org.xpand.protocols.stack.BytesInFlight;
import org.xpand.protocols.stack.OutPacket;
import org.xpand.protocols.stack.PacketKind;
import org.xpand.protocols.stack.TopLayer;
import org.xpand.protocols.strategy.RateHopStats;
import org.xpand.protocols.strategy.RateStrategy;

/**
 * Everything a delegate does on the WAN: runs its groups' stacks, forwards packets along their trees, and measures the
 * links. A pure state machine: it owns no thread, socket or clock, and is called from one thread.
 */
public final class Overlay {
    private final SiteId self;
    private final long incarnation;
    private final OverlayConfig config;
    /** Uses third sites where paths are broken. */
    private final Bypasses out;
    private final RandomGenerator random;
    private final LinkProber prober;
    private final PathProber paths;
    private final Trees trees;
    private final HopFilters hops;
    private final Forwarder forwarder;
    private final GroupStacks stacks = new GroupStacks();
    private final GroupStacks.Turn turn = this::run;
    private final BytesInFlight inFlight;
    private final Silences silences;
    private boolean wasBlocked;
    private final Lateness lateness = new Lateness();
    private SourceProofs proofs = SourceProofs.NONE;
    private final OutPacket outgoing = new OutPacket();
    private final DatagramIntake intake;
    private Directory directory;
    private long nextLookNanos;

    /** Listener of groups whose stacks failed; they are closed already. */
    @FunctionalInterface
    public interface Failures {
        /** A group's stack threw this, and is closed. */
        void failed(GroupStack stack, Throwable cause);
    }

    /**
     * @param self        the site
     * @param incarnation the delegate's incarnation, random, not 0
     * @param config      settings
     * @param out         where datagrams go
     * @param random      seeded by the caller
     */
    public Overlay(SiteId self, long incarnation, OverlayConfig config, DatagramOut out, RandomGenerator random) {
        this.self = self;
        this.incarnation = incarnation;
        this.config = config;
        this.random = random;
        this.inFlight = new BytesInFlight(out::receiveRoomBytes);
        this.prober = new LinkProber(config, out);
        this.out = new Bypasses(self, config, prober, out);
        this.silences = new Silences(config, prober, this.out);
        this.paths = new PathProber(config, out);
        this.trees = new Trees(config.tree());
        this.hops = new HopFilters(this.out, random, this::siteName);
        this.forwarder = new Forwarder(self, trees, hops, paths, this.out);
        this.intake = new DatagramIntake(self, prober, paths, this.out, trees, hops, forwarder, stacks, lateness, this::updateStacks);
    }

    /** Sets the listener of groups whose stacks fail from now on. Without one, the method that finds a failure throws it. */
    public void onFailure(Failures listener) {
        stacks.onFailure(listener);
    }

    /** From now on packets carry proofs of their source, and those without a valid proof are dropped. */
    public void proofs(SourceProofs newProofs) {
        proofs = newProofs;
        intake.proofs(newProofs);
        out.allow(newProofs == SourceProofs.NONE);
        stacks.forEach(stack -> stack.destinations().mostBeyond(newProofs.mostSites()));
    }

    private String siteName(SiteId site) {
        SiteInfo info = directory == null ? null : directory.sites().get(site);
        return info == null ? "" : info.name();
    }

    /** Opens the stack of a reliable group that has members in the site. */
    public GroupStack open(GroupName name, RateStrategy strategy, Delivery delivery, long nowNanos) {
        return open(name, strategy, new ReliabilityLayer(config.reliability(), delivery), nowNanos);
    }

    /** Opens the stack of a group that has members in the site, with this layer on top. */
    public GroupStack open(GroupName name, RateStrategy strategy, TopLayer top, long nowNanos) {
        GroupStack stack = new GroupStack(name, self, incarnation, strategy, top, config, inFlight, random, nowNanos);
        stacks.add(stack);
        stack.destinations().mostBeyond(proofs.mostSites());
        if (directory != null) {
            stack.update(directory, trees, prober, out, nowNanos);
        }
        return stack;
    }

    /** Closes the stack of a group that no longer has members in the site. */
    public void close(GroupName name) {
        stacks.close(name);
    }

    /**
     * Takes round-trip times that others have measured between this site and the other ones, ns: used until they are measured here.
     */
    public void announcedRtts(Map<SiteId, Long> rttNanos) {
        prober.announced(rttNanos);
    }

    /** Takes a new state of the sites. */
    public void directory(Directory newDirectory, long nowNanos) {
        directory = newDirectory;
        intake.directory(newDirectory);
        trees.directory(newDirectory);
        TreeSet<SiteId> others = new TreeSet<>(newDirectory.sites().keySet());
        others.remove(self);
        prober.sites(others, nowNanos);
        out.directory(newDirectory);
        silences.sites(others, nowNanos);
        paths.sites(newDirectory.sites(), self, nowNanos);
        updateStacks(nowNanos);
    }

    /** Round-trip times to the other sites as measured so far, nanoseconds. */
    public SortedMap<SiteId, Long> rttNanos() {
        return prober.rttNanos();
    }

    /** The same without queueing delay, nanoseconds: the least of the last minute. */
    public SortedMap<SiteId, Long> baseRttNanos() {
        return prober.baseRttNanos();
    }

    /** The round-trip time to a site, measured here or announced by others before that, nanoseconds; 0 if it is not known. */
    public long rttNanos(SiteId site) {
        return prober.rttNanos(site);
    }

    /** Whether packets arrive from a site, and packets sent to it arrive there, as far as is known. */
    public boolean receivesFrom(SiteId site) {
        return out.receivesFrom(site);
    }

    /** A site's delegate may have left: it is probed at once, and becomes silent if it does not answer soon. */
    public void doubt(SiteId site, long nowNanos) {
        prober.doubt(site, nowNanos);
    }

    /**
     * The sites that have answered nothing for {@link OverlayConfig#suspectNanos}: their delegates may be gone, though
     * the control between sites has not noticed. Each is named once in a silence, with how long it has to answer there, ns.
     */
    public Map<SiteId, Long> suspects(long nowNanos) {
        return silences.suspects(nowNanos);
    }

    /**
     * Reports each site that has become silent, with the cause as text, and each that is no longer silent, once. A site that has
     * appeared less than ten seconds ago is reported only if it stays silent for longer, because it may still be starting.
     *
     * @return when to call again if nothing arrives before
     */
    public long silences(BiConsumer<SiteId, Optional<String>> listener, long nowNanos) {
        return silences.report(listener, nowNanos);
    }

    /**
     * Whether nothing is sent to the site for the moment only: it does not answer, but its silence has not been reported, see
     * {@link #silences}.
     */
    public boolean isHeldForAMoment(SiteId site) {
        return out.held(site) && !silences.isReported(site);
    }

    /**
     * Sends the packets that may be sent now, a bounded number of all groups together, which take turns.
     *
     * @return when to call again, not after {@code nowNanos} if more may be sent at once
     */
    public long run(long nowNanos) {
        lookForPause(nowNanos);
        return lateness.due(sendAll(nowNanos), nowNanos);
    }

    /** Packets read after this process has slept may have waited for it. */
    private void lookForPause(long nowNanos) {
        long late = lateness.look(nowNanos);
        if (late > 0) {
            prober.slept(late);
            out.slept(late);
            hops.paused(late, lateness.staleUntilNanos(), nowNanos);
            for (GroupStack stack : stacks) {
                stack.rate().paused(late, lateness.staleUntilNanos(), nowNanos);
                stack.due().changed();
            }
        }
    }

    private long sendAll(long nowNanos) {
        lookForSilence(nowNanos);
        long deadline = Math.min(prober.run(nowNanos), Math.min(paths.run(prober, nowNanos), out.run(nowNanos)));
        if (out.takeChanged()) {
            updateStacks(nowNanos);
        }
        if (wasBlocked) {
            wasBlocked = false;
            changed();
        }
        if (inFlight.takeFreed()) {
            for (GroupStack stack : stacks) {
                if (stack.rate().isHeldBack()) {
                    stack.due().changed();
                }
            }
        }
        deadline = Math.min(deadline, stacks.takeTurns(config.turnPackets(), turn, nowNanos));
        return Math.min(deadline, hops.run(nowNanos));
    }

    /** Every group takes part in the next turn, with or without news. */
    public void changed() {
        stacks.changed();
    }

    /** One group's turn; returns how many packets it has sent. */
    private int run(GroupStack stack, int most, long nowNanos) {
        hops.announceRates(stack.strategy(), stack.destinations().neighbours(), stack.rate()::linkRates, nowNanos);
        if (directory != null && stack.graceEndsNanos() <= nowNanos) {
            stack.update(directory, trees, prober, out, nowNanos);
        }
        if (stack.maintain(prober, nowNanos) && directory != null) {
            stack.update(directory, trees, prober, out, nowNanos);
        }
        int sent = 0;
        outgoing.maxLength(stack.packetBytes(paths, proofs, nowNanos) - out.overhead());
        while (sent < most && out.isWritable() && stack.pull(outgoing, nowNanos)) {
            send(stack, nowNanos);
            sent++;
        }
        stack.due().at(stack.graceEndsNanos());
        if (out.isWritable()) {
            stack.due().at(stack.nextDeadlineNanos(nowNanos));
        } else {
            wasBlocked = true;
        }
        return sent;
    }

    /** A site that does not answer while packets are sent must not delay the others. */
    private void lookForSilence(long nowNanos) {
        if (nowNanos - nextLookNanos < 0) {
            return;
        }
        nextLookNanos = nowNanos + config.quietNanos() / 4;
        TreeSet<SiteId> sentTo = new TreeSet<>();
        forwarder.takeForwardedTo(sentTo);
        boolean waits = false;
        for (GroupStack stack : stacks) {
            sentTo.addAll(stack.sentSinceLooked() ? stack.receivers() : List.of());
            waits |= stack.waitsForMeasure();
        }
        prober.expectAnswers(sentTo, nowNanos);
        if (prober.anyFellSilent(!sentTo.isEmpty(), nowNanos) || waits) {
            updateStacks(nowNanos);
        }
    }

    private void updateStacks(long nowNanos) {
        if (directory != null) {
            stacks.containing(stack -> stack.update(directory, trees, prober, out, nowNanos));
        }
    }

    private void send(GroupStack stack, long nowNanos) {
        byte[] bytes = outgoing.writer().buffer();
        if (outgoing.destination() != null) {
            if (outgoing.kind() == PacketKind.REPORT) {
                PacketSize.write(bytes, 0, stack.packetSize().received(outgoing.destination()));
            }
            out.send(outgoing.destination(), bytes, 0, outgoing.length(), stack.trafficClass());
            return;
        }
        List<SiteId> neighbours = stack.destinations().neighbours();
        int length = proofs.append(stack.destinations().beyond(), bytes, outgoing.length());
        for (int i = 0; i < neighbours.size(); i++) {
            SiteId neighbour = neighbours.get(i);
            int trafficClass = stack.trafficClass() | paths.ecn(neighbour);
            if (hops.admit(stack.strategy(), neighbour, bytes, 0, length, trafficClass, nowNanos)) {
                PacketSize.write(bytes, 0, paths.use(neighbour));
                out.send(neighbour, bytes, 0, length, trafficClass);
            }
        }
    }

    /** A datagram arrived from the endpoint of a site; a faulty one is counted and dropped. */
    public void receive(SiteId from, byte[] buffer, int offset, int length, long nowNanos) {
        receive(from, buffer, offset, length, false, nowNanos);
    }

    /**
     * The same of a datagram that a router may have marked (RFC 3168). Its bytes may be changed.
     */
    public void receive(SiteId from, byte[] buffer, int offset, int length, boolean marked, long nowNanos) {
        lookForPause(nowNanos);
        intake.receive(from, buffer, offset, length, marked, nowNanos);
    }

    /** The newest unknown snapshot that packets carried, if it is newer than the known ones; returned once. */
    public Optional<SnapshotId> takeWanted() {
        return forwarder.takeWanted();
    }

    /** Statistics of the links that are filtered, by neighbour and strategy. */
    public SortedMap<SiteId, SortedMap<String, RateHopStats>> hopStats(long nowNanos) {
        return hops.stats(nowNanos);
    }

    /** State of the paths to the other sites. */
    public SortedMap<SiteId, PathStats> pathStats() {
        return paths.stats();
    }

    /** The counters so far. */
    public OverlayStats stats() {
        return new OverlayStats(forwarder.forwarded(), intake.malformed(), intake.foreignVersion(), forwarder.unknownSnapshot(),
                forwarder.offTree(), intake.strangeSource(), intake.unknownGroup(), lateness.pauses(),
                Duration.ofNanos(lateness.pausedNanos()), Duration.ofNanos(lateness.longestNanos()));
    }
}
