package org.xpand.protocols.reliability;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.directory.RecentMap;

/** The streams of local senders, and how long those of departed ones are kept. Not thread-safe. */
final class OutgoingStreams {
    private final ReliabilityConfig config;
    private final Delivery delivery;
    private final RecentMap<SenderId, OutgoingStream> streams = new RecentMap<>();
    private final List<OutgoingStream> turns = new ArrayList<>();
    private long keptBytes;

    OutgoingStreams(ReliabilityConfig config, Delivery delivery) {
        this.config = config;
        this.delivery = delivery;
    }

    /** The stream of a sender, or null. */
    OutgoingStream get(SenderId sender) {
        return streams.get(sender);
    }

    /** All streams in the order in which they were opened, which is that of their turns; a live list, not to be changed. */
    List<OutgoingStream> inTurn() {
        return turns;
    }

    /** Passes on all streams, ordered by sender. */
    void forEach(BiConsumer<SenderId, OutgoingStream> action) {
        streams.forEach(action);
    }

    /** How many streams are open. */
    int size() {
        return streams.size();
    }

    /**
     * Opens the stream of a sender. If there are too many senders, departed ones are dropped first.
     *
     * @return null if it is open already, or if there are too many
     */
    OutgoingStream open(SenderId sender, long first) {
        OutgoingStream known = streams.get(sender);
        if (known != null && known.end() < first) {
            // It made progress in another half of the LAN: what this stream waits for is stable and not kept.
            drop(sender);
            known = null;
        }
        if (known != null) {
            known.retire(false);
        }
        if (known == null && streams.size() >= config.maxSenders()) {
            forgetRetired(0);
        }
        if (known != null || streams.size() >= config.maxSenders()) {
            return null;
        }
        OutgoingStream stream = new OutgoingStream(sender, first, config.windowSegments(), config.keptSegments());
        stream.keep(keptBytes);
        streams.put(sender, stream);
        turns.add(stream);
        return stream;
    }

    /**
     * Sets how many stable bytes of each sender, and of all departed ones together, are kept for members that may return; 0 for
     * none.
     */
    void keep(long bytes) {
        keptBytes = bytes;
        turns.forEach(stream -> stream.keep(bytes));
        forgetRetired();
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

    /** Releases what is stable of a stream, and announces it to the members. */
    void publish(OutgoingStream stream) {
        stream.release();
        delivery.progress(stream.sender(), stream.stable(), stream.limit());
    }

    /** Drops the stream if its sender has departed and all is stable, as far as that is not kept. */
    void forgetIfDone(OutgoingStream stream) {
        if (stream.done()) {
            forgetRetired();
        }
    }

    /** Drops departed senders of which all is stable, as far as that is not kept. */
    void forgetRetired() {
        forgetRetired(keptBytes);
    }

    /** Drops departed senders, the longest open first, until no more than so many bytes of them are kept; 0: all. */
    private void forgetRetired(long mostBytes) {
        List<OutgoingStream> done = turns.stream().filter(OutgoingStream::done).toList();
        long bytes = done.stream().mapToLong(OutgoingStream::keptBytes).sum();
        for (OutgoingStream stream : done) {
            if (mostBytes == 0 || bytes > mostBytes) {
                bytes -= stream.keptBytes();
                drop(stream.sender());
                delivery.done(stream.sender());
            }
        }
    }

    /** Whether some site still lacks what was sent while it was not reachable. */
    boolean catchUp() {
        for (int i = 0; i < turns.size(); i++) {
            if (turns.get(i).catchesUp()) {
                return true;
            }
        }
        return false;
    }

    /** Segments accepted and not yet sent. */
    long backlogSegments() {
        long backlog = 0;
        for (OutgoingStream stream : turns) {
            backlog += stream.end() - stream.nextToSend();
        }
        return backlog;
    }

    /** Their bytes. */
    long backlogBytes() {
        long backlog = 0;
        for (OutgoingStream stream : turns) {
            backlog += stream.unsentBytes();
        }
        return backlog;
    }

    /** Segments accepted and not yet stable. */
    long unstableSegments() {
        long unstable = 0;
        for (OutgoingStream stream : turns) {
            unstable += stream.end() - stream.stable();
        }
        return unstable;
    }
}
