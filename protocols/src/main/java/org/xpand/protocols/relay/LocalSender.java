package org.xpand.protocols.relay;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.xpand.protocols.allocation.DemandEstimator;
import org.xpand.protocols.allocation.LanWindow;
import org.xpand.protocols.allocation.TokenBucket;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.segment.MessageHeader;
import org.xpand.protocols.segment.RunCodec;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.segment.SegmentRing;

/**
 * The sending side of one member of a group, with its two windows: cuts messages into segments, numbers them, lets the
 * token bucket take them (Xpand §4.3), and keeps them until they are stable. The <em>send window</em> holds segments that were
 * accepted and not yet taken; the <em>retention</em> those that were taken and are not stable. A message is accepted while the
 * send window is open, so at most both windows and one message are kept. Not thread-safe.
 */
public final class LocalSender {
    /** Segments that may be taken before the delegate's first notice. */
    private static final int FIRST_LIMIT = 64;
    private static final byte[] NO_BYTES = {};
    /** The greatest length of an array that the pieces of a message share: at least that of what {@link PacketFilling} cuts again. */
    private static final int LONGEST_ARRAY = PacketFilling.LONGEST_MESSAGE;
    private static final double BURST_SECONDS = 0.01;
    private static final int LEAST_BURST_SEGMENTS = 4;

    private final SenderId id;
    private final RelayConfig config;
    private final SenderBudget budget;
    private final RetentionLimit retention;
    private final SegmentRing ring;
    private final RetainedPieces pieces;
    private final ArrayDeque<Long> messageEnds = new ArrayDeque<>();
    private final DemandEstimator demand;
    private final TokenBucket bucket;
    private final LanWindow lanWindow;
    private final PacketFilling filling = new PacketFilling();
    private long end;
    private long taken;
    private long nextToSend;
    private long stable;
    private long limit;
    private long windowBytes;
    private long firstUnstable;
    private long unconsumedBytes;
    private long retainedBytes;
    /** Length on the LAN of what was taken and has not gone there. */
    private long waitingBytes;
    private long messages;
    private boolean lanOnly = true;
    /** Whether the next segment may share a packet with the last taken one. */
    private boolean inPacket;
    private int segmentBytes = Segment.USUAL_PAYLOAD;

    /**
     * @param id     this sender
     * @param first  number of its first segment
     * @param config settings
     * @param budget what the senders of this process may hold together
     */
    LocalSender(SenderId id, long first, RelayConfig config, SenderBudget budget, long nowNanos) {
        this.id = id;
        this.config = config;
        this.windowBytes = config.minWindowBytes();
        this.budget = budget;
        this.retention = new RetentionLimit(config, budget);
        long longest = 2L * (config.maxMessage() / Segment.MIN_PAYLOAD + 2)
                + (config.maxWindowBytes() + config.mostRetentionBytes()) / Segment.LEAST_COST;
        this.ring = new SegmentRing(first, Math.toIntExact(Long.highestOneBit(longest) << 1));
        this.pieces = new RetainedPieces(ring, config.maxRetentionBytes());
        this.demand = new DemandEstimator(config.demand(), nowNanos);
        this.bucket = new TokenBucket(config.demand().initialRate(), leastBurst(), nowNanos);
        this.lanWindow = new LanWindow(config.lanWindow());
        this.end = first;
        this.taken = first;
        this.nextToSend = first;
        this.stable = first;
        this.firstUnstable = first;
        this.limit = first + FIRST_LIMIT;
    }

    /** {@return this sender's identity} */
    public SenderId id() {
        return id;
    }

    /** {@return whether a message would be accepted now: less than the send window is in use} */
    public boolean open() {
        return unconsumedBytes < windowBytes;
    }

    /**
     * Accepts a message without a header, whether or not the window is {@link #open}.
     *
     * @param message  the message's bytes, which are copied
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     * @return the number after its last segment: it is stable when {@link #stable} reaches that
     * @throws IllegalArgumentException if it is longer than {@link RelayConfig#maxMessage}
     */
    public long accept(byte[] message, long nowNanos) {
        return accept(cut(NO_BYTES, message, segmentBytes, config), nowNanos);
    }

    /**
     * Accepts a message that has been {@link #cut}, whether or not the window is {@link #open}. If it has a header it is
     * numbered; if it waits behind others, it is cut again so that messages fill packets together.
     *
     * @param whole    all segments of one message; their bytes are kept until the message is stable
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     * @return the number after its last segment: it is stable when {@link #stable} reaches that
     */
    public long accept(List<Segment> whole, long nowNanos) {
        if (whole.get(0).headed()) {
            number(whole.get(0));
        }
        List<Segment> segments = whole;
        if (taken < end && !lanOnly) {
            segments = filling.cut(whole, segmentBytes);
        } else {
            filling.follow(whole, segmentBytes);
        }
        for (int i = 0; i < segments.size(); i++) {
            add(segments.get(i), nowNanos);
        }
        messageEnds.add(end);
        demand.window(!open(), nowNanos);
        return end;
    }

    private void number(Segment first) {
        if (MessageHeader.number(first) == 0) {
            messages += MessageHeader.isAddressed(first) ? 0 : 1;
            MessageHeader.number(first, messages);
        }
    }

    /**
     * Sends the messages that a former sender, which this one replaces, had accepted and that are not stable: the site has got another
     * identity, and the process is another member. They keep the numbers in their headers, and further messages are numbered from there.
     *
     * @param before   the former sender, which is not used any more
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     * @return for each of these messages, in their order, the number after its last segment
     */
    public List<Long> continues(LocalSender before, long nowNanos) {
        List<Long> ends = new ArrayList<>();
        List<List<Segment>> again = before.unstable();
        messages = before.messages;
        if (!again.isEmpty()) {
            // Not a message of its own: it is stable with the first one, and sent again with it.
            add(new Continuation(before.id, before.firstUnstable, before.end).announcement(again.get(0).get(0)), nowNanos);
        }
        again.forEach(each -> ends.add(accept(each, nowNanos)));
        return ends;
    }

    private void add(Segment segment, long nowNanos) {
        ring.put(end++, segment);
        unconsumedBytes += segment.cost();
        demand.filled(RunCodec.length(segment), nowNanos);
    }

    /**
     * Cuts a message into segments of a copy of its bytes. Any thread: a long message takes some milliseconds.
     *
     * @param header       a {@link MessageHeader}, or empty
     * @param message      the message's bytes
     * @param segmentBytes the value of {@link #segmentBytes()}
     * @param config       settings, with the longest message
     * @return the segments, one or more, of similar lengths up to {@code segmentBytes}
     * @throws IllegalArgumentException if it is longer than {@link RelayConfig#maxMessage}, or null
     */
    public static List<Segment> cut(byte[] header, byte[] message, int segmentBytes, RelayConfig config) {
        check(message, config);
        int total = header.length + message.length;
        byte[] copy = NO_BYTES;
        int start = 0;
        int copied = 0;
        int offset = 0;
        int left = Math.max(1, pieces(total, segmentBytes));
        List<Segment> segments = new ArrayList<>(left);
        do {
            // Similar lengths, so that their packets have similar lengths: the system sends those together.
            int length = pieces(total - offset, left--);
            if (copied - offset < length) {
                // A long message in several arrays: the collector of garbage treats very long ones as a special case.
                copy = copy(header, message, offset, Math.min(total, offset + LONGEST_ARRAY));
                start = offset;
                copied = offset + copy.length;
            }
            int flags = (offset == 0 ? Segment.FIRST | (header.length > 0 ? Segment.HEADED : 0) : Segment.OPENS)
                    | (offset + length == total ? Segment.LAST : 0);
            segments.add(new Segment((byte) flags, copy, offset - start, length));
            offset += length;
        } while (offset < total);
        return segments;
    }

    /** The bytes of the header followed by the message from one index to another. */
    private static byte[] copy(byte[] header, byte[] message, int from, int to) {
        byte[] bytes = new byte[to - from];
        // The first array of several is longer than any header.
        int before = from == 0 ? header.length : 0;
        System.arraycopy(header, 0, bytes, 0, before);
        System.arraycopy(message, from + before - header.length, bytes, before, bytes.length - before);
        return bytes;
    }

    /**
     * Checks whether a message can be sent. Any thread.
     *
     * @param message the message's bytes, without a header
     * @param config  settings, with the longest message
     * @throws IllegalArgumentException if there is no message, or it is longer than {@link RelayConfig#maxMessage}
     */
    public static void check(byte[] message, RelayConfig config) {
        if (message == null) {
            throw new IllegalArgumentException("a message that is null: accepted are 0 to " + config.maxMessage() + " bytes");
        }
        if (message.length > config.maxMessage()) {
            throw new IllegalArgumentException("a message of " + message.length + " bytes: accepted are up to "
                    + config.maxMessage() + " (setting maxMessage)");
        }
    }

    /**
     * {@return the size of a message's segments in the send window, bytes; more than their bytes, since each segment counts something itself}
     *
     * @param segments the segments
     */
    public static long cost(List<Segment> segments) {
        long bytes = 0;
        for (int i = 0; i < segments.size(); i++) {
            bytes += segments.get(i).cost();
        }
        return bytes;
    }

    /** {@return the part of the send window in use: the size of the segments that the token bucket has not taken, bytes} */
    public long unconsumedBytes() {
        return unconsumedBytes;
    }

    /**
     * Sets the greatest length of the pieces into which messages are cut from now on, so that they fill packets.
     *
     * @param bytes limited to the range from {@link Segment#MIN_PAYLOAD} to {@link Segment#MAX_PAYLOAD}
     */
    void segmentBytes(int bytes) {
        segmentBytes = Math.max(Segment.MIN_PAYLOAD, Math.min(bytes, Segment.MAX_PAYLOAD));
    }

    /** {@return the bytes of a message in a segment that fills a packet} */
    public int segmentBytes() {
        return segmentBytes;
    }

    private int leastBurst() {
        return LEAST_BURST_SEGMENTS * (segmentBytes + RunCodec.SEGMENT_HEADER_LENGTH);
    }

    private static int pieces(int bytes, int size) {
        return (bytes + size - 1) / size;
    }

    /**
     * Lets the token bucket take what it may, and what shares a packet with that.
     *
     * @return when to call again, {@link Long#MAX_VALUE} if it depends on more messages or on the delegate
     */
    long take(long nowNanos) {
        while (taken < end) {
            if (retention.bytes() > config.maxRetentionBytes()) {
                retainedBytes -= pieces.reduce(retainedBytes, stable, nextToSend);
            }
            if (taken >= limit || retainedBytes >= retention.bytes() || lanOnly && lanWindow.isFull(taken - stable, retainedBytes)) {
                if (!lanOnly) {
                    demand.held(nowNanos);
                } else if (retainedBytes >= retention.bytes()) {
                    // The members are behind by all that this one may keep, though its window is open: it is too large for them.
                    lanWindow.pressure(taken, taken - stable);
                }
                return Long.MAX_VALUE;
            }
            Segment segment = ring.get(taken);
            boolean opens = !inPacket || segment.opens();
            if (!lanOnly && opens && !bucket.mayTake(nowNanos)) {
                return bucket.readyNanos(nowNanos);
            }
            inPacket = true;
            int length = RunCodec.length(segment);
            if (!lanOnly) {
                // Charged for what it does not shape, it would have to be silent for hours once another site has members.
                bucket.take(length, nowNanos);
            }
            demand.drained(length, nowNanos);
            unconsumedBytes -= segment.cost();
            retainedBytes += segment.cost();
            waitingBytes += length;
            retention.sends(nowNanos);
            taken++;
            demand.window(!open(), nowNanos);
        }
        inPacket = false;
        return Long.MAX_VALUE;
    }

    /** Number of the next segment that may go to the LAN, or -1 if none may. */
    long nextNumber() {
        return nextToSend < taken ? nextToSend : -1;
    }

    /** How many segments may go to the LAN. */
    long waiting() {
        return taken - nextToSend;
    }

    /** The segment with this number. */
    Segment segment(long number) {
        return ring.get(number);
    }

    /** The segment {@link #nextNumber} has been sent to the LAN. */
    void sent() {
        waitingBytes -= RunCodec.length(ring.get(nextToSend));
        nextToSend++;
    }

    /**
     * Takes the delegate's notice about this sender; impossible values are limited to possible ones.
     *
     * @param newStable every member has everything below this number
     * @param newLimit  segments below this number may be taken
     */
    void notice(long newStable, long newLimit) {
        limit = newLimit;
        long before = stable;
        long reached = Math.min(newStable, nextToSend);
        while (stable < reached) {
            pieces.stable(stable);
            int cost = ring.get(stable).cost();
            retainedBytes -= cost;
            retention.stable(cost);
            stable++;
        }
        while (!messageEnds.isEmpty() && messageEnds.peek() <= stable) {
            firstUnstable = messageEnds.poll();
        }
        ring.advance(firstUnstable);
        if (lanOnly) {
            lanWindow.acknowledged((int) (stable - before));
            windowBytes = clamp(Math.min(lanWindow.bytes(), (long) lanWindow.segments() * segmentBytes));
        }
    }

    /**
     * Takes the share that the delegate grants to this sender.
     *
     * @param share    bytes of segments per second
     * @param rttNanos a round-trip time that represents the receivers, nanoseconds
     * @param waits    whether an unreachable site is waited for, so that the greatest retention is allowed
     */
    void allotted(double share, long rttNanos, boolean waits, long nowNanos) {
        lanOnly = false;
        demand.granted(share, nowNanos);
        bucket.rate(share, Math.max(leastBurst(), share * BURST_SECONDS), nowNanos);
        windowBytes = clamp(Math.min((long) (share * config.windowNanos() / 1e9), budget.window(nowNanos)));
        retention.allotted(share, rttNanos, waits, nowNanos);
        demand.window(!open(), nowNanos);
    }

    private long clamp(long bytes) {
        return Math.max(config.minWindowBytes(), Math.min(bytes, config.maxWindowBytes()));
    }

    /** No other site has members: only the window of unstable segments applies (Xpand §4.3, groups on one LAN). */
    void lanOnly() {
        lanOnly = true;
        retention.lanOnly();
    }

    /**
     * Whether what may go to the LAN fills a message of so many bytes, or is half of what may be in flight within one LAN: of a small
     * window not all may wait, or nothing would be in flight.
     */
    boolean fills(int bytes) {
        return waitingBytes >= bytes
                || lanOnly && (waiting() >= Math.max(1, lanWindow.segments() / 2) || waitingBytes >= lanWindow.bytes() / 2);
    }

    /** So many members of the site, this one included, send now: within one LAN they share the window. */
    void senders(int count) {
        lanWindow.senders(count);
    }

    /** The delegate is new: segments that are not stable are sent again. */
    void delegateChanged() {
        demand.delegateChanged();
        goBack(stable);
    }

    /** Segments from {@code from} on are requested again. */
    void resend(long from) {
        if (goBack(from) && lanOnly) {
            lanWindow.pressure(taken, taken - stable);
        }
    }

    private boolean goBack(long from) {
        boolean sent = from < nextToSend;
        if (sent) {
            long to = Math.max(stable, from);
            while (nextToSend > to) {
                waitingBytes += RunCodec.length(ring.get(--nextToSend));
            }
        }
        return sent;
    }

    /** {@return the number below which every member of the group has everything of this sender, as far as the delegate has announced} */
    public long stable() {
        return stable;
    }

    /** Number after the last segment accepted. */
    long end() {
        return end;
    }

    /** {@return the size of the segments in both windows, bytes: accepted and not stable} */
    public long keptBytes() {
        return unconsumedBytes + retainedBytes;
    }

    /** {@return how many messages are accepted and not stable} */
    public int unstableMessages() {
        return messageEnds.size();
    }

    /** The messages accepted and not stable, in order, as they were cut. */
    private List<List<Segment>> unstable() {
        List<List<Segment>> kept = new ArrayList<>();
        long start = firstUnstable;
        for (long messageEnd : messageEnds) {
            List<Segment> whole = new ArrayList<>();
            for (long number = start; number < messageEnd; number++) {
                whole.add(ring.get(number));
            }
            kept.add(whole);
            start = messageEnd;
        }
        return kept;
    }

    /**
     * {@return the rate that this sender requests, bytes of segments per second (Xpand §4.3)}
     *
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public double demand(long nowNanos) {
        return demand.demand(nowNanos);
    }

    /** Whether the demand is to be announced to the delegate. */
    boolean demandDue(long nowNanos) {
        return demand.reportDue(nowNanos);
    }

    /** The demand, which is announced to the delegate now. */
    double reportDemand(long nowNanos) {
        return demand.report(nowNanos);
    }

    /** When {@link #demandDue} may change by itself. */
    long demandDeadlineNanos() {
        return demand.nextDeadlineNanos();
    }

    /** The time of {@link #demandDeadlineNanos} has come. */
    void demandDeadlineReached(long nowNanos) {
        demand.deadlineReached(nowNanos);
    }

    /** {@return the share that the delegate grants, bytes of segments per second; infinite while no other site has members} */
    public double share() {
        return lanOnly ? Double.POSITIVE_INFINITY : bucket.rate();
    }

    /** {@return the size of the send window now, bytes: from minWindowBytes to maxWindowBytes of {@link RelayConfig}} */
    public long windowBytes() {
        return windowBytes;
    }
}
