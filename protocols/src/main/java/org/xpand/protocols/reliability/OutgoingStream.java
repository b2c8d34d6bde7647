package org.xpand.protocols.reliability;

import java.util.List;
import java.util.TreeMap;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.segment.RunCodec;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.segment.SegmentRing;
import org.xpand.protocols.segment.StatePieces;

/**
 * One local sender at the source: the segments that are not stable yet, the progress of all receivers, and the pending
 * repairs.
 */
final class OutgoingStream {
    private final SenderId sender;
    private final SegmentRing ring;
    private final StatePieces pieces;
    private final TreeMap<SiteId, Progress> receivers = new TreeMap<>();
    private final PendingRepairs repairs = new PendingRepairs();
    private final Progress local;
    private final int window;
    private long end;
    private long nextToSend;
    private long stable;
    /** Recomputed only when something changes, because every packet needs it. */
    private long limit;
    private long unsentBytes;
    private boolean awaitsStarts;
    /** Nothing becomes stable yet, since there may be sites that are not known. */
    private boolean held;
    private long announcedStable;
    private boolean retired;
    private boolean catchesUp;
    private boolean moreRequested;
    /** Bound on stable bytes that are kept for members that may return; 0 if none are kept. */
    private long keepBytes;
    private long keptBytes;

    /**
     * @param window most segments in flight to a site
     * @param kept   most kept segments, a power of two
     */
    OutgoingStream(SenderId sender, long first, int window, int kept) {
        this.sender = sender;
        this.ring = new SegmentRing(first, kept);
        this.pieces = new StatePieces(ring);
        this.window = window;
        this.local = new Progress(first, first + window);
        this.end = first;
        this.nextToSend = first;
        this.stable = first;
        this.announcedStable = first;
        this.limit = first + window;
    }

    SenderId sender() {
        return sender;
    }

    /** Number after the last segment accepted. */
    long end() {
        return end;
    }

    /** Number of the next segment to be sent for the first time. */
    long nextToSend() {
        return nextToSend;
    }

    /** All members have everything below this number. */
    long stable() {
        return stable;
    }

    /** How many segments became stable since the last announcement. */
    long unannouncedStable() {
        return stable - announcedStable;
    }

    /** The end, and what is stable and kept, has been announced to the receivers. */
    void announced() {
        announcedStable = stable;
        moreRequested = false;
    }

    /** A site requests segments that are not kept, which is to be announced to it. */
    void moreRequested() {
        moreRequested = true;
    }

    /** Takes the next segment from the LAN; returns false if it is not the next or there is no room. */
    boolean accept(long number, Segment segment) {
        if (number != end || number - stable >= ring.capacity()) {
            return false;
        }
        releaseKept(number - ring.capacity() + 1);
        ring.put(number, segment);
        unsentBytes += RunCodec.length(segment);
        end++;
        return true;
    }

    /** Size of the segments that are not stable, bytes. */
    long retainedBytes() {
        return ring.bytes() - keptBytes;
    }

    /** Size of the segments that are stable and still kept, bytes. */
    long keptBytes() {
        return keptBytes;
    }

    /** Every segment is kept from this number on, stable or not. */
    long keptFrom() {
        return ring.base();
    }

    /** Sets how many stable bytes are kept for members that may return; 0 for none. */
    void keep(long bytes) {
        keepBytes = bytes;
        if (bytes == 0) {
            ring.advance(stable);
            repairs.dropBelow(stable);
            keptBytes = 0;
        }
    }

    /** Releases stable segments below a number. */
    private void releaseKept(long below) {
        long limit = Math.min(below, stable);
        while (ring.base() < limit) {
            keptBytes -= ring.get(ring.base()).cost();
            ring.advance(ring.base() + 1);
        }
        repairs.dropBelow(ring.base());
    }

    Segment get(long number) {
        return ring.get(number);
    }

    /** Whether a segment may be sent for the first time. */
    boolean hasNew() {
        return nextToSend < end && nextToSend < limit;
    }

    void sent() {
        unsentBytes -= RunCodec.length(ring.get(nextToSend));
        nextToSend++;
    }

    /** No other site needs anything: accepted segments count as sent. */
    void skipUnsent() {
        if (!held) {
            nextToSend = end;
            unsentBytes = 0;
        }
    }

    /** The other sites are not known yet, or are known from now on: until then all that was accepted is kept for them. */
    void hold(boolean value) {
        held = value;
    }

    /** Bytes of the segments accepted and not yet sent. */
    long unsentBytes() {
        return unsentBytes;
    }

    /** Whether start numbers of this sender have to be announced to the sites first. */
    boolean awaitsStarts() {
        return awaitsStarts;
    }

    void awaitsStarts(boolean value) {
        awaitsStarts = value;
    }

    /** A site gets everything from the next segment on and nothing before it, or, while the sites become known, everything. */
    SenderStart addReceiver(SiteId site) {
        long first = held ? stable : nextToSend;
        Progress progress = new Progress(first, first + window);
        progress.behind = first < nextToSend;
        receivers.put(site, progress);
        limitChanged();
        return new SenderStart(first, first);
    }

    /**
     * A part of a site that has split gets everything from the position of the other parts: until a moment ago they were one site.
     * The part may request earlier segments that these, or other members of this site, have, as long as they are kept.
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
     * A site is reachable again, or its delegate is new; returns the number from which on the site needs everything, as last
     * acknowledged: its members may lack more. Until it is near the new segments it catches up beside the others, and limits no
     * sender.
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

    /** A site is not reachable: what it lacks is kept for it, but it limits no sender. */
    void suspendReceiver(SiteId site) {
        Progress progress = receivers.get(site);
        if (progress != null) {
            progress.reachable = false;
            limitChanged();
            repairs.withdraw(site);
        }
    }

    /** Whether the oldest segment is kept because of this site's progress. */
    boolean keptFor(SiteId site) {
        Progress progress = receivers.get(site);
        return progress != null && progress.next == stable && stable < end;
    }

    /** The number up to which segments may be released that only awaited sites lack. */
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
     * Reduces the oldest pieces of states that only awaited sites lack, as far as these have no members that still need them, until no more than
     * so many bytes are retained.
     */
    void reducePieces(long mostBytes) {
        long needed = held ? 0 : neededFrom();
        while (retainedBytes() > mostBytes && pieces.next() < needed) {
            reduceNext();
        }
    }

    /** Size of the segments that are not stable without the pieces of states that are yet to be reduced, bytes. */
    long retainedWithoutPieces() {
        return retainedBytes() - pieces.bytesAhead(end);
    }

    private void reduceNext() {
        long number = pieces.next();
        int saved = pieces.step(site -> isAwaited(site, number));
        keptBytes -= number < stable ? saved : 0;
        unsentBytes -= number >= nextToSend ? saved : 0;
    }

    /** Whether a segment is kept for a site that is not reachable. */
    private boolean isAwaited(SiteId site, long number) {
        Progress progress = receivers.get(site);
        return progress != null && !progress.reachable && progress.next <= number;
    }

    /**
     * Releases the segments below a number that an awaited site lacks.
     *
     * @return the first of these numbers that it lacks, or {@code end} if it lacks none
     */
    long releaseFor(SiteId site, long end) {
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
     * Takes an acknowledgement of a site, which may cover more than this delegate has sent if another one sent it before. Absurd
     * values change nothing. Returns whether the values were plausible.
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

    /** Recomputes what is stable and releases it; returns whether that changed. */
    boolean release() {
        long least = local.next;
        for (Progress progress : receivers.values()) {
            least = Math.min(least, progress.next);
        }
        if (held || least <= stable) {
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
            if (pieces.next() < stable) {
                reduceNext();
            } else {
                releaseKept(ring.base() + 1);
            }
        }
        repairs.dropBelow(ring.base());
        limitChanged();
        return true;
    }

    /** Segments below this number may be sent by the sender and this delegate. */
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

    /** The sender has departed, or returned. */
    void retire(boolean value) {
        retired = value;
    }

    /** Whether the sender has departed and all members have everything. */
    boolean done() {
        return retired && stable == end;
    }

    /** Whether a site that is reachable again still lacks earlier segments. */
    boolean catchesUp() {
        return catchesUp;
    }

    /** Whether a site has requested segments that are not kept since the last announcement. */
    boolean isRequestedInVain() {
        return moreRequested;
    }

    /** Whether a reachable site lacks something that was sent, or requests it in vain. */
    boolean lacking() {
        if (moreRequested) {
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
     * A site requests a segment again.
     *
     * @param holdNanos how long after a repair further requests for the same segment are ignored
     * @return whether a repair will be sent
     */
    boolean requested(SiteId site, long number, long holdNanos, long nowNanos) {
        if (number >= nextToSend || ring.get(number) == null || !receivers.containsKey(site)) {
            return false;
        }
        return repairs.want(site, number, holdNanos, nowNanos);
    }

    /** The pending repairs. */
    PendingRepairs repairs() {
        return repairs;
    }

    /** The progress of one receiver, and its limit for the source. */
    static final class Progress {
        private long next;
        private long limit;
        private boolean reachable = true;
        /** It was reachable again, and has not come near the new segments since. */
        private boolean behind;
        /** Segments that it lacks below this number existed when it became reachable again. */
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
