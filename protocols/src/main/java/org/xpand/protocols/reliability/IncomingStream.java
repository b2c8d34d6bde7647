package org.xpand.protocols.reliability;

import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.segment.SegmentRing;
import org.xpand.protocols.segment.StatePieces;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * One remote sender at a receiving delegate: what arrived out of order, what is missing, what the site has. Delivered
 * segments are kept while there is room and the source has not announced them as stable: for members of the site that lack them,
 * and for other sites if the source's site dies.
 */
final class IncomingStream {
    /** An acknowledgement is not delayed once this part of the window has arrived: the source may run out of window. */
    private static final int WINDOW_PARTS = 4;
    /** An acknowledgement waits for this part of a round-trip time longer than the strategy's report, which takes it along. */
    private static final int RIDE_PARTS = 4;
    /** Of what is out of order no more is taken than so many times what the source keeps. */
    private static final int MOST_RETENTIONS = 2;

    private final SenderId sender;
    private final ReliabilityConfig config;
    private final SegmentRing ring;
    private final StatePieces pieces;
    private final MissingRows missing = new MissingRows();
    private long next;
    private long end;
    /** Number after the highest arrived or delivered segment. */
    private long arrivedEnd;
    private long arrivalNanos;
    private boolean touched;
    private boolean presumed;
    private long siteNext;
    private long siteLimit;
    private long announcedNext;
    private long announcedLimit;
    private boolean announced;
    private long announcedNanos;
    private long ackNanos = Long.MAX_VALUE;
    private long stable;
    private boolean keeps;
    /** Segments below the kept ones, for members that lack them; or null. */
    private EarlierSegments earlier;
    private long keptAtSource;
    private final Insistence astray = new Insistence();
    private final Insistence ending = new Insistence();
    private final Insistence lacking = new Insistence();

    IncomingStream(SenderId sender, long first, ReliabilityConfig config, long nowNanos) {
        this.sender = sender;
        this.config = config;
        this.ring = new SegmentRing(first, config.keptSegments());
        this.pieces = new StatePieces(ring);
        this.next = first;
        this.end = first;
        this.arrivedEnd = first;
        this.siteNext = first;
        this.announcedNext = first;
        this.siteLimit = first + config.windowSegments();
        this.announcedLimit = siteLimit;
        this.missing.requestBelow(siteLimit);
        this.arrivalNanos = nowNanos;
    }

    /** The result for an arriving segment. */
    enum Arrival { TAKEN, DUPLICATE, REFUSED }

    /**
     * A segment arrived.
     *
     * @param patienceNanos how long missing segments before it may still arrive without a request, in addition to the time
     *                      for reordering
     */
    Arrival arrived(long number, Segment segment, long patienceNanos, long nowNanos) {
        if (number < next) {
            if (earlier != null && earlier.arrived(number, segment, nowNanos)) {
                return Arrival.TAKEN;
            }
            // The source may not know that it has arrived: its delegate is new, or the acknowledgement was lost. Arrival on
            // two paths is no reason to hurry.
            wantAck(nowNanos + config.maxDigestNanos());
            return Arrival.DUPLICATE;
        }
        makeRoomFor(number);
        if (!ring.accepts(number) || number != next && ring.bytes() >= MOST_RETENTIONS * config.partitionRetentionBytes()) {
            return Arrival.REFUSED;
        }
        if (!ring.put(number, segment)) {
            return Arrival.DUPLICATE;
        }
        arrivalNanos = nowNanos;
        touched = true;
        boolean isNew = number >= arrivedEnd;
        if (number > arrivedEnd) {
            missing.sent(arrivedEnd, number, dueNanos(patienceNanos, nowNanos));
        }
        arrivedEnd = Math.max(arrivedEnd, number + 1);
        if (number >= end) {
            missingUpTo(number, patienceNanos, nowNanos);
            end = number + 1;
        } else if (isNew) {
            // It may have been announced before it was sent, and requested in vain.
            missing.remove(number);
        } else {
            missing.repaired(number, arrivedEnd, nowNanos);
        }
        return Arrival.TAKEN;
    }

    /**
     * Releases segments that every member of the site has, if {@code number} needs the room or the retention is exceeded; pieces of states
     * first.
     */
    private void makeRoomFor(long number) {
        long base = number - ring.capacity() + 1;
        if (base > ring.base()) {
            ring.advance(Math.min(base, siteNext));
        }
        while (ring.bytes() >= config.partitionRetentionBytes() && pieces.next() < siteNext) {
            pieces.step(site -> false);
        }
        while (ring.bytes() >= config.partitionRetentionBytes() && ring.base() < siteNext) {
            ring.advance(ring.base() + 1);
        }
    }

    private void releaseStable() {
        if (!keeps) {
            ring.advance(Math.min(stable, siteNext));
        }
    }

    /** Sets whether stable segments are kept too, as far as there is room, for members that may return. */
    void keep(boolean value) {
        keeps = value;
        releaseStable();
    }

    /**
     * The source announces that it has sent everything below {@code sourceEnd}, and that every site has everything below
     * {@code announcedStable}; it also requests an acknowledgement.
     */
    void digested(long sourceEnd, long announcedStable, long nowNanos) {
        stable = Math.max(stable, announcedStable);
        releaseStable();
        arrivalNanos = nowNanos;
        touched = true;
        long reachable = Math.min(sourceEnd, siteNext + config.windowSegments());
        if (reachable > end) {
            missingUpTo(reachable, 0, nowNanos);
            end = reachable;
        } else if (sourceEnd >= end || sourceEnd < arrivedEnd) {
            ending.drop();
        } else if (ending.insists(0, config.startIntervalNanos(), nowNanos)) {
            // More had been announced, wrongly: segments that were never sent are not to be requested.
            end = sourceEnd;
            missing.dropFrom(end);
        }
        wantAck(nowNanos);
    }

    /**
     * Whether the source can have reached this number, judging by what was received from it and the time since then. Unlimited if
     * nothing was received yet.
     */
    boolean mayBegin(long number, long nowNanos) {
        long silence = Math.max(0, nowNanos - arrivalNanos);
        return number <= WireReader.MAX_NUMBER && (!touched
                || number <= end + 2L * ring.capacity() + (long) (silence * (Plausible.MAX_SEGMENTS_PER_SECOND / 1e9)));
    }

    /** Whether the source insists that it has sent so little that its earlier announcements must be wrong. */
    boolean isInconsistent(long sourceEnd, long overNanos, long nowNanos) {
        if (next - sourceEnd <= 2L * ring.capacity()) {
            astray.drop();
            return false;
        }
        return astray.insists(0, overNanos, nowNanos);
    }

    /** The source keeps everything from this number on. */
    void keptAtSource(long number) {
        keptAtSource = number;
        if (earlier != null) {
            earlier.keptFrom(number);
        }
    }

    /** The number from which on the source keeps everything, as last announced. */
    long keptAtSource() {
        return keptAtSource;
    }

    /**
     * A member lacks everything from a number on that this site has released or never had: the source is asked for it.
     *
     * @return the number from which on everything is held or requested: the same number, unless the source does not keep it
     */
    long want(long number, long nowNanos) {
        long base = ring.base();
        if (number >= base || earlier != null && earlier.covers(number)) {
            return number;
        }
        long from = Math.max(Math.max(number, keptAtSource), base - config.keptSegments());
        if (from < base) {
            earlier = new EarlierSegments(from, base, earlier, config, nowNanos);
        }
        return Math.min(from, base);
    }

    /** Whether the source insists that it does not keep what this site lacks. */
    boolean insistsOnStable(long overNanos, long nowNanos) {
        return lacking.insists(next, overNanos, nowNanos);
    }

    /** Every site has everything below this number, as last announced by the source. */
    long stable() {
        return stable;
    }

    /** Sets whether its start is known from members only, which may lack stable segments. */
    void presumed(boolean value) {
        presumed = value;
    }

    /** Whether the source has not announced the start number. */
    boolean isPresumed() {
        return presumed;
    }

    /** Another delegate sends for this sender now: it does not know this site's progress. */
    void sourceChanged(long nowNanos) {
        wantAck(nowNanos);
    }

    /** Delivers segments in order while the LAN has room. */
    void deliver(Delivery delivery, long nowNanos) {
        Segment segment = ring.get(next);
        while (segment != null && delivery.deliver(sender, next, segment, nowNanos)) {
            next++;
            segment = ring.get(next);
        }
    }

    /**
     * The source keeps nothing below {@code first} any longer.
     *
     * @return whether segments are lost: those from {@link #next} on
     */
    boolean startAt(long first) {
        if (first <= next) {
            return false;
        }
        next = first;
        end = Math.max(end, first);
        arrivedEnd = Math.max(arrivedEnd, first);
        siteNext = Math.max(siteNext, first);
        missing.requestBelow(siteNext + config.windowSegments());
        siteLimit = Math.max(siteLimit, first + config.windowSegments());
        missing.dropBelow(first);
        ring.advance(first);
        return true;
    }

    /**
     * Nobody will send what is missing: reports it, and delivers what follows.
     *
     * @return whether all is reported and delivered; if not, the LAN has no room now
     */
    boolean giveUpMissing(Delivery delivery, long nowNanos) {
        deliver(delivery, nowNanos);
        while (ring.get(next) == null && heldBehindHole() >= 0) {
            startAfterGap(heldBehindHole(), delivery);
            deliver(delivery, nowNanos);
        }
        if (heldBehindHole() >= 0) {
            return false;
        }
        if (end > next) {
            // Other sites have received it, and no site holds it.
            startAfterGap(end, delivery);
        }
        return true;
    }

    private void startAfterGap(long first, Delivery delivery) {
        long lost = next;
        startAt(first);
        delivery.gap(sender, lost, next);
    }

    /** The first held segment that is not delivered, or -1 if there is none. */
    private long heldBehindHole() {
        for (long number = next; number < end; number++) {
            if (ring.get(number) != null) {
                return number;
            }
        }
        return -1;
    }

    SenderId sender() {
        return sender;
    }

    /** Whether nothing was received of the sender since this stream began. */
    boolean isUntouched() {
        return !touched;
    }

    /** Everything below this number is known to have been sent. */
    long end() {
        return end;
    }

    /** The segment with this number if it is kept or has been requested again and has arrived, or null. */
    Segment get(long number) {
        return earlier != null && number < ring.base() ? earlier.get(number) : ring.get(number);
    }

    /** Everything from here to {@link #next} is kept. */
    long base() {
        return Math.min(ring.base(), next);
    }

    /** When a segment or a digest last arrived, or the stream began. */
    long arrivalNanos() {
        return arrivalNanos;
    }

    /**
     * Another site is known to have everything below {@code receivedEnd}: missing segments are to be requested, or reported as lost.
     */
    void receivedElsewhere(long receivedEnd, long nowNanos) {
        long reachable = Math.min(receivedEnd, siteNext + config.windowSegments());
        if (reachable > end) {
            missingUpTo(reachable, 0, nowNanos);
            end = reachable;
        }
    }

    /** The source has left: nothing is requested until some site is known to hold it. */
    void forgetMissing() {
        missing.clear();
        earlier = null;
        end = next;
        while (ring.get(end) != null) {
            end++;
        }
        ackNanos = Long.MAX_VALUE;
    }

    /**
     * Every member of the site has everything below {@code newNext} and accepts what is below {@code limit}. Announcing this once
     * per round-trip time is enough for the source, unless half of the announced room is used up.
     */
    void siteProgress(long newNext, long limit, long rttNanos, long nowNanos) {
        if (earlier != null && earlier.have(newNext)) {
            earlier = null;
        }
        long plausibleNext = Math.min(newNext, next);
        if (plausibleNext > siteNext || limit > siteLimit) {
            siteNext = Math.max(siteNext, plausibleNext);
            siteLimit = Math.max(limit, siteNext);
            missing.requestBelow(siteNext + config.windowSegments());
            boolean much = siteNext - announcedNext >= config.windowSegments() / WINDOW_PARTS;
            long soon = nowNanos + config.ackDelayNanos();
            boolean closes = announcedLimit - arrivedEnd < arrivedEnd - announcedNext;
            wantAck(much ? nowNanos : closes || !announced ? soon : Math.max(soon, announcedNanos + rttNanos + rttNanos / RIDE_PARTS));
        }
    }

    private void wantAck(long atNanos) {
        if (ackNanos == Long.MAX_VALUE || atNanos - ackNanos < 0) {
            ackNanos = atNanos;
        }
    }

    private long dueNanos(long patienceNanos, long nowNanos) {
        return nowNanos + config.reorderDelayNanos() + patienceNanos;
    }

    private void missingUpTo(long limit, long patienceNanos, long nowNanos) {
        long due = dueNanos(patienceNanos, nowNanos);
        long from = end;
        // Segments that arrived before the source became unreachable may follow a hole.
        while (from < limit) {
            long held = ring.firstHeld(from, limit);
            missing.add(from, held, due);
            from = held;
            while (from < limit && ring.get(from) != null) {
                from++;
            }
        }
    }

    /** When this stream needs a report. */
    long reportDeadlineNanos() {
        return Math.min(requestDeadlineNanos(), ackNanos);
    }

    /** When something is missing and to be requested. */
    long requestDeadlineNanos() {
        return earlier == null ? missing.dueNanos() : Math.min(missing.dueNanos(), earlier.dueNanos());
    }

    /** Writes the acknowledgement if there is something new and room for it. */
    void writeAck(WireWriter out, long nowNanos) {
        if (ackNanos == Long.MAX_VALUE || out.remaining() < FrameType.ACK_ENTRY_LENGTH) {
            return;
        }
        out.putSender(sender).putLong(siteNext)
                .putLong(Math.min(siteLimit, siteNext + config.windowSegments()));
        announcedNext = siteNext;
        announcedLimit = siteLimit;
        announced = true;
        announcedNanos = nowNanos;
        ackNanos = Long.MAX_VALUE;
    }

    /** Writes ranges of missing segments whose request is due, as far as there is room; returns how many numbers. */
    int writeRequests(WireWriter out, long rttNanos, long nowNanos) {
        int written = earlier == null ? 0 : earlier.writeDue(sender, out, tries -> waitNanos(rttNanos, tries), nowNanos);
        return missing.dueNanos() > nowNanos ? written
                : written + missing.writeDue(sender, out, tries -> waitNanos(rttNanos, tries), nowNanos);
    }

    private long waitNanos(long rttNanos, int tries) {
        double wait = rttNanos * config.requestIntervalRtts();
        for (int i = 0; i < Math.min(tries, 16); i++) {
            wait *= 1.5;
        }
        return (long) Math.min(Math.max(wait, config.minRequestNanos()), config.maxRequestNanos());
    }

    long next() {
        return next;
    }

    long missingCount() {
        return missing.count() + (earlier == null ? 0 : earlier.missingCount());
    }
}
