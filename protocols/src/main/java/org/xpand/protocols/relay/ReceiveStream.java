package org.xpand.protocols.relay;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.segment.MessageHeader;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.segment.SegmentRing;

/**
 * One sender as a member hears it: puts its messages together. Segments of senders of the member's own site are kept
 * until they are stable, for the case that the sender dies.
 */
final class ReceiveStream {
    private static final long NOTHING = -1;
    /** No sender keeps as much that is not stable. */
    private static final int MOST_RETENTIONS = 2;
    /** What is lost in a row is told at once; so long its end may be on its way. */
    private static final long TELL_LOSS_NANOS = 1_000_000_000;

    private final SenderId sender;
    private final SenderId self;
    private final RelayConfig config;
    private final MemberReceiver.Sink sink;
    private final boolean keeps;
    private final int capacity;
    private final SegmentRing ring;
    private final TreeMap<Long, Long> gaps = new TreeMap<>();
    private final List<byte[]> parts = new ArrayList<>();
    private long next;
    private long stable = NOTHING;
    private long messageStart;
    private int partBytes;
    private int untaken;
    private boolean inMessage;
    private boolean headed;
    private boolean forOthers;
    /** Number of the message that is being put together, and of the last message that is known about; or nothing. */
    private long number = NOTHING;
    private long lastNumber = NOTHING;
    private long skippedFrom = NOTHING;
    private long lossEnd = NOTHING;
    private long lossNanos;
    private boolean changed = true;

    /** @param self the member that hears it, to which messages to others do not go; null for one that takes them all */
    ReceiveStream(SenderId sender, SenderId self, long first, boolean keeps, RelayConfig config, MemberReceiver.Sink sink) {
        this.sender = sender;
        this.self = self;
        this.config = config;
        this.sink = sink;
        this.keeps = keeps;
        this.capacity = keeps ? config.retentionSegments() : config.windowSegments();
        this.ring = new SegmentRing(first, capacity);
        this.next = first;
    }

    /** What became of an arriving segment. */
    enum Arrival { TAKEN, DUPLICATE, REFUSED }

    Arrival segment(long number, Segment segment) {
        if (number < next) {
            changed = true;
            return Arrival.DUPLICATE;
        }
        if (!ring.accepts(number) || number >= limit() || keeps && ring.bytes() >= MOST_RETENTIONS * config.mostRetentionBytes()) {
            return Arrival.REFUSED;
        }
        if (!ring.put(number, segment)) {
            return Arrival.DUPLICATE;
        }
        advance();
        return Arrival.TAKEN;
    }

    private void advance() {
        while (true) {
            Map.Entry<Long, Long> gap = gaps.firstEntry();
            if (gap != null && gap.getKey() <= next) {
                gaps.pollFirstEntry();
                if (gap.getValue() > next) {
                    jump(gap.getValue());
                }
                continue;
            }
            Segment segment = ring.get(next);
            if (segment == null) {
                return;
            }
            next++;
            changed = true;
            assemble(segment);
            if (!keeps) {
                ring.advance(next);
            }
        }
    }

    /** Segments from {@code first} to before {@code end} will not come. */
    void gap(long first, long end) {
        if (end > next) {
            gaps.merge(first, end, Math::max);
            advance();
        }
    }

    /** The member gets this sender from {@code first} on: what is between is lost to it. */
    void startAt(long first) {
        if (first > next) {
            gap(next, first);
        }
    }

    private void jump(long to) {
        lose(inMessage ? messageStart : next);
        next = to;
        ring.advance(to);
        changed = true;
        tellLoss();
        skippedFrom = to;
    }

    /** From here on something is lost; it is told when it is known up to where. */
    private void lose(long from) {
        if (skippedFrom == NOTHING) {
            skippedFrom = from;
        }
        inMessage = false;
        parts.clear();
    }

    private void tellLoss() {
        if (skippedFrom != NOTHING && skippedFrom < next) {
            tellGap(next, ring.get(next));
        }
        skippedFrom = NOTHING;
    }

    private void assemble(Segment segment) {
        if (segment.lost()) {
            lose(inMessage ? messageStart : next - 1);
            return;
        }
        if (segment.first()) {
            begins(segment);
        } else if (!inMessage) {
            // The rest of a message whose beginning is lost, or was before this member's start.
            return;
        }
        if (!forOthers && !take(segment)) {
            return;
        }
        if (segment.last()) {
            inMessage = false;
            lastNumber = number;
        }
    }

    private void begins(Segment first) {
        if (skippedFrom != NOTHING && skippedFrom < next - 1) {
            tellGap(next - 1, first);
        }
        skippedFrom = NOTHING;
        parts.clear();
        partBytes = 0;
        inMessage = true;
        messageStart = next - 1;
        headed = first.headed();
        number = headed ? MessageHeader.number(first.payload()) : NOTHING;
        forOthers = headed && self != null && !MessageHeader.isFor(first.payload(), self);
    }

    /** @param following what comes after the gap, from which it is known which messages are lost; or null */
    private void tellGap(long end, Segment following) {
        long last = NOTHING;
        if (following != null && following.headed()) {
            byte[] header = following.payload();
            last = MessageHeader.number(header) - (MessageHeader.isAddressed(header) ? 0 : 1);
        }
        sink.gap(sender, skippedFrom, end, lastNumber == NOTHING ? NOTHING : lastNumber + 1, last);
        lastNumber = last;
    }

    private boolean take(Segment segment) {
        partBytes += segment.payload().length;
        if (partBytes > config.maxMessage() + (headed ? MessageHeader.MAX_LENGTH : 0)) {
            lose(messageStart);
            return false;
        }
        parts.add(segment.payload());
        if (segment.last()) {
            untaken += parts.size();
            WholeMessage message = headed ? WholeMessage.headed(parts, partBytes) : WholeMessage.of(parts, partBytes);
            parts.clear();
            sink.message(sender, message);
        }
        return true;
    }

    /** Tells what was lost last once nothing has followed it for a while; answers whether that is still to be done. */
    boolean tellLossLater(long nowNanos) {
        if (skippedFrom == NOTHING || skippedFrom >= next) {
            return false;
        }
        if (lossEnd != next) {
            lossEnd = next;
            lossNanos = nowNanos;
        }
        if (nowNanos - lossNanos < TELL_LOSS_NANOS) {
            return true;
        }
        tellGap(next, null);
        skippedFrom = next;
        return false;
    }

    /** Nothing more will come: an unfinished message is lost. */
    void finish() {
        if (inMessage) {
            lose(messageStart);
        }
        tellLoss();
    }

    void consumed(int segments) {
        untaken -= segments;
        changed = true;
    }

    /** Every member of the group has everything below this number. */
    void stable(long number) {
        stable = Math.max(stable, number);
        if (keeps && number > ring.base()) {
            ring.advance(Math.min(number, next));
            changed = true;
        }
    }

    /** A kept segment, or null. */
    Segment get(long number) {
        return ring.get(number);
    }

    /** Every member of the group has everything below this number, as far as was told; -1 if nothing was. */
    long stable() {
        return stable;
    }

    /** Everything from here to {@link #next} is kept. */
    long base() {
        return ring.base();
    }

    long next() {
        return next;
    }

    /** Where the message begins that is being put together; otherwise {@link #next}. */
    long wholeTo() {
        return inMessage ? messageStart : next;
    }

    /** Segments below this number are taken. */
    long limit() {
        return Math.max(next, Math.min(next + config.windowSegments() - untaken, ring.base() + capacity));
    }

    boolean changed() {
        return changed;
    }

    void changed(boolean value) {
        changed = value;
    }
}
