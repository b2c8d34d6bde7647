package org.xpand.protocols.reliability;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.stack.OutPacket;

/** The source half of the reliability layer: chooses what is sent next and packs it: control, then repairs, then new segments. */
final class SourceSide {
    /** How much is released at once, as a part of the retention. */
    private static final int LET_GO_PARTS = 1024;

    private final ReliabilityConfig config;
    private final ReliabilityLayer layer;
    private final Delivery delivery;
    private final TreeMap<SenderId, OutgoingStream> streams = new TreeMap<>();
    private final List<OutgoingStream> turns = new ArrayList<>();
    private final RepairPacker repairs;
    private final Digests digests;
    private final Padding padding = new Padding();
    private final NewSegments news;
    private final StartAnnouncements starting;
    private final TreeMap<SiteId, AwaitedSite> receivers = new TreeMap<>();
    private int reachable;
    private int receiverChanges;
    private boolean repaired;
    private boolean awaitsSites;
    /** Whether the last packet was one that nobody measures the loss of. */
    private boolean unmeasured;
    private long refusedSegments;

    SourceSide(ReliabilityConfig config, ReliabilityLayer layer, Delivery delivery) {
        this.config = config;
        this.layer = layer;
        this.delivery = delivery;
        this.repairs = new RepairPacker(config, turns);
        this.starting = new StartAnnouncements(config);
        this.news = new NewSegments(turns, starting);
        this.digests = new Digests(config, turns, this::answerNanos);
    }

    boolean open(SenderId sender, long first, long nowNanos) {
        OutgoingStream known = streams.get(sender);
        if (known != null && known.end() < first) {
            // It made progress in another half of the LAN: what this stream waits for is stable and not kept.
            streams.remove(sender);
            turns.remove(known);
            known = null;
        }
        if (known != null) {
            known.retire(false);
        }
        if (known == null && streams.size() >= config.maxSenders()) {
            forgetRetired(0);
        }
        if (known != null || streams.size() >= config.maxSenders()) {
            return false;
        }
        OutgoingStream stream = new OutgoingStream(sender, first, config.windowSegments(), config.keptSegments());
        stream.keep(layer.keepsStable() ? config.partitionRetentionBytes() : 0);
        // What a sender that goes on has under way is kept for the sites that its members name.
        stream.hold(awaitsSites && first == 0);
        receivers.forEach((site, receiver) -> {
            stream.addReceiver(site);
            if (!receiver.isHeard()) {
                stream.suspendReceiver(site);
            }
        });
        streams.put(sender, stream);
        turns.add(stream);
        if (first > 0 && !receivers.isEmpty()) {
            stream.awaitsStarts(true);
            receivers.forEach((site, receiver) -> {
                if (receiver.isHeard()) {
                    announceStart(site, each -> each.resumeReceiver(site), nowNanos);
                }
            });
        }
        return true;
    }

    /** It is not known yet which other sites there are: nothing of a new sender becomes stable before {@link #sitesKnown}. */
    void awaitSites() {
        awaitsSites = true;
    }

    /** All sites that there are have joined. */
    void sitesKnown() {
        awaitsSites = false;
        for (OutgoingStream stream : List.copyOf(turns)) {
            stream.hold(false);
            if (receivers.isEmpty()) {
                stream.skipUnsent();
            }
            publish(stream);
            forgetDone(stream);
        }
    }

    /**
     * Sets how many stable bytes of each sender, and of all departed ones together, are kept for members that may return; 0 for
     * none.
     */
    void keep(long bytes) {
        turns.forEach(stream -> stream.keep(bytes));
        forgetRetired();
    }

    OutgoingStream stream(SenderId sender) {
        return streams.get(sender);
    }

    boolean offer(SenderId sender, long number, Segment segment) {
        OutgoingStream stream = streams.get(sender);
        if (stream == null || !stream.accept(number, segment)) {
            refusedSegments++;
            return false;
        }
        if (receivers.isEmpty()) {
            stream.skipUnsent();
        }
        letGoTheOldest(stream);
        return true;
    }

    void localProgress(SenderId sender, long next, long limit) {
        OutgoingStream stream = streams.get(sender);
        if (stream != null) {
            stream.localProgress(next, limit);
            publish(stream);
            forgetDone(stream);
        }
    }

    /** A sender will send no more; its segments are kept until they are stable. */
    void retire(SenderId sender) {
        OutgoingStream stream = streams.get(sender);
        if (stream != null) {
            stream.retire(true);
            forgetRetired();
        }
    }

    /** Another part of the site sends for this sender: the segments kept here are not needed. */
    void drop(SenderId sender) {
        turns.remove(streams.remove(sender));
    }

    private void forgetRetired() {
        forgetRetired(layer.keepsStable() ? config.partitionRetentionBytes() : 0);
    }

    /** Drops departed senders, the longest open first, until no more than so many bytes of them are kept; 0: all. */
    private void forgetRetired(long mostBytes) {
        List<OutgoingStream> done = turns.stream().filter(OutgoingStream::done).toList();
        long bytes = done.stream().mapToLong(OutgoingStream::keptBytes).sum();
        for (OutgoingStream stream : done) {
            if (mostBytes == 0 || bytes > mostBytes) {
                bytes -= stream.keptBytes();
                turns.remove(stream);
                streams.remove(stream.sender());
                delivery.done(stream.sender());
            }
        }
    }

    /** Sites that an earlier delegate awaited are awaited here too, until they are reached. */
    void expect(Iterable<SiteId> sites, long nowNanos) {
        for (SiteId site : sites) {
            if (!receivers.containsKey(site)) {
                List<SiteId> parts = partsOf(site);
                receivers.put(site, AwaitedSite.expected(nowNanos));
                receiverChanges++;
                for (OutgoingStream stream : turns) {
                    add(site, parts, stream);
                    stream.suspendReceiver(site);
                }
            }
        }
    }

    /** The other parts of the same site that are waited for: none, unless it has split. */
    private List<SiteId> partsOf(SiteId site) {
        return layer.divided() ? receivers.keySet().stream().filter(other -> layer.home(other).equals(layer.home(site))).toList()
                : List.of();
    }

    private SenderStart add(SiteId site, List<SiteId> parts, OutgoingStream stream) {
        boolean whole = parts.isEmpty() && layer.home(site).equals(site);
        return whole ? stream.addReceiver(site) : stream.addPart(site, parts);
    }

    /** The sites that are waited for, reachable or not. */
    Set<SiteId> receivers() {
        return Collections.unmodifiableSet(receivers.keySet());
    }

    /** The state of a site that is waited for, or null. */
    AwaitedSite receiver(SiteId site) {
        return receivers.get(site);
    }

    /** Counts the changes of {@link #receivers}. */
    int receiverChanges() {
        return receiverChanges;
    }

    void siteJoined(SiteId site, long nowNanos) {
        if (receivers.containsKey(site)) {
            siteResumed(site, nowNanos);
            return;
        }
        List<SiteId> parts = partsOf(site);
        receivers.put(site, AwaitedSite.heard(nowNanos));
        receiverChanges++;
        reachable++;
        announceStart(site, stream -> add(site, parts, stream), nowNanos);
    }

    /** A site is reachable again, or its delegate is new: it gets everything beyond what its members are known to have. */
    void siteResumed(SiteId site, long nowNanos) {
        AwaitedSite receiver = receivers.get(site);
        if (receiver == null) {
            siteJoined(site, nowNanos);
            return;
        }
        if (!receiver.isHeard()) {
            receiver.to(AwaitedState.HEARD, nowNanos);
            reachable++;
            receiver.takeLetGo((sender, range) -> delivery.letGo(site, "of sender " + sender + " it lacks segments " + range[0]
                    + " to " + (range[1] - 1) + ", which were let go while it was not heard"));
        }
        announceStart(site, stream -> stream.resumeReceiver(site), nowNanos);
    }

    private void announceStart(SiteId site, Function<OutgoingStream, SenderStart> start, long nowNanos) {
        TreeMap<SenderId, SenderStart> numbers = new TreeMap<>();
        streams.forEach((sender, stream) -> numbers.put(sender, start.apply(stream)));
        starting.start(site, numbers, nowNanos);
    }

    /** A site is not reachable: what it lacks is kept for it for a while. */
    void siteUnreachable(SiteId site, long nowNanos) {
        AwaitedSite receiver = receivers.get(site);
        if (receiver != null && receiver.isHeard()) {
            receiver.to(AwaitedState.AWAITED, nowNanos);
            reachable--;
            starting.drop(site);
            for (OutgoingStream stream : turns) {
                stream.suspendReceiver(site);
                publish(stream);
            }
        }
    }

    void siteLeft(SiteId site, long nowNanos) {
        starting.drop(site);
        remove(site, nowNanos);
    }

    /** Stops waiting for a reachable site, and notifies it. */
    void exclude(SiteId site, String reason, long nowNanos) {
        if (receivers.containsKey(site)) {
            remove(site, nowNanos);
            starting.exclude(site, nowNanos);
            delivery.dropped(site, reason);
        }
    }

    private void remove(SiteId site, long nowNanos) {
        AwaitedSite receiver = receivers.remove(site);
        if (receiver == null) {
            return;
        }
        receiverChanges++;
        if (receiver.isHeard()) {
            reachable--;
        }
        receiver.to(AwaitedState.LET_GO, nowNanos);
        for (OutgoingStream stream : turns) {
            stream.removeReceiver(site);
            if (receivers.isEmpty()) {
                stream.skipUnsent();
            }
            publish(stream);
        }
        forgetRetired();
    }

    /**
     * Of segments that only awaited sites lack, the newest are kept. Senders keep more, so that released segments stop no sender.
     */
    private void letGoTheOldest(OutgoingStream stream) {
        long mostSegments = config.keptSegments() - config.keptSegments() / 8;
        boolean full = stream.retainedBytes() >= config.partitionRetentionBytes()
                || stream.end() - stream.stable() >= mostSegments;
        if (reachable == receivers.size() || !full) {
            return;
        }
        long mostBytes = config.partitionRetentionBytes() - config.partitionRetentionBytes() / LET_GO_PARTS;
        mostSegments -= config.keptSegments() / LET_GO_PARTS;
        long needed = stream.neededFrom();
        long bytes = stream.retainedBytes();
        long first = stream.stable();
        while (first < needed && (bytes > mostBytes || stream.end() - first > mostSegments)) {
            bytes -= stream.get(first).cost();
            first++;
        }
        for (Map.Entry<SiteId, AwaitedSite> entry : receivers.entrySet()) {
            long lacked = stream.letGoFor(entry.getKey(), first);
            if (lacked < first) {
                letGo(entry.getKey(), entry.getValue(), stream.sender(), lacked, first);
            }
        }
        publish(stream);
    }

    private void letGo(SiteId site, AwaitedSite receiver, SenderId sender, long first, long end) {
        if (!receiver.letGo(sender, first, end)) {
            return;
        }
        delivery.letGo(site, "it is not heard, and of sender " + sender + " there is more than is kept: the oldest is let go, from "
                + "segment " + first + " on (setting retention, " + config.partitionRetentionBytes() + " bytes)");
    }

    /** Stops waiting for sites that have been awaited for too long. */
    void dropSitesSilentForTooLong(long nowNanos) {
        if (reachable == receivers.size()) {
            return;
        }
        for (SiteId site : List.copyOf(receivers.keySet())) {
            if (receivers.get(site).awaitedFor(config.partitionRetentionNanos(), nowNanos)) {
                remove(site, nowNanos);
                delivery.dropped(site, "not heard for " + config.partitionRetentionNanos() / 1_000_000_000
                        + " s (setting retention)");
            }
        }
    }

    void startAcknowledged(SiteId site, long startId, long nowNanos) {
        AwaitedSite receiver = receivers.get(site);
        boolean knowsNothing = startId == 0 && !starting.awaits(site) || starting.isMisled(site, startId);
        if (knowsNothing && receiver != null && receiver.isHeard()) {
            announceStart(site, stream -> stream.resumeReceiver(site), nowNanos);
            return;
        }
        starting.acknowledged(site, startId);
    }

    boolean acknowledged(SiteId site, SenderId sender, long next, long limit) {
        OutgoingStream stream = streams.get(sender);
        if (stream == null || !stream.acknowledged(site, next, limit)) {
            return false;
        }
        publish(stream);
        forgetDone(stream);
        return true;
    }

    void requested(SiteId site, SenderId sender, long first, int count, long nowNanos) {
        OutgoingStream stream = streams.get(sender);
        if (stream == null) {
            return;
        }
        if (first < stream.keptFrom()) {
            stream.askedForMore();
        }
        long hold = layer.rttToReceiverNanos(site);
        long end = Math.min(first + count, stream.nextToSend());
        for (long number = Math.max(first, stream.keptFrom()); number < end; number++) {
            stream.requested(site, number, hold, nowNanos);
        }
    }

    private void forgetDone(OutgoingStream stream) {
        if (stream.done()) {
            forgetRetired();
        }
    }

    private void publish(OutgoingStream stream) {
        stream.release();
        delivery.progress(stream.sender(), stream.stable(), stream.limit());
    }

    boolean pull(OutPacket packet, long nowNanos) {
        if (starting.pull(packet, nowNanos)) {
            return true;
        }
        if (reachable == 0) {
            return false;
        }
        // A site that has much to catch up on leaves half of the rate to new segments.
        if (repaired && pullNew(packet, nowNanos)) {
            repaired = false;
            return true;
        }
        if (repairs.pull(packet, reachable, unmeasured, nowNanos)) {
            unmeasured = packet.destination() != null;
            if (!unmeasured) {
                digests.repairsSent(nowNanos);
            }
            repaired = true;
            return true;
        }
        return pullNew(packet, nowNanos) || digests.pull(packet, nowNanos);
    }

    private boolean pullNew(OutPacket packet, long nowNanos) {
        if (!news.pull(packet)) {
            return false;
        }
        unmeasured = false;
        digests.tellStable(packet.writer());
        padding.fill(packet.writer(), news.follow());
        digests.newSent(nowNanos);
        return true;
    }

    /** The time until the acknowledgement of the farthest site arrives. */
    private long answerNanos() {
        long longest = 0;
        for (Map.Entry<SiteId, AwaitedSite> entry : receivers.entrySet()) {
            if (entry.getValue().isHeard()) {
                longest = Math.max(longest, layer.rttToReceiverNanos(entry.getKey()) + 2 * config.ackDelayNanos());
            }
        }
        return longest;
    }

    long nextDeadlineNanos(long nowNanos) {
        long deadline = Long.MAX_VALUE;
        if (reachable > 0) {
            for (int i = 0; i < turns.size(); i++) {
                OutgoingStream stream = turns.get(i);
                if (news.maySend(stream) || !stream.repairs().isEmpty()) {
                    return nowNanos;
                }
            }
            deadline = digests.nextNanos();
        }
        return Math.min(deadline, starting.nextNanos());
    }

    /** Whether an unreachable site is waited for. */
    boolean waitsForUnreachable() {
        return reachable < receivers.size();
    }

    /** Whether a site is not reachable, or still lacks what was sent while it was not. */
    boolean keepsMuch() {
        if (waitsForUnreachable()) {
            return true;
        }
        for (int i = 0; i < turns.size(); i++) {
            if (turns.get(i).catchesUp()) {
                return true;
            }
        }
        return false;
    }

    List<SiteId> sitesThatLackTheOldest(SenderId sender) {
        OutgoingStream stream = streams.get(sender);
        return stream == null ? List.of() : receivers.keySet().stream().filter(stream::keptFor).toList();
    }

    /** How many sites receive. */
    int reachableSites() {
        return reachable;
    }

    /** Segments accepted and not yet sent. */
    long backlogSegments() {
        long backlog = 0;
        for (OutgoingStream stream : turns) {
            backlog += stream.end() - stream.nextToSend();
        }
        return backlog;
    }

    long backlogBytes() {
        long backlog = 0;
        for (OutgoingStream stream : turns) {
            backlog += stream.unsentBytes();
        }
        return backlog;
    }

    long unstableSegments() {
        long unstable = 0;
        for (OutgoingStream stream : turns) {
            unstable += stream.end() - stream.stable();
        }
        return unstable;
    }

    int senders() {
        return streams.size();
    }

    long refusedSegments() {
        return refusedSegments;
    }

    long repairSegments() {
        return repairs.repaired();
    }

    long newSegments() {
        return news.segments();
    }

    long newSegmentBytes() {
        return news.segmentBytes();
    }

    long digests() {
        return digests.sent();
    }
}
