package org.xpand.protocols.reliability;

import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.stack.OutPacket;
import org.xpand.protocols.wire.WireWriter;

/**
 * Announces to receivers the last sent and the stable number of each local sender: occasionally together with new segments, and
 * alone at growing intervals while some site lacks something and nothing new is sent, or requests what is not kept.
 */
final class Digests {
    /** Bytes of a sender in a digest, with its retention. */
    private static final int LENGTH = FrameType.DIGEST_ENTRY_LENGTH + FrameType.KEPT_ENTRY_LENGTH;
    /** A smaller part of the window is not announced to be stable where a packet has room. */
    private static final int ROOM_PARTS = 16;
    /** The same of packets without segments. */
    private static final int ALONE_PARTS = 8;
    /** Least segments that a packet without segments announces, so that such packets are few with small windows too. */
    private static final int LEAST_ALONE = 64;
    /** So many segments are announced in any case, since the receivers of every group keep them until then. */
    private static final int MOST_UNANNOUNCED = 512;

    private final ReliabilityConfig config;
    private final List<OutgoingStream> streams;
    private final LongSupplier answerNanos;
    private long lastSentNanos;
    private long intervalNanos;
    /** Whether new segments were sent since the interval was computed. */
    private boolean renewed;
    private boolean requestedInVain;
    private long answeredNanos;
    private long sent;

    /**
     * @param streams     all local senders' streams; a live list
     * @param answerNanos when acknowledgements of segments sent now can arrive; an earlier digest would be useless
     */
    Digests(ReliabilityConfig config, List<OutgoingStream> streams, LongSupplier answerNanos) {
        this.config = config;
        this.streams = streams;
        this.answerNanos = answerNanos;
        this.intervalNanos = config.minDigestNanos();
    }

    /** Repairs for all sites were sent: they announce as much as a digest. */
    void repairsSent(long nowNanos) {
        lastSentNanos = nowNanos;
    }

    /** New segments were sent. */
    void newSent(long nowNanos) {
        lastSentNanos = nowNanos;
        renewed = true;
    }

    /** A site requests segments that are not kept. */
    void requestedInVain() {
        requestedInVain = true;
    }

    /**
     * Makes a packet for sites that request segments which are not kept: a site that was told something else waits for them. Not often, but
     * also while there is always something else to send; returns false if none is due.
     */
    boolean answer(OutPacket packet, long nowNanos) {
        if (!requestedInVain || nowNanos - answeredNanos < config.minDigestNanos()) {
            return false;
        }
        requestedInVain = false;
        if (streams.stream().noneMatch(OutgoingStream::isRequestedInVain)) {
            // Announced meanwhile together with new segments.
            return false;
        }
        answeredNanos = nowNanos;
        begin(packet, OutgoingStream::isRequestedInVain);
        return true;
    }

    private long intervalNanos() {
        if (renewed) {
            renewed = false;
            intervalNanos = Math.min(Math.max(config.minDigestNanos(), answerNanos.getAsLong()), config.maxDigestNanos());
        }
        return intervalNanos;
    }

    /** Occasionally announces what is stable, where there is room, so that receivers can release it. */
    void announceStable(WireWriter out) {
        if (out.remaining() < 2 * FrameType.HEADER_LENGTH + LENGTH) {
            return;
        }
        OutgoingStream stream = unannounced(Math.min(MOST_UNANNOUNCED, config.windowSegments() / ROOM_PARTS));
        if (stream != null) {
            write(out, List.of(stream));
        }
    }

    /**
     * Makes a packet that announces what is stable: a stream of full packets has no room for it. Returns false if none is due. Without it
     * receivers keep as much as a window holds.
     */
    boolean pullStable(OutPacket packet) {
        OutgoingStream stream = unannounced(Math.max(LEAST_ALONE, Math.min(MOST_UNANNOUNCED, config.windowSegments() / ALONE_PARTS)));
        if (stream == null) {
            return false;
        }
        begin(packet, each -> each == stream);
        return true;
    }

    /** A stream of which so many segments are stable without an announcement, or null. */
    private OutgoingStream unannounced(int least) {
        for (int i = 0; i < streams.size(); i++) {
            if (streams.get(i).unannouncedStable() >= least) {
                return streams.get(i);
            }
        }
        return null;
    }

    private static void write(WireWriter out, List<OutgoingStream> announced) {
        if (announced.stream().anyMatch(stream -> stream.keptFrom() < stream.stable())) {
            int start = FrameType.begin(out, FrameType.KEPT);
            announced.forEach(stream -> out.putSender(stream.sender())
                    .putLong(stream.keptFrom()));
            FrameType.end(out, start);
        }
        int start = FrameType.begin(out, FrameType.DIGEST);
        for (OutgoingStream stream : announced) {
            out.putSender(stream.sender())
                    .putLong(stream.nextToSend()).putLong(stream.stable());
            stream.announced();
        }
        FrameType.end(out, start);
    }

    /** Makes a packet of a digest alone; returns false if none is due. */
    boolean pull(OutPacket packet, long nowNanos) {
        if (nowNanos - lastSentNanos < config.minDigestNanos() || nowNanos - lastSentNanos < intervalNanos() || !anyLacking()) {
            return false;
        }
        begin(packet, OutgoingStream::lacking);
        lastSentNanos = nowNanos;
        intervalNanos = Math.min(2 * intervalNanos, config.maxDigestNanos());
        return true;
    }

    private void begin(OutPacket packet, Predicate<OutgoingStream> which) {
        packet.beginData();
        WireWriter out = packet.writer();
        int room = (out.remaining() - 2 * FrameType.HEADER_LENGTH) / LENGTH;
        write(out, streams.stream().filter(which).limit(Math.max(0, room)).toList());
        sent++;
    }

    private boolean anyLacking() {
        // Called for every packet, and the iterator would be an allocation.
        for (int i = 0; i < streams.size(); i++) {
            if (streams.get(i).lacking()) {
                return true;
            }
        }
        return false;
    }

    /** When a digest alone is due. */
    long nextNanos() {
        return anyLacking() ? lastSentNanos + intervalNanos() : Long.MAX_VALUE;
    }

    /** Digests sent alone. */
    long sent() {
        return sent;
    }
}
