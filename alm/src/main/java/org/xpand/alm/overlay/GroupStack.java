package org.xpand.alm.overlay;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.alm.tree.SpanningTree;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.RateReason;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupParts;
import org.xpand.protocols.directory.OverlaySnapshot;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;
import org.xpand.protocols.rate.Pacer;
import org.xpand.protocols.reliability.ReliabilityLayer;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.stack.BytesInFlight;
import org.xpand.protocols.stack.InPacket;
import org.xpand.protocols.stack.OutPacket;
import org.xpand.protocols.stack.RateLayer;
import org.xpand.protocols.stack.RedundancyLayer;
import org.xpand.protocols.stack.TopLayer;
import org.xpand.protocols.stack.WireFormat;
import org.xpand.protocols.strategy.RateStrategy;

/** The WAN stack of one group at one delegate, and the tree of its packets. */
public final class GroupStack {
    /** Members that ask for less than this part of the rate leave room for more; demands are measured, and are without headers. */
    private static final double USED = 0.7;

    private final GroupName name;
    private final GroupId groupId;
    private final OverlayConfig config;
    private RateStrategy strategy;
    private boolean odd;
    private final OverlayLayer overlay;
    private final RateLayer rate;
    private Optional<RedundancyLayer> redundancy = Optional.empty();
    private final TopLayer top;
    private final SlowSites slowSites;
    private final GroupParts parts = new GroupParts();
    private final HandedOverParts handedOver = new HandedOverParts();
    private int receiverChangesSeen;
    private final TreeMap<SiteId, Joined> joined = new TreeMap<>();
    private final SnapshotChoice choice;
    private final Destinations destinations;
    private long packetsSeen;
    private final TreeSet<SiteId> expected = new TreeSet<>();
    private Directory known;
    private boolean waits;
    private int trafficClass;
    private final PacketSize packetSize = new PacketSize();
    private int packetBytes = WireFormat.MTU;
    private final Due<GroupStack> due = new Due<>(this);
    private final SourcePaths sourcePaths;

    /** A site of the group: its delegate, and whether packets arrive from it now. */
    private record Joined(long incarnation, boolean received) {
    }

    GroupStack(GroupName name, SiteId self, long incarnation, RateStrategy strategy, TopLayer top,
               OverlayConfig config, BytesInFlight inFlight, RandomGenerator random, long nowNanos) {
        this.name = name;
        this.groupId = name.id();
        this.config = config;
        this.strategy = top instanceof ReliabilityLayer ? strategy.reliable() : strategy;
        this.trafficClass = config.codePoints().trafficClass(this.strategy.name(), name.value());
        this.overlay = new OverlayLayer(self, groupId);
        this.destinations = new Destinations(self, config.minimumRate(), config.directCopies());
        this.sourcePaths = new SourcePaths(self, groupId);
        Pacer pacer = new Pacer(this.strategy.pacing(config.pacing()), nowNanos);
        // Segments that links drop by precedence are never read, and reports are rare: only their links bound layered groups.
        BytesInFlight bound = top instanceof ReliabilityLayer ? inFlight : new BytesInFlight(() -> 0);
        this.rate = new RateLayer(self, groupId, incarnation, this.strategy, pacer, bound, random);
        this.slowSites = new SlowSites(config);
        this.choice = new SnapshotChoice(groupId, config.snapshotGraceNanos());
        this.top = top;
        rate.stackOn(overlay);
        stackRedundancy();
        top.parts(parts);
    }

    private void stackRedundancy() {
        if (strategy.redundancy() > 0) {
            redundancy = Optional.of(new RedundancyLayer(strategy.redundancy(), rate::wantsRedundancy));
            redundancy.get().stackOn(rate);
            top.stackOn(redundancy.get());
        } else {
            redundancy = Optional.empty();
            top.stackOn(rate);
        }
    }

    /**
     * Changes the group's rate control from the next packet on. Packets in flight, retention and missing segments stay as they are.
     *
     * @param next     the new rate control
     * @param isOdd    whether the group has been changed an odd number of times
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public void change(RateStrategy next, boolean isOdd, long nowNanos) {
        strategy = top instanceof ReliabilityLayer ? next.reliable() : next;
        odd = isOdd;
        trafficClass = config.codePoints().trafficClass(strategy.name(), name.value());
        rate.change(strategy, new Pacer(strategy.pacing(config.pacing()), nowNanos), isOdd, nowNanos);
        stackRedundancy();
        due.changed();
    }

    /**
     * Sets whether the group has been changed an odd number of times: for a change that keeps the rate control, and for those before the
     * stack was opened.
     *
     * @param isOdd true if the number of changes is odd, as data packets say in their headers
     */
    public void odd(boolean isOdd) {
        odd = isOdd;
        rate.odd(isOdd);
    }

    /** Whether a data packet's strategy header, if there is one, belongs to the group's current strategy. */
    boolean understands(byte[] datagram, int offset, int length) {
        return length <= WireFormat.DATA_HEADER_LENGTH || WireFormat.odd(datagram, offset) == odd;
    }

    /** {@return the name of the group} */
    public GroupName name() {
        return name;
    }

    /** {@return what determines when the group gets a turn, for this stack and for the relay above it} */
    public Due<GroupStack> due() {
        return due;
    }

    /** The code point of its packets, with the two bits of RFC 3168 as zeros. */
    int trafficClass() {
        return trafficClass;
    }

    /** The packet length that its paths carry. */
    PacketSize packetSize() {
        return packetSize;
    }

    /** The longest packet now, bytes. */
    int packetBytes(PathProber paths, SourceProofs proofs, long nowNanos) {
        packetBytes = packetSize.bytes(destinations.neighbours(), paths, nowNanos) - proofs.length(destinations.beyond().size());
        rate.varyLengths(packetBytes, nowNanos);
        return packetBytes;
    }

    /** Where its packets go. */
    Destinations destinations() {
        return destinations;
    }

    /** {@return how many bytes of a message fit into the segment of a full packet; changes with the packet length that the paths carry} */
    public int segmentBytes() {
        int bytes = rate.segmentBytes(packetBytes);
        return redundancy.isPresent() ? Math.min(bytes, Segment.USUAL_PAYLOAD) : bytes;
    }

    /** {@return the group's identity on the wire} */
    public GroupId groupId() {
        return groupId;
    }

    /** {@return the group's rate control; that of a reliable group is as {@link RateStrategy#reliable} returns it} */
    public RateStrategy strategy() {
        return strategy;
    }

    /**
     * {@return the top of a reliable group's stack}
     *
     * @throws IllegalStateException if messages of the group may be dropped
     */
    public ReliabilityLayer reliability() {
        if (top instanceof ReliabilityLayer reliability) {
            return reliability;
        }
        throw new IllegalStateException("group " + name + " is not reliable");
    }

    /** {@return the layer in which the rate control runs, with its measurements} */
    public RateLayer rate() {
        return rate;
    }

    /**
     * {@return what determines how fast this site sends to the group, apart from members that do not consume}
     *
     * @param demand   what the site's members ask for, bytes per second, 0 or more
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public RateReason reason(double demand, long nowNanos) {
        RateReason reason = rate.reason(nowNanos);
        boolean fixed = reason == RateReason.LAN_WINDOW || reason == RateReason.SOCKET;
        return !fixed && !waitsForRate() && demand < USED * rate.allowedRate(nowNanos) ? RateReason.APPLICATION : reason;
    }

    /** {@return whether something waits to be sent for the first time} */
    public boolean waitsForRate() {
        return top.backlogBytes() > 0;
    }

    /** {@return the layer that sends redundancy; empty if the rate control has none} */
    public Optional<RedundancyLayer> redundancy() {
        return redundancy;
    }

    /** {@return the tree that packets take now; empty before the first snapshot with this site} */
    public Optional<SpanningTree> tree() {
        return destinations.tree();
    }

    /**
     * {@return whether packets go directly to every reachable site instead of along the tree} They do while a site cannot forward them
     * that would have to, while others would forward them to an excluded site, if they would reach more sites through others than
     * {@link SourceProofs#mostSites}, and while they avoid the tree.
     */
    public boolean isDirect() {
        return destinations.isDirect();
    }

    /** {@return whether packets go directly because the tree has lost too many of them, or because that is faster} */
    public boolean avoidsTree() {
        return destinations.avoidsTree();
    }

    /** {@return the sites to which packets are sent, and the awaited ones; a view that follows changes} */
    public SortedSet<SiteId> receivers() {
        return Collections.unmodifiableSortedSet(joined.navigableKeySet());
    }

    /** {@return the awaited ones among the {@link #receivers}, as they are now} */
    public Set<SiteId> unreachable() {
        Set<SiteId> unreachable = Set.of();
        for (Map.Entry<SiteId, Joined> site : joined.entrySet()) {
            if (!site.getValue().received) {
                unreachable = unreachable.isEmpty() ? new TreeSet<>() : unreachable;
                unreachable.add(site.getKey());
            }
        }
        return unreachable;
    }

    /**
     * Uses the newest snapshot that every site on its tree has acknowledged, or whose grace time has passed, and follows the
     * sites: a site that left the group is released, one that left the overlay, is silent, or whose members have vanished is awaited.
     */
    void update(Directory directory, Trees trees, LinkProber prober, Bypasses bypasses, long nowNanos) {
        due.changed();
        known = directory;
        TreeSet<SiteId> remembered = new TreeSet<>(joined.keySet());
        remembered.addAll(top.receivers());
        parts.update(directory, groupId, remembered);
        expectNewSites(directory, nowNanos);
        sourcePaths.directory(directory);
        choose(directory, trees, nowNanos);
        waits = false;
        for (SiteId site : new TreeSet<>(joined.keySet())) {
            SiteInfo info = directory.sites().get(site);
            if (info != null && info.group(groupId).isEmpty()) {
                joined.remove(site);
                slowSites.forget(site);
                packetSize.left(site);
                rate.siteLeft(site, nowNanos);
            } else if (info == null || bypasses.held(site)) {
                suspend(site, nowNanos);
            } else if (info.present(groupId).isEmpty()) {
                suspend(site, nowNanos);
                // Its stack of the group is closed: it begins anew once it has a member.
                joined.put(site, new Joined(0, false));
            }
        }
        for (SiteId site : destinations.tree().map(SpanningTree::sites).orElse(Collections.emptySortedSet())) {
            SiteInfo info = directory.sites().get(site);
            if (info != null && !site.equals(directory.self()) && info.present(groupId).isPresent()
                    && !bypasses.held(site)) {
                if (!joined.containsKey(site) && !prober.measured(site, nowNanos)) {
                    waits = true;
                    continue;
                }
                markReachable(site, info, bypasses.leastRttNanos(site), nowNanos);
            }
        }
        chooseDestinations(bypasses, nowNanos);
        for (SiteId site : List.copyOf(top.receivers())) {
            SiteInfo info = directory.sites().get(site);
            if (info != null && info.group(groupId).isEmpty()) {
                top.siteLeft(site, nowNanos);
            }
        }
        joined.forEach((site, state) -> {
            SiteInfo info = directory.sites().get(site);
            if (info != null && info.present(groupId).isPresent()) {
                TreeSet<MemberId> members = new TreeSet<>();
                info.present(groupId).orElseThrow().members().forEach(member -> members.add(member.member()));
                top.members(site, members, nowNanos);
            }
        });
        top.elsewhere(parts.elsewhere(), nowNanos);
        handedOver.update(parts, remembered, nowNanos);
    }

    /**
     * An application that sees a site's members in a view may count on their receiving what is sent from then on, even if there is
     * no tree to the site yet or its round-trip time is being measured.
     */
    private void expectNewSites(Directory directory, long nowNanos) {
        expected.retainAll(directory.sites().keySet());
        for (SiteInfo info : directory.sites().values()) {
            boolean member = info.group(groupId).isPresent() && !info.id().equals(directory.self());
            if (!member) {
                expected.remove(info.id());
            } else if (!joined.containsKey(info.id()) && expected.add(info.id())) {
                top.expect(List.of(info.id()), nowNanos);
            }
        }
    }

    private void chooseDestinations(Bypasses bypasses, long nowNanos) {
        TreeSet<SiteId> received = new TreeSet<>(joined.keySet());
        received.removeAll(unreachable());
        int copies = destinations.neighbours().size();
        boolean changed = destinations.choose(received, this::lacksTree, bypasses::held, slowSites::excludes);
        overlay.direct(destinations.isDirect());
        rate.copies(destinations.neighbours().size());
        if (changed) {
            rate.pathsChanged(destinations.firstPart(copies), nowNanos);
            slowSites.pathsChanged();
        }
    }

    private boolean lacksTree(SiteId site) {
        SiteInfo info = known.sites().get(site);
        return info != null && choice.isBehind(known, info.snapshot());
    }

    private void suspend(SiteId site, long nowNanos) {
        Joined state = joined.get(site);
        if (state.received) {
            joined.put(site, new Joined(state.incarnation, false));
            packetSize.left(site);
            rate.siteUnreachable(site, nowNanos);
        }
    }

    private void markReachable(SiteId site, SiteInfo info, long pathRttNanos, long nowNanos) {
        Joined state = joined.put(site, new Joined(info.incarnation(), true));
        if (state == null) {
            rate.siteJoined(site, pathRttNanos, nowNanos);
        } else if (!state.received || state.incarnation != info.incarnation()) {
            slowSites.admit(site);
            rate.siteResumed(site, state.incarnation != info.incarnation(), pathRttNanos, nowNanos);
        }
    }

    /** A site, or part of one, that has left and has been awaited for long enough. */
    private void leaveUnawaited(long nowNanos) {
        if (!(top instanceof ReliabilityLayer reliability) || reliability.receiverChanges() == receiverChangesSeen) {
            return;
        }
        receiverChangesSeen = reliability.receiverChanges();
        for (Map.Entry<SiteId, Joined> entry : List.copyOf(joined.entrySet())) {
            SiteId site = entry.getKey();
            SiteInfo info = known.sites().get(site);
            if (!entry.getValue().received && (info == null || info.present(groupId).isEmpty()) && !top.receivers().contains(site)) {
                joined.remove(site);
                rate.siteLeft(site, nowNanos);
            }
        }
    }

    /**
     * Releases sites that have been awaited for long enough and excludes those that are too slow for the group; tries excluded ones
     * again when it is time. Returns whether the set of sites to which packets are sent has changed.
     */
    boolean maintain(LinkProber prober, long nowNanos) {
        top.maintain(nowNanos);
        leaveUnawaited(nowNanos);
        for (SiteId part : handedOver.takeDue(nowNanos)) {
            if (joined.remove(part) != null) {
                rate.siteLeft(part, nowNanos);
            } else {
                top.siteLeft(part, nowNanos);
            }
        }
        boolean reliable = top instanceof ReliabilityLayer;
        // Links drop messages that may be lost on purpose, so losses of these do not speak against a tree.
        boolean otherPaths = reliable && destinations.isLookDue(nowNanos)
                && destinations.look(rate.sourceStats(nowNanos), waitsForRate(), nowNanos);
        if (slowSites.isDue(nowNanos)) {
            // Messages that may be lost need no other state: links drop what exceeds their rate.
            List<SiteId> tooSlow = slowSites.look(rate.sourceStats(nowNanos), destinations::before, nowNanos);
            for (SiteId site : tooSlow) {
                top.exclude(site, "its path does not allow the group's least rate of "
                        + Math.round(config.minimumRate() * 8) + " bit/s (setting minimumRate)", nowNanos);
                rate.doNotWaitFor(site, !reliable, nowNanos);
                if (reliable) {
                    slowSites.exclude(site, nowNanos);
                }
            }
            List<SiteId> again = slowSites.takeDue(nowNanos);
            for (SiteId site : again) {
                Joined state = joined.get(site);
                if (state != null && state.received) {
                    rate.siteResumed(site, false, prober.rttNanos(site), nowNanos);
                }
            }
            return otherPaths || reliable && !tooSlow.isEmpty() || !again.isEmpty();
        }
        return otherPaths;
    }

    /** Whether nothing is sent to some site yet because its round-trip time is being measured. */
    boolean waitsForMeasure() {
        return waits;
    }

    /** The path along a snapshot's tree from a source to here, as a number; equal paths have equal numbers. */
    long pathFrom(SiteId source, SnapshotId snapshot, Trees trees) {
        return sourcePaths.number(source, snapshot, trees);
    }

    /** Whether a packet was sent since the last call, so that silence of the others means something. */
    boolean sentSinceLooked() {
        long sent = rate.packetsSent();
        boolean any = sent != packetsSeen;
        packetsSeen = sent;
        return any;
    }

    private void choose(Directory directory, Trees trees, long nowNanos) {
        Optional<OverlaySnapshot> chosen = choice.choose(directory, nowNanos);
        chosen.ifPresent(snapshot -> overlay.snapshot(snapshot.id()));
        destinations.tree(chosen.map(snapshot -> trees.route(snapshot.id(), groupId).orElseThrow().tree()).orElse(null));
    }

    /** When a snapshot that waits for acknowledgements is used without them. */
    long graceEndsNanos() {
        return choice.nextNanos();
    }

    boolean pull(OutPacket packet, long nowNanos) {
        return destinations.hasTree() && overlay.pull(packet, nowNanos);
    }

    void receive(InPacket packet, long nowNanos) {
        overlay.receive(packet, nowNanos);
    }

    long nextDeadlineNanos(long nowNanos) {
        return destinations.hasTree() ? overlay.nextDeadlineNanos(nowNanos) : Long.MAX_VALUE;
    }
}
