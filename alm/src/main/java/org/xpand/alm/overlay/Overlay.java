package org.xpand.alm.overlay;

import java.time.Duration;
import java.util.Collections;
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
        /**
         * A group's stack threw this, and is closed. Called on the overlay's thread.
         *
         * @param stack the closed stack
         * @param cause what it threw, a {@link RuntimeException} or a {@link LinkageError}
         */
        void failed(GroupStack stack, Throwable cause);
    }

    /**
     * Makes the overlay of a new delegate. It sends nothing before it gets the {@link #directory}.
     *
     * @param self        the delegate's site
     * @param incarnation the delegate's incarnation, random, not 0
     * @param config      the settings of probes, trees, packets and reliability
     * @param out         sends the datagrams to other delegates
     * @param random      seeded by the caller, so that a simulation can be repeated
     */
    public Overlay(SiteId self, long incarnation, OverlayConfig config, DatagramOut out, RandomGenerator random) {
        this.self = self;
        this.incarnation = incarnation;
        this.config = config;
        this.random = random;
        this.inFlight = new BytesInFlight(out::receiveRoomBytes);
        this.prober = new LinkProber(config, out);
        this.paths = new PathProber(config, out);
        DatagramParts parts = new DatagramParts(out, paths, (int) incarnation);
        this.out = new Bypasses(self, config, prober, parts);
        this.silences = new Silences(config, prober, this.out);
        this.trees = new Trees(config.tree());
        this.hops = new HopFilters(this.out, random, this::siteName);
        this.forwarder = new Forwarder(self, trees, hops, paths, this.out);
        this.intake = new DatagramIntake(self, prober, paths, this.out, trees, hops, forwarder, stacks, parts, lateness,
                this::updateStacks);
    }

    /**
     * Sets the listener of groups whose stacks fail from now on. Without one, the method that finds a failure throws it.
     *
     * @param listener is called within the method that finds the failure
     */
    public void onFailure(Failures listener) {
        stacks.onFailure(listener);
    }

    /**
     * From now on packets carry proofs of their source, and those without a valid proof are dropped. With proofs, broken
     * paths are not bypassed: the third site would be trusted to name the origin of reports and repairs.
     *
     * @param newProofs makes and checks the proofs; {@link SourceProofs#NONE} for no proofs
     */
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

    /**
     * Opens the stack of a reliable group that has members in the site.
     *
     * @param name     the group
     * @param strategy the group's rate control
     * @param delivery takes the segments of remote senders and the progress of local ones
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     * @return the stack, which is part of this overlay until {@link #close}
     * @throws IllegalStateException if the group is open
     */
    public GroupStack open(GroupName name, RateStrategy strategy, Delivery delivery, long nowNanos) {
        return open(name, strategy, new ReliabilityLayer(config.reliability(), delivery), nowNanos);
    }

    /**
     * Opens the stack of a group that has members in the site, with this layer on top.
     *
     * @param name     the group
     * @param strategy the group's rate control
     * @param top      determines the content of packets; not part of a stack yet
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     * @return the stack, which is part of this overlay until {@link #close}
     * @throws IllegalStateException if the group is open
     */
    public GroupStack open(GroupName name, RateStrategy strategy, TopLayer top, long nowNanos) {
        GroupStack stack = new GroupStack(name, self, incarnation, strategy, top, config, inFlight, random, nowNanos);
        stacks.add(stack);
        stack.destinations().mostBeyond(proofs.mostSites());
        if (directory != null) {
            stack.update(directory, trees, prober, out, nowNanos);
        }
        return stack;
    }

    /**
     * Closes the stack of a group that no longer has members in the site.
     *
     * @param name the group; nothing happens if it is not open
     */
    public void close(GroupName name) {
        stacks.close(name);
    }

    /**
     * Takes round-trip times that others have measured between this site and the other ones: used until they are measured here.
     *
     * @param rttNanos the times by the other site, ns; those of 0 or less and of more than a second are ignored
     */
    public void announcedRtts(Map<SiteId, Long> rttNanos) {
        prober.announced(rttNanos);
    }

    /**
     * Takes a new state of the sites, their members and the trees.
     *
     * @param newDirectory replaces the former one
     * @param nowNanos     the time, nanoseconds of the process's monotonic clock
     */
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

    /** {@return the smoothed round-trip times, ns, to the other sites that have answered and are not silent} */
    public SortedMap<SiteId, Long> rttNanos() {
        return prober.rttNanos();
    }

    /** {@return the round-trip times, ns, to the same sites without queueing delay: the least of the last minute} */
    public SortedMap<SiteId, Long> baseRttNanos() {
        return prober.baseRttNanos();
    }

    /**
     * {@return the round-trip time to a site, ns: the smoothed one measured here, or before that the one announced by others; 0 if neither
     * is known}
     *
     * @param site another site
     */
    public long rttNanos(SiteId site) {
        return prober.rttNanos(site);
    }

    /**
     * {@return whether packets arrive from a site, and packets sent to it arrive there, as far as is known: directly, or through a third
     * site}
     *
     * @param site another site
     */
    public boolean receivesFrom(SiteId site) {
        return out.receivesFrom(site);
    }

    /**
     * A site's delegate may have left: it is probed at once, and becomes silent if it does not answer soon.
     *
     * @param site     the site; nothing happens if it is silent or not in the directory
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public void doubt(SiteId site, long nowNanos) {
        prober.doubt(site, nowNanos);
    }

    /**
     * The sites that have answered nothing for {@link OverlayConfig#suspectNanos}: their delegates may be gone, though
     * the control between sites has not noticed. Each is named once in a silence.
     *
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     * @return by site, how long it has to answer on the control connections, ns, more than 0; mostly empty
     */
    public Map<SiteId, Long> suspects(long nowNanos) {
        return silences.suspects(nowNanos);
    }

    /**
     * Reports each site that has become silent, and each that is no longer silent, once. A site that has appeared less than ten seconds
     * ago is reported only if it stays silent for longer, because it may still be starting.
     *
     * @param listener gets the site and the cause of its silence as text that follows the site's name; empty if it answers again
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     * @return when to call again if nothing arrives before, in nanoseconds of the same clock; {@link Long#MAX_VALUE} for never
     */
    public long silences(BiConsumer<SiteId, Optional<String>> listener, long nowNanos) {
        return silences.report(listener, nowNanos);
    }

    /**
     * {@return whether a site is held, but its silence has not been reported ({@link #silences})} It does not answer, and gets only probes
     * for the moment.
     *
     * @param site another site
     */
    public boolean isHeldForAMoment(SiteId site) {
        return out.held(site) && !silences.isReported(site);
    }

    /**
     * Sends the packets that may be sent now, a bounded number of all groups together, which take turns.
     *
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     * @return when to call again, in nanoseconds of the same clock: not after {@code nowNanos} if more may be sent at once,
     *         {@link Long#MAX_VALUE} for never
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

    /**
     * {@return the groups whose turn it was when {@link #run} was called last, so that their relays get a turn too; changes with the next
     * call}
     */
    public List<GroupStack> tookTurn() {
        return Collections.unmodifiableList(stacks.tookTurn());
    }

    /**
     * The loop that drives this overlay has taken a turn: the less time it has left the longer busy groups rest.
     *
     * @param fromNanos the turn's beginning, nanoseconds of the process's monotonic clock
     * @param toNanos   its end
     */
    public void worked(long fromNanos, long toNanos) {
        stacks.worked(fromNanos, toNanos);
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
        // On a busy machine the times at which reports arrive say nothing about the path.
        inFlight.baseRtts(prober.baseRttNanos());
        stacks.room(inFlight.leastRoom());
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

    /**
     * A datagram arrived from the endpoint of a site; a faulty one is counted and dropped.
     *
     * @param from     the site to which the endpoint belongs
     * @param buffer   contains the datagram; its bytes may be changed, and the buffer may be used again after the call
     * @param offset   index of its first byte
     * @param length   its length, bytes
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public void receive(SiteId from, byte[] buffer, int offset, int length, long nowNanos) {
        receive(from, buffer, offset, length, false, nowNanos);
    }

    /**
     * The same of a datagram that a router may have marked (RFC 3168).
     *
     * @param from     the site to which the endpoint belongs
     * @param buffer   contains the datagram; its bytes may be changed, and the buffer may be used again after the call
     * @param offset   index of its first byte
     * @param length   its length, bytes
     * @param marked   whether a router has marked it, which reports congestion on its path
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public void receive(SiteId from, byte[] buffer, int offset, int length, boolean marked, long nowNanos) {
        lookForPause(nowNanos);
        intake.receive(from, buffer, offset, length, marked, nowNanos);
    }

    /**
     * {@return the unknown snapshot that a packet carried last, unless one with a greater number of the same coordinator is known; empty if
     * there was none since the last call}
     */
    public Optional<SnapshotId> takeWanted() {
        return forwarder.takeWanted();
    }

    /**
     * {@return statistics of the hops at which a strategy decides which packets are sent, by neighbour and by the strategy's name}
     *
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public SortedMap<SiteId, SortedMap<String, RateHopStats>> hopStats(long nowNanos) {
        return hops.stats(nowNanos);
    }

    /** {@return what the paths to the other sites carry, by site: tests of marks and of datagram lengths} */
    public SortedMap<SiteId, PathStats> pathStats() {
        return paths.stats();
    }

    /** {@return the counters since this overlay was made, as they are now} */
    public OverlayStats stats() {
        return new OverlayStats(forwarder.forwarded(), intake.malformed(), intake.foreignVersion(), forwarder.unknownSnapshot(),
                forwarder.offTree(), intake.strangeSource(), intake.unknownGroup(), lateness.pauses(),
                Duration.ofNanos(lateness.pausedNanos()), Duration.ofNanos(lateness.longestNanos()));
    }
}
