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
import org.xpand.protocols.stack.InPacket;
import org.xpand.protocols.stack.OutPacket;
import org.xpand.protocols.stack.RateLayer;
import org.xpand.protocols.stack.RedundancyLayer;
import org.xpand.protocols.stack.TopLayer;
import org.xpand.protocols.stack.UnderWay;
import org.xpand.protocols.stack.WireFormat;
import org.xpand.protocols.strategy.RateStrategy;

/** The WAN stack of one group at one delegate, and the tree its packets take. */
public final class GroupStack {
    /** How long what they lack is kept for members that are in another part of their site now. */
    private static final long HANDED_OVER_NANOS = 2_000_000_000L;

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
    private final TreeMap<SiteId, Long> handedOverNanos = new TreeMap<>();
    private int receiverChangesSeen;
    private final TreeMap<SiteId, Joined> joined = new TreeMap<>();
    private final SnapshotChoice choice;
    private SpanningTree tree;
    private List<SiteId> neighbours = List.of();
    private List<SiteId> beyond = List.of();
    private int mostBeyond = Integer.MAX_VALUE;
    private long packetsSeen;
    private final TreeSet<SiteId> expected = new TreeSet<>();
    private Directory known;
    private boolean broken;
    private boolean waits;
    private int trafficClass;
    private final PacketSize packetSize = new PacketSize();
    private int packetBytes = WireFormat.MTU;
    private final Due due = new Due();
    private boolean tookTurn;
    private final SourcePaths ways;

    /** A site of the group: its delegate, and whether it is heard now. */
    private record Joined(long incarnation, boolean heard) {
    }

    GroupStack(GroupName name, SiteId self, long incarnation, RateStrategy strategy, TopLayer top,
               OverlayConfig config, UnderWay underWay, RandomGenerator random, long nowNanos) {
        this.name = name;
        this.groupId = name.id();
        this.config = config;
        this.strategy = top instanceof ReliabilityLayer ? strategy.reliable() : strategy;
        this.trafficClass = config.codePoints().trafficClass(this.strategy.name(), name.value());
        this.overlay = new OverlayLayer(self, groupId);
        this.ways = new SourcePaths(self, groupId);
        Pacer pacer = new Pacer(this.strategy.pacing(config.pacing()), nowNanos);
        // What links drop by precedence is never read, and reports come seldom: layered groups are bounded by their links alone.
        UnderWay bound = top instanceof ReliabilityLayer ? underWay : new UnderWay(() -> 0);
        this.rate = new RateLayer(self, incarnation, this.strategy, pacer, bound, random);
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
     * From the next packet on the group has this rate control. What is under way, kept or missing stays as it is.
     *
     * @param next as the group is to use it
     * @param isOdd whether it has been changed an odd number of times
     */
    public void change(RateStrategy next, boolean isOdd, long nowNanos) {
        strategy = top instanceof ReliabilityLayer ? next.reliable() : next;
        odd = isOdd;
        trafficClass = config.codePoints().trafficClass(strategy.name(), name.value());
        rate.change(strategy, new Pacer(strategy.pacing(config.pacing()), nowNanos), isOdd, nowNanos);
        stackRedundancy();
        due.news();
    }

    /** Whether the group has been changed an odd number of times, by a change that leaves the rate control what it is. */
    public void odd(boolean isOdd) {
        odd = isOdd;
        rate.odd(isOdd);
    }

    /** Whether the strategy's header of a data packet, if it has one, is of the group's strategy, which may be changing. */
    boolean understands(byte[] datagram, int offset, int length) {
        return length <= WireFormat.DATA_HEADER_LENGTH || WireFormat.odd(datagram, offset) == odd;
    }

    /** The group. */
    public GroupName name() {
        return name;
    }

    /** When the group needs a turn, its relay's business included. */
    public Due due() {
        return due;
    }

    /** Whether it was the group's turn when the overlay ran last, so that its relay's is too. */
    public boolean tookTurn() {
        return tookTurn;
    }

    /** Begins a turn of the overlay; answers whether it is one of this group. */
    boolean beginTurn(long nowNanos) {
        tookTurn = due.isDue(nowNanos);
        if (tookTurn) {
            due.begin(nowNanos);
        }
        return tookTurn;
    }

    /** The overlay's turn is over before it came to this group; answers when the next one is wanted. */
    long missTurn(long nowNanos) {
        tookTurn = false;
        return due.isDue(nowNanos) ? nowNanos : due.deadlineNanos();
    }

    /** The code point of its packets, with the two bits of RFC 3168 as zeros. */
    int trafficClass() {
        return trafficClass;
    }

    /** What the ways of its packets let pass. */
    PacketSize packetSize() {
        return packetSize;
    }

    /** How long packets may be now, bytes. */
    int packetBytes(PathProber paths, SourceProofs proofs, long nowNanos) {
        packetBytes = packetSize.bytes(neighbours, paths, nowNanos) - proofs.length(beyond.size());
        return packetBytes;
    }

    /** With more sites than this that packets would reach through others, they go straight to all. */
    void mostBeyond(int sites) {
        mostBeyond = sites;
    }

    /** The sites that its packets reach through others. */
    List<SiteId> beyond() {
        return beyond;
    }

    /** Bytes of a message in a segment that fills a packet. */
    public int segmentBytes() {
        int bytes = PacketSize.segmentBytes(packetBytes);
        return redundancy.isPresent() ? Math.min(bytes, Segment.USUAL_PAYLOAD) : bytes;
    }

    /** The group's identity on the wire. */
    GroupId groupId() {
        return groupId;
    }

    /** The group's rate control. */
    public RateStrategy strategy() {
        return strategy;
    }

    /**
     * The top of a reliable group's stack.
     *
     * @throws IllegalStateException if messages of the group may be dropped
     */
    public ReliabilityLayer reliability() {
        if (top instanceof ReliabilityLayer reliability) {
            return reliability;
        }
        throw new IllegalStateException("group " + name + " is not reliable");
    }

    /** The rate control's layer. */
    public RateLayer rate() {
        return rate;
    }

    /** The layer that sends redundancy, if the rate control has some. */
    public Optional<RedundancyLayer> redundancy() {
        return redundancy;
    }

    /** The sites next to this one on the tree, each at the other end of a link; none without a tree. */
    List<SiteId> neighbours() {
        return neighbours;
    }

    /** The tree packets take now; empty before the first snapshot with this site. */
    public Optional<SpanningTree> tree() {
        return Optional.ofNullable(tree);
    }

    /** Whether packets go straight to every site that is heard, because one that would have to forward is not. */
    public boolean isDirect() {
        return broken;
    }

    /** The sites sent to, or waited for because they are not heard. */
    public SortedSet<SiteId> receivers() {
        return Collections.unmodifiableSortedSet(joined.navigableKeySet());
    }

    /** Those of them that are waited for because they are not heard. */
    public Set<SiteId> unreachable() {
        Set<SiteId> unreachable = Set.of();
        for (Map.Entry<SiteId, Joined> site : joined.entrySet()) {
            if (!site.getValue().heard) {
                unreachable = unreachable.isEmpty() ? new TreeSet<>() : unreachable;
                unreachable.add(site.getKey());
            }
        }
        return unreachable;
    }

    /**
     * Takes the newest snapshot that every site on its tree has acknowledged, or whose grace has passed, and follows the
     * sites: who left the group is let go, who is not there or not heard any more is waited for.
     */
    void update(Directory directory, Trees trees, LinkProber prober, Bypasses bypasses, long nowNanos) {
        due.news();
        known = directory;
        TreeSet<SiteId> remembered = new TreeSet<>(joined.keySet());
        remembered.addAll(top.receivers());
        parts.update(directory, groupId, remembered);
        expectNewSites(directory, nowNanos);
        ways.directory(directory);
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
            }
        }
        if (tree != null) {
            for (SiteId site : tree.sites()) {
                SiteInfo info = directory.sites().get(site);
                if (info != null && !site.equals(directory.self()) && info.group(groupId).isPresent()
                        && !bypasses.held(site)) {
                    if (!joined.containsKey(site) && !prober.measured(site, nowNanos)) {
                        waits = true;
                        continue;
                    }
                    hear(site, info, bypasses.rttNanos(site), nowNanos);
                }
            }
        }
        chooseNeighbours(bypasses, nowNanos);
        for (SiteId site : List.copyOf(top.receivers())) {
            SiteInfo info = directory.sites().get(site);
            if (info != null && info.group(groupId).isEmpty()) {
                top.siteLeft(site, nowNanos);
            }
        }
        joined.forEach((site, state) -> {
            SiteInfo info = directory.sites().get(site);
            if (info != null) {
                TreeSet<MemberId> members = new TreeSet<>();
                info.group(groupId).orElseThrow().members().forEach(member -> members.add(member.member()));
                top.members(site, members, nowNanos);
            }
        });
        top.elsewhere(parts.elsewhere(), nowNanos);
        handedOverNanos.keySet().removeIf(site -> !parts.handedOver(site));
        remembered.stream().filter(parts::handedOver).forEach(site -> handedOverNanos.putIfAbsent(site, nowNanos));
    }

    /**
     * A part of a site that is there no more, and whose members another part has: what they lack they are brought there,
     * as long as it is kept for the part.
     */
    private void letHandedOverGo(long nowNanos) {
        for (Map.Entry<SiteId, Long> entry : List.copyOf(handedOverNanos.entrySet())) {
            if (nowNanos - entry.getValue() >= HANDED_OVER_NANOS) {
                handedOverNanos.remove(entry.getKey());
                if (joined.remove(entry.getKey()) != null) {
                    rate.siteLeft(entry.getKey(), nowNanos);
                } else {
                    top.siteLeft(entry.getKey(), nowNanos);
                }
            }
        }
    }

    /**
     * Whoever sees a site's members in a view may count on their getting what is sent from then on, though there is no
     * tree to the site yet, or its round-trip time is being measured.
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

    /**
     * The way down the tree, unless a site that would have to forward is not heard, or does not know the tree, as a new delegate
     * does not: then, until there is a tree without it or it knows, straight to every site that is heard. To one that is not
     * heard nothing is sent but probes: what a way can take that nobody
     * reports of is not known.
     */
    private void chooseNeighbours(Bypasses bypasses, long nowNanos) {
        if (tree == null) {
            neighbours = List.of();
            beyond = List.of();
            return;
        }
        boolean wasBroken = broken;
        broken = false;
        for (SiteId site : tree.sites()) {
            Joined state = joined.get(site);
            boolean heard = site.equals(overlay.self()) || state != null && state.heard;
            broken |= tree.neighbours(site).size() > 1 && (!heard || lacksTree(site));
            // Others forward to everybody on the tree.
            broken |= slowSites.excludes(site) && !tree.neighbours(site).equals(List.of(overlay.self()));
        }
        broken |= tree.sites().size() - 1 - tree.neighbours(overlay.self()).size() > mostBeyond;
        overlay.direct(broken);
        if (broken != wasBroken) {
            rate.pathsChanged(nowNanos);
            slowSites.waysChanged();
        }
        neighbours = (broken ? joined.entrySet().stream().filter(entry -> entry.getValue().heard).map(Map.Entry::getKey)
                : tree.neighbours(overlay.self()).stream().filter(site -> !bypasses.held(site)))
                .filter(site -> !slowSites.excludes(site)).toList();
        beyond = broken ? List.of() : tree.sites().stream().filter(site -> !site.equals(overlay.self())
                && !tree.neighbours(overlay.self()).contains(site)).toList();
    }

    private boolean lacksTree(SiteId site) {
        SiteInfo info = known.sites().get(site);
        return !site.equals(overlay.self()) && info != null && choice.isBehind(known, info.snapshot());
    }

    private void suspend(SiteId site, long nowNanos) {
        Joined state = joined.get(site);
        if (state.heard) {
            joined.put(site, new Joined(state.incarnation, false));
            packetSize.left(site);
            rate.siteUnreachable(site, nowNanos);
        }
    }

    private void hear(SiteId site, SiteInfo info, long pathRttNanos, long nowNanos) {
        Joined state = joined.put(site, new Joined(info.incarnation(), true));
        if (state == null) {
            rate.siteJoined(site, pathRttNanos, nowNanos);
        } else if (!state.heard || state.incarnation != info.incarnation()) {
            slowSites.admit(site);
            rate.siteResumed(site, state.incarnation != info.incarnation(), pathRttNanos, nowNanos);
        }
    }

    /** A site, or part of one, that is there no more and has been waited for long enough. */
    private void letGoWhoIsNotAwaited(long nowNanos) {
        if (!(top instanceof ReliabilityLayer reliability) || reliability.receiverChanges() == receiverChangesSeen) {
            return;
        }
        receiverChangesSeen = reliability.receiverChanges();
        for (Map.Entry<SiteId, Joined> entry : List.copyOf(joined.entrySet())) {
            SiteId site = entry.getKey();
            if (!entry.getValue().heard && !known.sites().containsKey(site) && !top.receivers().contains(site)) {
                joined.remove(site);
                rate.siteLeft(site, nowNanos);
            }
        }
    }

    /**
     * Lets go of what has been waited for long enough, and of sites that are too slow for the group, and tries those again for which it is
     * time. Answers whether other sites are sent to from now on.
     */
    boolean maintain(LinkProber prober, long nowNanos) {
        top.maintain(nowNanos);
        letGoWhoIsNotAwaited(nowNanos);
        letHandedOverGo(nowNanos);
        if (slowSites.isDue(nowNanos)) {
            // What may be lost needs no other state: links drop what does not fit.
            boolean reliable = top instanceof ReliabilityLayer;
            List<SiteId> tooSlow = slowSites.look(rate.sourceStats(nowNanos), this::before, nowNanos);
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
                if (state != null && state.heard) {
                    rate.siteResumed(site, false, prober.rttNanos(site), nowNanos);
                }
            }
            return reliable && !tooSlow.isEmpty() || !again.isEmpty();
        }
        return false;
    }

    /** The sites by which another one is reached now. */
    private List<SiteId> before(SiteId site) {
        if (broken || tree == null || !tree.sites().contains(site)) {
            return List.of();
        }
        List<SiteId> path = tree.path(overlay.self(), site);
        return path.subList(1, path.size() - 1);
    }

    /** Whether a site is not sent to yet because its round-trip time is being measured. */
    boolean waitsForMeasure() {
        return waits;
    }

    /** The way along a snapshot's tree from a source to here, as a number; equal ways have equal numbers. */
    long pathFrom(SiteId source, SnapshotId snapshot, Trees trees) {
        return ways.number(source, snapshot, trees);
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
        tree = chosen.map(snapshot -> trees.route(snapshot.id(), groupId).orElseThrow().tree()).orElse(null);
    }

    /** When a snapshot that waits for acknowledgements is used all the same. */
    long graceEndsNanos() {
        return choice.nextNanos();
    }

    boolean pull(OutPacket packet, long nowNanos) {
        return tree != null && overlay.pull(packet, nowNanos);
    }

    void receive(InPacket packet, long nowNanos) {
        overlay.receive(packet, nowNanos);
    }

    long nextDeadlineNanos(long nowNanos) {
        return tree == null ? Long.MAX_VALUE : overlay.nextDeadlineNanos(nowNanos);
    }
}
