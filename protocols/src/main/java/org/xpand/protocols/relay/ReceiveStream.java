package org.xpand.protocols.relay;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.segment.MessageHeader;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.segment.SegmentRing;
import org.xpand.protocols.segment.StatePieces;

/**
 * One sender at a receiving member: reassembles its messages. Segments of senders of the member's own site are kept
 * until they are stable, in case the sender dies.
 */
final class ReceiveStream {
    static final long NOTHING = -1;
    /** Bound on kept bytes; no sender has more that is not stable. */
    private static final int MOST_RETENTIONS = 2;
    /** A loss of several segments is reported in one piece; for so long its end may be on its way. */
    private static final long REPORT_LOSS_NANOS = 1_000_000_000;

    private final SenderId sender;
    private final List<SenderId> selves;
    private final RelayConfig config;
    private final SentAgain.Formers formers;
    private final MemberReceiver.Sink sink;
    private final boolean keeps;
    private final int capacity;
    private final SegmentRing ring;
    private final StatePieces pieces;
    private final TreeMap<Long, Long> gaps = new TreeMap<>();
    private final List<Segment> parts = new ArrayList<>();
    private long start;
    private long next;
    private long stable = NOTHING;
    private long messageStart;
    private int partBytes;
    private int unconsumed;
    private boolean inMessage;
    private boolean headed;
    private boolean isAddressed;
    private boolean forOthers;
    private boolean isPiece;
    /** Null unless something is sent again. */
    private SentAgain sentAgain;
    /** Whether the message being reassembled was delivered under a former identity of the sender. */
    private boolean isDelivered;
    /** Segments that were delivered under a later identity of the sender. */
    private final NumberRanges deliveredSince = new NumberRanges();
    /** Segments that were reported as lost. */
    private final NumberRanges reported = new NumberRanges();
    /** Number of the message being reassembled, and of the last known message; or nothing. */
    private long number = NOTHING;
    private long lastNumber = NOTHING;
    private long skippedFrom = NOTHING;
    private long lossEnd = NOTHING;
    private long lossNanos;
    private boolean changed = true;

    /**
     * @param selves  the identities of the receiving member, to which messages to others are not delivered; none for one that takes them all
     * @param first   where the member is
     * @param formers the member's positions in other streams
     */
    ReceiveStream(SenderId sender, List<SenderId> selves, Position first, boolean keeps, RelayConfig config, SentAgain.Formers formers,
                  MemberReceiver.Sink sink) {
        this.sender = sender;
        this.selves = selves;
        this.config = config;
        this.formers = formers;
        this.sink = sink;
        this.keeps = keeps;
        this.capacity = keeps ? config.retentionSegments() : config.windowSegments();
        this.ring = new SegmentRing(first.next, capacity);
        this.pieces = new StatePieces(ring);
        this.start = first.next;
        this.next = first.next;
        this.lastNumber = first.lastNumber;
    }

    /**
     * How far a member is with a sender.
     *
     * @param next       number of its next segment
     * @param lastNumber number of the message to the group before that; -1 if it is not known
     */
    record Position(long next, long lastNumber) {
        /** The position of a member that has received nothing of a sender. */
        static Position of(long next) {
            return new Position(next, next == 0 ? 0 : NOTHING);
        }
    }

    /** The result for an arriving segment. */
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
            long since = deliveredSince.endAfter(wholeTo());
            if (since > wholeTo()) {
                pass(since);
                continue;
            }
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

    /** Segments from {@code first} to before {@code end} will not arrive. */
    void gap(long first, long end) {
        if (end > next) {
            gaps.merge(first, end, Math::max);
            advance();
        }
    }

    /** The member receives this sender from {@code first} on: the segments before that are lost to it. */
    void startAt(long first) {
        if (first > next) {
            start = isUntouched() ? first : start;
            gap(next, first);
        }
    }

    private void jump(long to) {
        lose(inMessage ? messageStart : next);
        next = to;
        ring.advance(to);
        changed = true;
        // Reported with the next message, whose number shows which ones are lost.
    }

    /** The message that begins here, and all to this number, were delivered under a later identity. */
    private void pass(long to) {
        reportLoss();
        inMessage = false;
        parts.clear();
        next = Math.max(next, to);
        ring.advance(next);
        changed = true;
        // The numbers of those messages are not known.
        lastNumber = NOTHING;
    }

    /** The segments from {@code first} to before {@code end} were delivered under a later identity of the sender. */
    void deliveredSince(long first, long end) {
        deliveredSince.add(first, end);
        advance();
    }

    /** Whether the segment was delivered as part of a message. */
    boolean hasDelivered(long segment) {
        return segment < reportedTo() && !reported.contains(segment);
    }

    /** From here on segments are lost; reported when the end of the loss is known. */
    private void lose(long from) {
        if (skippedFrom == NOTHING) {
            skippedFrom = from;
        }
        inMessage = false;
        parts.clear();
    }

    private void reportLoss() {
        if (skippedFrom != NOTHING && skippedFrom < next) {
            reportGap(next, ring.get(next));
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
            // The rest of a message whose beginning is lost, or before this member's start.
            return;
        }
        if (!forOthers && !isDelivered && !take(segment)) {
            return;
        }
        if (segment.last()) {
            inMessage = false;
            lastNumber = number;
            if (sentAgain != null) {
                passedAgain();
            }
            if (keeps && isPiece) {
                reducePieces();
            }
        }
    }

    /** A state without its provider is of no use, so its pieces need not be kept for the case that it dies. */
    private void reducePieces() {
        while (pieces.next() < next) {
            pieces.step(site -> false);
        }
    }

    private boolean isForThis(Segment first) {
        for (int i = 0; i < selves.size(); i++) {
            if (MessageHeader.isFor(first, selves.get(i))) {
                return true;
            }
        }
        return false;
    }

    private boolean wasDelivered() {
        return sentAgain != null && sentAgain.isDelivered(messageStart);
    }

    private void passedAgain() {
        if (isDelivered && headed && !isAddressed) {
            sink.receivedBefore(sender, number);
        }
        sentAgain.received(messageStart, next);
        if (sentAgain.isOver()) {
            sentAgain = null;
        }
    }

    private void announced(Segment announcement) {
        Continuation.read(sender, announcement).filter(each -> sink.continues(sender, each.former())).ifPresent(each -> {
            sentAgain = sentAgain == null ? new SentAgain(formers) : sentAgain;
            sentAgain.add(each, next);
        });
    }

    private void begins(Segment first) {
        if (skippedFrom != NOTHING && skippedFrom < next - 1) {
            reportGap(next - 1, first);
        }
        skippedFrom = NOTHING;
        parts.clear();
        partBytes = 0;
        inMessage = true;
        messageStart = next - 1;
        headed = first.headed();
        number = headed ? MessageHeader.number(first) : NOTHING;
        int kind = headed ? MessageHeader.kind(first) : MessageHeader.APPLICATION;
        isPiece = kind == MessageHeader.STATE_PIECE;
        isAddressed = headed && MessageHeader.isAddressed(first);
        forOthers = kind == MessageHeader.CONTINUES || isAddressed && !selves.isEmpty() && !isForThis(first);
        isDelivered = wasDelivered();
        if (kind == MessageHeader.CONTINUES) {
            announced(first);
        }
    }

    /** @param following the segment after the gap, which shows which messages are lost; or null */
    private void reportGap(long end, Segment following) {
        long last = NOTHING;
        if (following != null && following.headed()) {
            last = MessageHeader.number(following) - (MessageHeader.isAddressed(following) ? 0 : 1);
        }
        if (deliveredSince.endAfter(skippedFrom) >= end) {
            lastNumber = last;
            return;
        }
        reported.add(skippedFrom, end);
        sink.gap(sender, skippedFrom, end, lastNumber == NOTHING ? NOTHING : lastNumber + 1, last);
        lastNumber = last;
    }

    private boolean take(Segment segment) {
        partBytes += segment.length();
        if (partBytes > config.maxMessage() + (headed ? MessageHeader.MAX_LENGTH : 0)) {
            lose(messageStart);
            return false;
        }
        if (!segment.last()) {
            parts.add(segment);
            return true;
        }
        // Under the former identity it may have become complete meanwhile.
        isDelivered = wasDelivered();
        if (isDelivered) {
            parts.clear();
            return true;
        }
        WholeMessage message;
        if (parts.isEmpty()) {
            message = WholeMessage.of(segment);
        } else {
            parts.add(segment);
            message = WholeMessage.of(parts);
            parts.clear();
        }
        unconsumed += message.segments();
        sink.message(sender, message);
        return true;
    }

    /** Reports the last loss once nothing has followed it for a while; returns whether that is still pending. */
    boolean reportLossLater(long nowNanos) {
        if (skippedFrom == NOTHING || skippedFrom >= next) {
            return false;
        }
        if (lossEnd != next) {
            lossEnd = next;
            lossNanos = nowNanos;
        }
        if (nowNanos - lossNanos < REPORT_LOSS_NANOS) {
            return true;
        }
        reportGap(next, null);
        skippedFrom = next;
        return false;
    }

    /** Nothing more will arrive: an unfinished message is lost. */
    void finish() {
        if (inMessage) {
            lose(messageStart);
        }
        reportLoss();
    }

    void consumed(int segments) {
        unconsumed -= segments;
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

    /** Every member of the group has everything below this number, as announced; -1 if nothing was. */
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

    /** Number of the first segment that this member gets. */
    long start() {
        return start;
    }

    /** Whether nothing has been received since the member's start. */
    boolean isUntouched() {
        return next == start;
    }

    /** The first segment of the message being reassembled; otherwise, and if that message is for another member, {@link #next}. */
    long wholeTo() {
        return inMessage && !forOthers ? messageStart : next;
    }

    /** Every message that begins before this number was delivered as a whole or reported as lost. */
    long reportedTo() {
        return skippedFrom != NOTHING && skippedFrom < next ? skippedFrom : wholeTo();
    }

    /** Segments below this number are accepted. */
    long limit() {
        return Math.max(next, Math.min(next + config.windowSegments() - unconsumed, ring.base() + capacity));
    }

    /** Where the member is, after its last whole message; before a loss that is not reported yet: what is lost may be sent again. */
    Position position() {
        return new Position(reportedTo(), lastNumber);
    }

    boolean changed() {
        return changed;
    }

    void changed(boolean value) {
        changed = value;
    }
}
