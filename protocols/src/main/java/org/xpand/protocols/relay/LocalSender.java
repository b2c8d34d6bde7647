package org.xpand.protocols.relay;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.xpand.protocols.directory.SenderId;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.segment.SegmentRing;

/**
 * The sending side of one process in one group: cuts messages into segments, numbers them, and keeps them until they are
 * stable. A message is accepted while less than the send window is unstable, so at most the window and one message are
 * kept. Not thread-safe.
 */
public final class LocalSender {
    /** Segments that may be sent before the delegate has said anything. */
    private static final int FIRST_LIMIT = 64;
    private static final int SEGMENT_OVERHEAD = 64;

    private final SenderId id;
    private final RelayConfig config;
    private final SegmentRing ring;
    private final ArrayDeque<Long> messageEnds = new ArrayDeque<>();
    private long end;
    private long nextToSend;
    private long stable;
    private long limit = FIRST_LIMIT;
    private long windowBytes;
    private long unstableBytes;

    /**
     * @param id     this sender
     * @param config settings
     */
    public LocalSender(SenderId id, RelayConfig config) {
        this.id = id;
        this.config = config;
        this.windowBytes = config.minWindowBytes();
        int longest = config.maxMessage() / Segment.MAX_PAYLOAD + 2 + config.maxWindowBytes() / SEGMENT_OVERHEAD;
        this.ring = new SegmentRing(0, Integer.highestOneBit(longest) << 1);
    }

    /** This sender. */
    public SenderId id() {
        return id;
    }

    /** Whether a message would be accepted now. */
    public boolean open() {
        return unstableBytes < windowBytes;
    }

    /**
     * Accepts a message, whether or not the window is {@link #open}.
     *
     * @return the number after its last segment: it is stable when {@link #stable} reaches that
     * @throws IllegalArgumentException if it is longer than is allowed
     */
    public long accept(byte[] message) {
        if (message.length > config.maxMessage()) {
            throw new IllegalArgumentException("a message of " + message.length + " bytes: accepted are up to "
                    + config.maxMessage() + " (setting maxMessage)");
        }
        int offset = 0;
        do {
            int length = Math.min(Segment.MAX_PAYLOAD, message.length - offset);
            int flags = (offset == 0 ? Segment.FIRST : 0) | (offset + length == message.length ? Segment.LAST : 0);
            Segment segment = new Segment((byte) flags, Arrays.copyOfRange(message, offset, offset + length));
            ring.put(end++, segment);
            unstableBytes += cost(segment);
            offset += length;
        } while (offset < message.length);
        messageEnds.add(end);
        return end;
    }

    /** What a segment takes of the window: a short one takes room too, or their number would have no bound. */
    private static int cost(Segment segment) {
        return segment.payload().length + SEGMENT_OVERHEAD;
    }

    /** Number of the next segment that may go to the LAN, or -1 if none may. */
    public long nextNumber() {
        return nextToSend < Math.min(end, limit) ? nextToSend : -1;
    }

    /** The segment with this number. */
    public Segment segment(long number) {
        return ring.get(number);
    }

    /** The segment {@link #nextNumber} has gone to the LAN. */
    public void sent() {
        nextToSend++;
    }

    /**
     * The delegate's word on this sender; values that cannot be true are cut to what can.
     *
     * @param newStable every member has everything below this number
     * @param newLimit  segments below this number may be sent
     * @param newWindow the send window in bytes
     */
    public void notice(long newStable, long newLimit, long newWindow) {
        limit = newLimit;
        windowBytes = Math.max(config.minWindowBytes(), Math.min(config.maxWindowBytes(), newWindow));
        long reached = Math.min(newStable, nextToSend);
        while (stable < reached) {
            unstableBytes -= cost(ring.get(stable));
            stable++;
        }
        ring.advance(stable);
        while (!messageEnds.isEmpty() && messageEnds.peek() <= stable) {
            messageEnds.poll();
        }
    }

    /** Every member has everything below this number. */
    public long stable() {
        return stable;
    }

    /** Messages accepted and not stable. */
    public int unstableMessages() {
        return messageEnds.size();
    }

    /** The delegate is new: what is not stable is to be sent once more, from its oldest segment on. */
    public void resend() {
        nextToSend = stable;
    }
}
