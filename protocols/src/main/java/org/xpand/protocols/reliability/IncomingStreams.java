package org.xpand.protocols.reliability;

import java.util.Collection;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.directory.RecentMap;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.wire.WireWriter;

/** The streams of one site's senders at a receiving delegate, whether the site is reached or not. Not thread-safe. */
final class IncomingStreams {
    private final ReliabilityConfig config;
    private final Delivery delivery;
    private final RecentMap<SenderId, IncomingStream> streams = new RecentMap<>();
    private long requests;
    private long duplicates;
    private long refused;

    IncomingStreams(ReliabilityConfig config, Delivery delivery) {
        this.config = config;
        this.delivery = delivery;
    }

    /** The stream of a sender, or null. */
    IncomingStream get(SenderId sender) {
        return streams.get(sender);
    }

    /** All streams, by sender; a live view. */
    Collection<IncomingStream> all() {
        return streams.values();
    }

    /** Whether there are as many senders as a site may have. */
    boolean isFull() {
        return streams.size() >= config.maxSenders();
    }

    /**
     * Begins to receive a sender, anew if there is a stream already.
     *
     * @param first number of the first segment that is delivered
     * @param keeps whether stable segments are kept too
     */
    IncomingStream begin(SenderId sender, long first, boolean keeps, long nowNanos) {
        IncomingStream stream = new IncomingStream(sender, first, config, nowNanos);
        stream.keep(keeps);
        streams.put(sender, stream);
        return stream;
    }

    /** Continues with a stream of another part of the site. */
    void take(IncomingStream stream) {
        streams.put(stream.sender(), stream);
    }

    /** A sender is no longer received from this site; returns what was known of it, or null. */
    IncomingStream remove(SenderId sender) {
        return streams.remove(sender);
    }

    /**
     * A segment of a sender arrived.
     *
     * @param stream        the sender's stream; null if it is not received
     * @param patienceNanos how long missing segments before it may still arrive without a request
     */
    void arrived(IncomingStream stream, long number, Segment segment, long patienceNanos, long nowNanos) {
        if (stream == null) {
            refused++;
            return;
        }
        switch (stream.arrived(number, segment, patienceNanos, nowNanos)) {
            case TAKEN -> stream.deliver(delivery, nowNanos);
            case DUPLICATE -> duplicates++;
            case REFUSED -> refused++;
        }
    }

    /** Sets whether stable segments are kept too, for members that may return. */
    void keep(boolean value) {
        streams.values().forEach(stream -> stream.keep(value));
    }

    /** The LAN has room again. */
    void resumeDelivery(long nowNanos) {
        for (IncomingStream stream : streams.values()) {
            stream.deliver(delivery, nowNanos);
        }
    }

    /** Nothing is requested until some site is known to hold it. */
    void forgetMissing() {
        streams.values().forEach(IncomingStream::forgetMissing);
    }

    /**
     * Nobody will send what is missing: reports it, and delivers what follows.
     *
     * @return whether all is reported and delivered; if not, the LAN has no room now
     */
    boolean giveUpMissing(long nowNanos) {
        boolean all = true;
        for (IncomingStream stream : streams.values()) {
            all &= stream.giveUpMissing(delivery, nowNanos);
        }
        return all;
    }

    /** Nothing will be received from these senders any longer. */
    void forgetAll() {
        streams.keySet().forEach(delivery::forgotten);
        streams.clear();
    }

    /**
     * Drops senders that are no longer members and have sent nothing for long. Segments that some site may lack are kept
     * longer: the sender's own site may request them. Missing ones are awaited for as long: no site has sent them.
     */
    void forget(TreeSet<MemberId> members, long silentSinceNanos, long nowNanos) {
        streams.removeIf((sender, stream) -> {
            boolean settled = stream.missingCount() == 0 && stream.base() == stream.next();
            boolean quiet = !members.contains(sender.member())
                    && stream.arrivalNanos() - silentSinceNanos < (settled ? 0 : -config.partitionRetentionNanos())
                    && stream.giveUpMissing(delivery, nowNanos);
            if (quiet) {
                delivery.forgotten(sender);
            }
            return quiet;
        });
    }

    /** Writes what is held of the senders: first kept number, number after the last without a hole, and after the last known. */
    void writeHeld(WireWriter out) {
        streams.forEach((sender, stream) -> {
            if (out.remaining() >= FrameType.HELD_ENTRY_LENGTH) {
                out.putSender(sender).putLong(stream.base())
                        .putLong(stream.next()).putLong(stream.end());
            }
        });
    }

    /** When a report on these senders is needed. */
    long reportDeadlineNanos() {
        long deadline = Long.MAX_VALUE;
        for (IncomingStream stream : streams.values()) {
            deadline = Math.min(deadline, stream.reportDeadlineNanos());
        }
        return deadline;
    }

    /** When missing segments of these streams are to be requested; for an absent site there is nothing else to report. */
    long requestDeadlineNanos(Predicate<IncomingStream> asked) {
        long deadline = Long.MAX_VALUE;
        for (IncomingStream stream : streams.values()) {
            long due = stream.requestDeadlineNanos();
            if (due < deadline && asked.test(stream)) {
                deadline = due;
            }
        }
        return deadline;
    }

    /** Writes the acknowledgements that are new. */
    void writeAcks(WireWriter out, long nowNanos) {
        if (out.remaining() > FrameType.HEADER_LENGTH) {
            int start = FrameType.begin(out, FrameType.ACK);
            for (IncomingStream stream : streams.values()) {
                stream.writeAck(out, nowNanos);
            }
            FrameType.end(out, start);
        }
    }

    /** Writes the missing segments of these streams whose request is due. */
    void writeRequests(WireWriter out, Predicate<IncomingStream> asked, long rttNanos, long nowNanos) {
        if (out.remaining() > FrameType.HEADER_LENGTH) {
            int start = FrameType.begin(out, FrameType.NAK);
            for (IncomingStream stream : streams.values()) {
                if (asked.test(stream)) {
                    requests += stream.writeRequests(out, rttNanos, nowNanos);
                }
            }
            FrameType.end(out, start);
        }
    }

    /** Segments missing now. */
    long missing() {
        long missing = 0;
        for (IncomingStream stream : streams.values()) {
            missing += stream.missingCount();
        }
        return missing;
    }

    /** Segments requested so far. */
    long requests() {
        return requests;
    }

    /** Segments that had arrived before. */
    long duplicates() {
        return duplicates;
    }

    /** Segments for which there was no stream or no room. */
    long refused() {
        return refused;
    }
}
