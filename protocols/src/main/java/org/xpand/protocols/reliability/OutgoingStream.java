package org.xpand.protocols.reliability;

import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.xpand.protocols.directory.SenderId;
import org.xpand.protocols.directory.SiteId;
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
    private final TreeMap<Long, Repair> repairs = new TreeMap<>();
    private final Progress local;
    private final int window;
    private long end;
    private long nextToSend;
    private long stable;
    private int pendingRepairs;
    private boolean retired;

    OutgoingStream(SenderId sender, long first, int window) {
        this.sender = sender;
        this.ring = new SegmentRing(first, window);
        this.window = window;
        this.local = new Progress(first, first + window);
        this.end = first;
        this.nextToSend = first;
        this.stable = first;
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

    /** Takes the next segment from the LAN; answers false if it is not the next or there is no room. */
    boolean accept(long number, Segment segment) {
        if (number != end || !ring.accepts(number)) {
            return false;
        }
        ring.put(number, segment);
        end++;
        return true;
    }

    Segment get(long number) {
        return ring.get(number);
    }

    /** Whether a segment may leave for the first time. */
    boolean hasNew() {
        return nextToSend < end && nextToSend < limit();
    }

    void sent() {
        nextToSend++;
    }

    /** Nobody outside the site wants anything: what was accepted counts as sent. */
    void skipUnsent() {
        nextToSend = end;
    }

    /** A site gets everything from the next segment on; answers the number of that segment. */
    long addReceiver(SiteId site) {
        receivers.put(site, new Progress(nextToSend, nextToSend + window));
        return nextToSend;
    }

    /** A site's delegate is new; answers the number from which on the site needs everything. */
    long restartReceiver(SiteId site) {
        Progress progress = receivers.get(site);
        if (progress == null) {
            return addReceiver(site);
        }
        progress.limit = progress.next + window;
        return progress.next;
    }

    void removeReceiver(SiteId site) {
        receivers.remove(site);
        for (Repair repair : repairs.values()) {
            if (repair.wanting.remove(site) && repair.wanting.isEmpty()) {
                pendingRepairs--;
            }
        }
    }

    /** What a receiving site acknowledged; absurd values change nothing. Answers whether they were plausible. */
    boolean acknowledged(SiteId site, long next, long limit) {
        Progress progress = receivers.get(site);
        if (progress == null || next > nextToSend || limit < next) {
            return false;
        }
        progress.advance(next, Math.min(limit, next + window));
        return true;
    }

    void localProgress(long next, long limit) {
        local.advance(Math.min(next, end), limit);
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
        stable = least;
        nextToSend = Math.max(nextToSend, stable);
        ring.advance(stable);
        while (!repairs.isEmpty() && repairs.firstKey() < stable) {
            if (repairs.pollFirstEntry().getValue().pending()) {
                pendingRepairs--;
            }
        }
        return true;
    }

    /** Segments below this number may leave the sender and this delegate. */
    long limit() {
        long least = Math.min(local.limit, stable + window);
        for (Progress progress : receivers.values()) {
            least = Math.min(least, progress.limit);
        }
        return least;
    }

    /** The sender is gone: nothing will be accepted any more. */
    void retire() {
        retired = true;
    }

    /** Whether the sender is gone and everybody has everything. */
    boolean done() {
        return retired && stable == end;
    }

    /** Whether something was sent that not everybody has. */
    boolean unstable() {
        return stable < nextToSend;
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
        Repair repair = repairs.computeIfAbsent(number, n -> new Repair());
        if (repair.sent && nowNanos - repair.sentNanos < holdNanos) {
            return false;
        }
        if (!repair.pending()) {
            pendingRepairs++;
        }
        repair.wanting.add(site);
        return true;
    }

    boolean hasRepairs() {
        return pendingRepairs > 0;
    }

    /** The wanted repairs by number; those with nobody wanting them are on hold. */
    TreeMap<Long, Repair> repairs() {
        return repairs;
    }

    /** A repair left for one site, or for all if {@code site} is null. */
    void repaired(Repair repair, SiteId site, long nowNanos) {
        repair.sent = true;
        repair.sentNanos = nowNanos;
        if (site == null) {
            repair.wanting.clear();
        } else {
            repair.wanting.remove(site);
        }
        if (!repair.pending()) {
            pendingRepairs--;
        }
    }

    /** How far each receiving site is. */
    Map<SiteId, Progress> receivers() {
        return receivers;
    }

    /** How far one receiver is, and how far it lets the source go. */
    static final class Progress {
        private long next;
        private long limit;

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

    /** A segment that was asked for again. */
    static final class Repair {
        private final TreeSet<SiteId> wanting = new TreeSet<>();
        private long sentNanos;
        private boolean sent;

        boolean pending() {
            return !wanting.isEmpty();
        }

        TreeSet<SiteId> wanting() {
            return wanting;
        }
    }
}
