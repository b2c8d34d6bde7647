package org.xpand.protocols.reliability;

import java.util.BitSet;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.directory.RecentMap;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * The start numbers that a source announces: the number of the announcement, its parts that have arrived, and when it is acknowledged. The
 * counterpart of {@link StartAnnouncements}. Not thread-safe.
 */
final class AnnouncedStarts {
    private final long intervalNanos;
    private final RecentMap<SenderId, SenderStart> starts = new RecentMap<>();
    private final TreeMap<SenderId, Long> kept = new TreeMap<>();
    private final BitSet parts = new BitSet();
    private final Insistence otherStart = new Insistence();
    private final Insistence exclusion = new Insistence();
    private long id;
    private long ackNanos = Long.MAX_VALUE;
    private long askedNanos;

    /** @param intervalNanos how often an announcement is repeated, and requested */
    AnnouncedStarts(long intervalNanos) {
        this.intervalNanos = intervalNanos;
    }

    /**
     * Whether a part of an announcement of start numbers is accepted: it is the present one or follows it closely, or the source insists
     * on it.
     *
     * @param number number of the announcement
     * @param part   number of the part: only first parts count as repetitions
     */
    boolean accepts(long number, int part, long nowNanos) {
        return mayFollow(number) || part == 0 && otherStart.insists(number, intervalNanos, nowNanos);
    }

    /** Whether an announcement is the present one or one of the next. */
    boolean mayFollow(long number) {
        return number >= id && number <= id + Plausible.MAX_STARTS;
    }

    /** Whether a later announcement than this one is known. */
    boolean isReplaced(long number) {
        return number < id;
    }

    /** Whether this is the number of the present announcement. */
    boolean is(long number) {
        return number == id;
    }

    /** Another announcement of start numbers begins. */
    void begin(long number) {
        otherStart.drop();
        replace(number);
    }

    /** An announcement of start numbers was accepted: a former exclusion does not count. */
    void dropExclusion() {
        exclusion.drop();
    }

    /** The source announces an exclusion; returns whether it insists on it. */
    boolean insistsOnExclusion(long number, long nowNanos) {
        return exclusion.insists(number, intervalNanos, nowNanos);
    }

    /** Forgets the start numbers and the announcement; the next one may have any number that a first one may have. */
    void clear() {
        replace(0);
    }

    /** Forgets the start numbers; this announcement is the present one. */
    void replace(long number) {
        parts.clear();
        starts.clear();
        id = number;
    }

    /** Records the start of a sender. */
    void put(SenderId sender, SenderStart start) {
        starts.put(sender, start);
    }

    /**
     * Records that a part has arrived.
     *
     * @param number from 0
     * @param count  how many parts the announcement has
     * @return whether all have arrived
     */
    boolean arrived(int number, int count) {
        parts.set(number);
        return parts.cardinality() == count;
    }

    /** The start of a sender as announced, or null. */
    SenderStart get(SenderId sender) {
        return starts.get(sender);
    }

    /** Whether the start of a sender was announced. */
    boolean contains(SenderId sender) {
        return starts.containsKey(sender);
    }

    /** Passes on all announced starts. */
    void forEach(BiConsumer<SenderId, SenderStart> action) {
        starts.forEach(action);
    }

    /** Takes the numbers from which on the source keeps the senders of the following start or digest. */
    void kept(WireReader in) {
        kept.clear();
        while (in.remaining() > 0) {
            SenderId sender = in.getSender();
            kept.put(sender, in.getLong());
        }
    }

    /** The start or digest has been handled, or ignored: the next one comes with its own. */
    void dropKept() {
        kept.clear();
    }

    /** The number from which on the source keeps a sender, as announced just before, or the other number; returned once. */
    long takeKept(SenderId sender, long otherwise) {
        Long number = kept.remove(sender);
        return number == null ? otherwise : number;
    }

    /** The present announcement is to be acknowledged now, or start numbers to be requested. */
    void acknowledge(long nowNanos) {
        ackNanos = nowNanos;
    }

    /** A segment has arrived before the start numbers: they are to be requested, though not too often. */
    void request(long nowNanos) {
        if (ackNanos == Long.MAX_VALUE) {
            ackNanos = Math.max(nowNanos, askedNanos + intervalNanos);
        }
    }

    /** Nothing is to be acknowledged any longer. */
    void dropAck() {
        ackNanos = Long.MAX_VALUE;
    }

    /** When the acknowledgement is due; {@link Long#MAX_VALUE} if there is none. */
    long ackNanos() {
        return ackNanos;
    }

    /**
     * Writes the acknowledgement if it is due and there is room.
     *
     * @param complete whether the present announcement has arrived; if not, start numbers are requested
     */
    void writeAck(WireWriter out, boolean complete, long nowNanos) {
        if (ackNanos <= nowNanos && out.remaining() >= FrameType.HEADER_LENGTH + Long.BYTES) {
            int start = FrameType.begin(out, FrameType.START_ACK);
            out.putLong(complete ? id : 0);
            FrameType.end(out, start);
            ackNanos = Long.MAX_VALUE;
            askedNanos = nowNanos;
        }
    }
}
