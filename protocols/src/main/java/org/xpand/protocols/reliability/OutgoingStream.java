package org.xpand.protocols.reliability;

import java.util.List;
import java.util.TreeMap;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.segment.RunCodec;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.segment.SegmentRing;

/**
 * One local sender at the source: the segments that are not stable yet, how far everybody is, and which repairs are
 * wanted.
 */
final class OutgoingStream {
    private final SenderId sender;
    private final SegmentRing ring;
    private final TreeMap<SiteId, Progress> receivers = new TreeMap<>();
    private final PendingRepairs repairs = new PendingRepairs();
    private final Progress local;
    private final int window;
    private long end;
    private long nextToSend;
    private long stable;
    /** Worked out when something of it changes, for every packet asks for it. */
    private long limit;
    private long unsentBytes;
    private boolean awaitsStarts;
    private long toldStable;
    private boolean retired;
    private boolean catchesUp;
    private boolean askedForMore;
    /** Most bytes of what everybody has that are kept for who may come back; 0 while nobody may. */
    private long keepBytes;
    private long keptBytes;

    /**
     * @param window most segments that are under way to a site
     * @param kept   most segments that are kept, a power of two
     */
    OutgoingStream(SenderId sender, long first, int window, int kept) {
        this.sender = sender;
        this.ring = new SegmentRing(first, kept);
        this.window = window;
        this.local = new Progress(first, first + window);
        this.end = first;
        this.nextToSend = first;
        this.stable = first;
        this.toldStable = first;
        this.limit = first + window;
    }

    SenderId sender() {
        return sender;
    }

    /** Number after the last segment accepted. */
    long end() {
        return end;
    }

    /** Number of the next segment to leave for the first time. */
    long nextToSend() {
        return nextToSend;
    }

    /** Everybody has everything below this number. */
    long stable() {
        return stable;
    }

    /** How many segments became stable since the receivers were last told. */
    long stableUntold() {
        return stable - toldStable;
    }

    /** The receivers are told how far it is, and what is stable and kept. */
    void told() {
        toldStable = stable;
        askedForMore = false;
    }

    /** A site asks for what is not kept, and is to be told so. */
    void askedForMore() {
        askedForMore = true;
    }

    /** Takes the next segment from the LAN; answers false if it is not the next or there is no room. */
    boolean accept(long number, Segment segment) {
        if (number != end || number - stable >= ring.capacity()) {
            return false;
        }
        letGoKept(number - ring.capacity() + 1);
        ring.put(number, segment);
        unsentBytes += RunCodec.length(segment);
        end++;
        return true;
    }

    /** What the segments take that are not stable, bytes. */
    long retainedBytes() {
        return ring.bytes() - keptBytes;
    }

    /** What the segments take that are stable and kept nevertheless, bytes. */
    long keptBytes() {
        return keptBytes;
    }

    /** Every segment is kept from this number on, stable or not. */
    long keptFrom() {
        return ring.base();
    }

    /** So much of what becomes stable is kept for who may come back, bytes; 0 for nothing. */
    void keep(long bytes) {
        keepBytes = bytes;
        if (bytes == 0) {
            ring.advance(stable);
            repairs.letGoBelow(stable);
            keptBytes = 0;
        }
    }

    /** Lets go of what everybody has below a number. */
    private void letGoKept(long below) {
        long limit = Math.min(below, stable);
        while (ring.base() < limit) {
            keptBytes -= ring.get(ring.base()).cost();
            ring.advance(ring.base() + 1);
        }
        repairs.letGoBelow(ring.base());
    }

    Segment get(long number) {
        return ring.get(number);
    }

    /** Whether a segment may leave for the first time. */
    boolean hasNew() {
        return nextToSend < end && nextToSend < limit;
    }

    void sent() {
        unsentBytes -= RunCodec.length(ring.get(nextToSend));
        nextToSend++;
    }

    /** Nobody outside the site wants anything: what was accepted counts as sent. */
    void skipUnsent() {
        nextToSend = end;
        unsentBytes = 0;
    }

    /** Bytes of the segments accepted and not yet sent. */
    long unsentBytes() {
        return unsentBytes;
    }

    /** Whether the sites have to be told first from which number on they get this sender. */
    boolean awaitsStarts() {
        return awaitsStarts;
    }

    void awaitsStarts(boolean value) {
        awaitsStarts = value;
    }

    /** A site gets everything from the next segment on, and nothing before it. */
    SenderStart addReceiver(SiteId site) {
        receivers.put(site, new Progress(nextToSend, nextToSend + window));
        limitChanged();
        return new SenderStart(nextToSend, nextToSend);
    }

    /**
     * A part of a site that has split gets everything from where the other parts are: until a moment ago they were one.
     * Of what these have, or other members of this site, and the part lacks it may ask for what is kept.
     */
    SenderStart addPart(SiteId site, List<SiteId> parts) {
        long first = addReceiver(site).first();
        for (SiteId part : parts) {
            Progress other = receivers.get(part);
            first = other == null ? first : Math.min(first, other.next);
        }
        receivers.put(site, new Progress(first, first + window));
        return new SenderStart(first, Math.min(first, keptFrom()));
    }

    /**
     * A site is heard again, or its delegate is new; answers the number from which on the site needs everything, as far as it has
     * told: its members may lack more. Until it is within reach of what is new it catches up beside the others, and holds nobody up.
     */
    SenderStart resumeReceiver(SiteId site) {
        Progress progress = receivers.get(site);
        if (progress == null) {
            return addReceiver(site);
        }
        progress.limit = progress.next + window;
        progress.reachable = true;
        progress.behind = progress.next < nextToSend;
        progress.missedEnd = end;
        limitChanged();
        return new SenderStart(progress.next, Math.min(progress.next, keptFrom()));
    }

    /** A site is not heard: what it lacks is kept for it, but it holds nobody up. */
    void suspendReceiver(SiteId site) {
        Progress progress = receivers.get(site);
        if (progress != null) {
            progress.reachable = false;
            limitChanged();
            repairs.withdraw(site);
        }
    }

    /** Whether this site's progress is what keeps the oldest segment. */
    boolean keptFor(SiteId site) {
        Progress progress = receivers.get(site);
        return progress != null && progress.next == stable && stable < end;
    }

    /** Up to where segments may be let go that only sites lack that are not heard. */
    long neededFrom() {
        long least = local.next;
        for (Progress progress : receivers.values()) {
            if (progress.reachable) {
                least = Math.min(least, progress.next);
            }
        }
        return least;
    }

    /**
     * What a site that is not heard lacks below a number is not kept for it any more.
     *
     * @return the first number that it lacks of that, or {@code end} if it lacks nothing
     */
    long letGoFor(SiteId site, long end) {
        Progress progress = receivers.get(site);
        if (progress == null || progress.reachable || progress.next >= end) {
            return end;
        }
        long first = progress.next;
        progress.next = end;
        progress.limit = Math.max(progress.limit, end);
        return first;
    }

    void removeReceiver(SiteId site) {
        receivers.remove(site);
        limitChanged();
        repairs.withdraw(site);
    }

    /**
     * What a receiving site acknowledged, which may be more than this delegate has sent if another sent it before. Absurd
     * values change nothing. Answers whether they were plausible.
     */
    boolean acknowledged(SiteId site, long next, long newLimit) {
        Progress progress = receivers.get(site);
        if (progress == null || next > end || newLimit < next) {
            return false;
        }
        progress.advance(next, Math.min(newLimit, next + window));
        progress.behind &= nextToSend - progress.next > (progress.limit - progress.next) / 2;
        limitChanged();
        return true;
    }

    void localProgress(long next, long newLimit) {
        local.advance(Math.min(next, end), newLimit);
        limitChanged();
    }

    /** Recomputes what is stable and lets it go; answers whether that moved. */
    boolean release() {
        long least = local.next;
        for (Progress progress : receivers.values()) {
            least = Math.min(least, progress.next);
        }
        if (least <= stable) {
            return false;
        }
        for (long number = nextToSend; number < least; number++) {
            unsentBytes -= RunCodec.length(ring.get(number));
        }
        if (keepBytes > 0) {
            for (long number = stable; number < least; number++) {
                keptBytes += ring.get(number).cost();
            }
        }
        stable = least;
        nextToSend = Math.max(nextToSend, stable);
        if (keepBytes == 0) {
            ring.advance(stable);
        }
        while (keptBytes > keepBytes) {
            letGoKept(ring.base() + 1);
        }
        repairs.letGoBelow(ring.base());
        limitChanged();
        return true;
    }

    /** Segments below this number may leave the sender and this delegate. */
    long limit() {
        return limit;
    }

    private void limitChanged() {
        long least = Math.min(local.limit, stable + ring.capacity());
        catchesUp = false;
        for (Progress progress : receivers.values()) {
            catchesUp |= progress.reachable && progress.next < progress.missedEnd;
            if (progress.reachable && !progress.behind) {
                least = Math.min(least, progress.limit);
            }
        }
        limit = least;
    }

    /** The sender is gone, or is back. */
    void retire(boolean value) {
        retired = value;
    }

    /** Whether the sender is gone and everybody has everything. */
    boolean done() {
        return retired && stable == end;
    }

    /** Whether a site that is heard again lacks something still of what was there before. */
    boolean catchesUp() {
        return catchesUp;
    }

    /** Whether something was sent that a site that is heard does not have, or that it asks for in vain. */
    boolean lacking() {
        if (askedForMore) {
            return true;
        }
        for (Progress progress : receivers.values()) {
            if (progress.reachable && progress.next < nextToSend) {
                return true;
            }
        }
        return false;
    }

    /**
     * A site asks for a segment again.
     *
     * @param holdNanos how long after a repair further requests for the same segment are answered by waiting
     * @return whether a repair will be sent
     */
    boolean requested(SiteId site, long number, long holdNanos, long nowNanos) {
        if (number >= nextToSend || ring.get(number) == null || !receivers.containsKey(site)) {
            return false;
        }
        return repairs.want(site, number, holdNanos, nowNanos);
    }

    /** The repairs that are wanted. */
    PendingRepairs repairs() {
        return repairs;
    }

    /** How far one receiver is, and how far it lets the source go. */
    static final class Progress {
        private long next;
        private long limit;
        private boolean reachable = true;
        /** It came back, and has not come within reach of what is new since. */
        private boolean behind;
        /** What it lacks below this number was there when it came back. */
        private long missedEnd;

        private Progress(long next, long limit) {
            this.next = next;
            this.limit = limit;
        }

        private void advance(long newNext, long newLimit) {
            if (newNext >= next) {
                next = newNext;
                limit = Math.max(newLimit, newNext);
            }
        }
    }
}
