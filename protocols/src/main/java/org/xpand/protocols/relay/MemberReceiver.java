package org.xpand.protocols.relay;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.xpand.protocols.directory.SenderId;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.segment.SegmentRing;
import org.xpand.protocols.wire.WireWriter;

/**
 * The receiving side of one member of a group: puts the messages of each sender together, in order and once, and says
 * how far it is. A sender that is heard for the first time in the middle of a message is heard from its next message on.
 * Not thread-safe.
 */
public final class MemberReceiver {
    private final RelayConfig config;
    private final Sink sink;
    private final TreeMap<SenderId, Heard> senders = new TreeMap<>();
    private long duplicates;
    private long refused;

    /** Takes whole messages. */
    @FunctionalInterface
    public interface Sink {
        /**
         * The next message of a sender.
         *
         * @param segments what to hand to {@link #consumed} when the application has taken it
         */
        void message(SenderId sender, byte[] payload, int segments);
    }

    /**
     * @param config settings
     * @param sink   takes the messages
     */
    public MemberReceiver(RelayConfig config, Sink sink) {
        this.config = config;
        this.sink = sink;
    }

    /** A segment arrived on the LAN. */
    public void segment(SenderId sender, long number, Segment segment) {
        Heard heard = senders.computeIfAbsent(sender, id -> new Heard(number, config));
        if (number < heard.next) {
            duplicates++;
            heard.changed = true;
            return;
        }
        if (!heard.ring.accepts(number)) {
            refused++;
            return;
        }
        if (!heard.ring.put(number, segment)) {
            duplicates++;
            return;
        }
        for (Segment next = heard.ring.get(heard.next); next != null; next = heard.ring.get(heard.next)) {
            heard.next++;
            heard.ring.advance(heard.next);
            heard.changed = true;
            heard.assemble(sender, next, sink);
        }
    }

    /** The application has taken a message of so many segments. */
    public void consumed(SenderId sender, int segments) {
        Heard heard = senders.get(sender);
        if (heard != null) {
            heard.untaken -= segments;
            heard.changed = true;
        }
    }

    /** Senders of a site that is gone, or a process that is gone, will not be heard again. */
    public void forget(SenderId sender) {
        senders.remove(sender);
    }

    /** The senders heard. */
    public List<SenderId> heard() {
        return new ArrayList<>(senders.keySet());
    }

    /** Whether there is progress to tell the delegate. */
    public boolean hasProgress() {
        for (Heard heard : senders.values()) {
            if (heard.changed) {
                return true;
            }
        }
        return false;
    }

    /** Marks all progress as untold: the delegate is new. */
    public void tellAgain() {
        senders.values().forEach(heard -> heard.changed = true);
    }

    /** Writes entries of an {@link LanMessage#ACK} as far as there is room. */
    public void writeProgress(WireWriter out) {
        senders.forEach((sender, heard) -> {
            if (heard.changed && out.remaining() >= LanMessage.ACK_ENTRY_LENGTH) {
                out.putLong(sender.site().value()).putLong(sender.process()).putLong(heard.next)
                        .putLong(heard.next + Math.max(0, config.windowSegments() - heard.untaken));
                heard.changed = false;
            }
        });
    }

    /** Segments that had arrived before. */
    public long duplicates() {
        return duplicates;
    }

    /** Segments beyond the window. */
    public long refused() {
        return refused;
    }

    /** One sender as this member hears it. */
    private static final class Heard {
        private final SegmentRing ring;
        private final RelayConfig config;
        private final List<byte[]> parts = new ArrayList<>();
        private long next;
        private int partBytes;
        private int untaken;
        private boolean inMessage;
        private boolean changed;

        private Heard(long first, RelayConfig config) {
            this.ring = new SegmentRing(first, config.windowSegments());
            this.config = config;
            this.next = first;
        }

        private void assemble(SenderId sender, Segment segment, Sink sink) {
            if (segment.first()) {
                parts.clear();
                partBytes = 0;
                inMessage = true;
            }
            if (!inMessage) {
                return;
            }
            partBytes += segment.payload().length;
            if (partBytes > config.maxMessage()) {
                parts.clear();
                inMessage = false;
                return;
            }
            parts.add(segment.payload());
            if (segment.last()) {
                int segments = parts.size();
                untaken += segments;
                inMessage = false;
                sink.message(sender, joined(), segments);
            }
        }

        private byte[] joined() {
            if (parts.size() == 1) {
                byte[] only = parts.get(0);
                parts.clear();
                return only;
            }
            byte[] message = new byte[partBytes];
            int at = 0;
            for (byte[] part : parts) {
                System.arraycopy(part, 0, message, at, part.length);
                at += part.length;
            }
            parts.clear();
            return message;
        }
    }
}
