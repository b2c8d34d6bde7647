package org.xpand.protocols.lossy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.xpand.protocols.allocation.DemandEstimator;
import org.xpand.protocols.allocation.TokenBucket;
import org.xpand.protocols.api.Epoch;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.relay.LanMessage;
import org.xpand.protocols.relay.RelayConfig;
import org.xpand.protocols.wire.WireWriter;

/**
 * The sending side of one member of a layered group: numbers messages per precedence, keeps them in bounded send windows
 * until the token bucket takes them (Xpand §4.3), the most important first, and then forgets them. Each precedence has a window,
 * which less important messages do not fill: a message is accepted while the waiting messages of its precedence and of more
 * important ones are less than the window. So at most a window and one message are kept for each precedence. Not thread-safe.
 */
public final class LossySender {
    /** Longest message that fits into one packet, bytes. */
    public static final int PACKET_MESSAGE = LossyFrames.MAX_PART;

    private static final int MESSAGE_OVERHEAD = 64;
    private static final double BURST_SECONDS = 0.01;
    private static final int LEAST_BURST_BYTES = 4 * (LossyFrames.MAX_PART + LossyFrames.PART_HEADER_LENGTH);

    private final SenderId id;
    private final RelayConfig config;
    private final long beganNanos;
    private final List<ArrayDeque<Waiting>> waiting = new ArrayList<>();
    private final long[] waitingOf;
    private final DemandEstimator demand;
    private final TokenBucket bucket;
    private final long[] accepted;
    private final long[] sent;
    private long windowBytes;
    private long waitingBytes;
    private int waitingMessages;
    private boolean lanOnly;
    private boolean ready;

    /** A message that is being sent. */
    private static final class Waiting {
        private final int precedence;
        private final long number;
        private final byte[] payload;
        private int offset;
        private int index;

        private Waiting(int precedence, long number, byte[] payload) {
            this.precedence = precedence;
            this.number = number;
            this.payload = payload;
        }

        private int nextLength() {
            return Math.min(LossyFrames.MAX_PART, payload.length - offset);
        }

        private boolean nextIsLast() {
            return offset + nextLength() == payload.length;
        }
    }

    LossySender(SenderId id, int precedences, RelayConfig config, long nowNanos) {
        this.id = id;
        this.config = config;
        this.beganNanos = nowNanos;
        this.windowBytes = config.minWindowBytes();
        this.demand = new DemandEstimator(config.demand(), nowNanos);
        this.bucket = new TokenBucket(config.demand().initialRate(), LEAST_BURST_BYTES, nowNanos);
        this.accepted = new long[precedences];
        this.sent = new long[precedences];
        this.waitingOf = new long[precedences];
        for (int i = 0; i < precedences; i++) {
            waiting.add(new ArrayDeque<>());
        }
    }

    /** {@return identity of this sender} */
    public SenderId id() {
        return id;
    }

    /** {@return whether a message of every precedence would be accepted now} */
    public boolean open() {
        return waitingBytes < windowBytes;
    }

    /**
     * Whether there is room in the window of a precedence.
     *
     * @param precedence 0 for the most important
     * @return whether a message of this precedence would be accepted now
     */
    public boolean open(int precedence) {
        return waitingBytes(precedence) < windowBytes;
    }

    /**
     * Accepts a message, whether or not the window is {@link #open}.
     *
     * @param precedence 0 for the most important
     * @param message    the message; copied
     * @param nowNanos   the time, nanoseconds of the process's monotonic clock
     * @return its number in the stream of its precedence, from 0 on
     * @throws IllegalArgumentException if the group has no such precedence, or the message is longer than is allowed
     */
    public long accept(int precedence, byte[] message, long nowNanos) {
        check(precedence, accepted.length, message, config);
        return acceptAsIs(precedence, message.clone(), nowNanos);
    }

    /**
     * Accepts a message that has been checked, whether or not the window is {@link #open}.
     *
     * @param precedence 0 for the most important
     * @param message    the message, which is kept and must not be changed any more
     * @param nowNanos   the time, nanoseconds of the process's monotonic clock
     * @return its number in the stream of its precedence, from 0 on
     */
    public long acceptAsIs(int precedence, byte[] message, long nowNanos) {
        long number = accepted[precedence]++;
        waiting.get(precedence).add(new Waiting(precedence, number, message));
        waitingMessages++;
        waitingOf[precedence] += cost(message);
        waitingBytes += cost(message);
        demand.filled(message.length + LossyFrames.PART_HEADER_LENGTH, nowNanos);
        demand.window(!open(), nowNanos);
        return number;
    }

    /**
     * Checks whether a message can be accepted. Any thread.
     *
     * @param precedence  the message's precedence
     * @param precedences number of precedences of the group
     * @param message     the message
     * @param config      settings, with the longest message
     * @throws IllegalArgumentException if the group has no such precedence, or the message is longer than is allowed
     */
    public static void check(int precedence, int precedences, byte[] message, RelayConfig config) {
        if (precedence < 0 || precedence >= precedences) {
            throw new IllegalArgumentException("precedence " + precedence + ": accepted are 0 to " + (precedences - 1));
        }
        long most = Math.min(config.maxMessage(), (long) LossyFrames.MAX_PARTS * LossyFrames.MAX_PART);
        if (message == null) {
            throw new IllegalArgumentException("a message that is null: accepted are 0 to " + most + " bytes");
        }
        if (message.length > most) {
            throw new IllegalArgumentException("a message of " + message.length + " bytes: accepted are up to " + most
                    + " (setting maxMessage)");
        }
    }

    /**
     * How much of the send window a message uses.
     *
     * @param message the message
     * @return bytes, with the memory overhead
     */
    public static long cost(byte[] message) {
        return (long) message.length + MESSAGE_OVERHEAD;
    }

    /** {@return bytes accepted and not yet sent, with the memory overhead} */
    public long waitingBytes() {
        return waitingBytes;
    }

    /** {@return messages accepted and not yet sent as a whole} */
    public int waitingMessages() {
        return waitingMessages;
    }

    /**
     * How much waits that fills the window of a precedence.
     *
     * @param precedence 0 for the most important
     * @return bytes accepted of this precedence and the more important ones, and not yet sent, with the memory overhead
     */
    public long waitingBytes(int precedence) {
        long bytes = 0;
        for (int i = 0; i <= precedence; i++) {
            bytes += waitingOf[i];
        }
        return bytes;
    }

    /**
     * Counts messages that were accepted.
     *
     * @param precedence 0 for the most important
     * @return messages of this precedence accepted so far
     */
    public long accepted(int precedence) {
        return accepted[precedence];
    }

    /**
     * Counts messages that were sent as a whole.
     *
     * @param precedence 0 for the most important
     * @return messages of this precedence completely sent to the LAN so far
     */
    public long sent(int precedence) {
        return sent[precedence];
    }

    /** {@return whether a message was sent as a whole} */
    boolean hasSent() {
        return Arrays.stream(sent).anyMatch(each -> each > 0);
    }

    /**
     * Passes the messages of which nothing was sent yet to the sender of a new membership.
     *
     * @param other    accepts the messages, whether or not its window is open
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public void inbox(LossySender other, long nowNanos) {
        for (ArrayDeque<Waiting> ofPrecedence : waiting) {
            for (Waiting each : ofPrecedence) {
                if (each.offset == 0) {
                    other.acceptAsIs(each.precedence, each.payload, nowNanos);
                }
            }
        }
    }

    /** Sets the share that the delegate grants to this sender, bytes per second. */
    void allotted(double share, long nowNanos) {
        ready = true;
        lanOnly = false;
        demand.granted(share, nowNanos);
        bucket.rate(share, Math.max(LEAST_BURST_BYTES, share * BURST_SECONDS), nowNanos);
        window((long) (share * config.windowNanos() / 1e9), nowNanos);
    }

    /** No other site has members: the LAN's own flow control decides. */
    void lanOnly(long nowNanos) {
        ready = true;
        lanOnly = true;
        window(config.maxWindowBytes(), nowNanos);
    }

    private void window(long bytes, long nowNanos) {
        windowBytes = Math.max(config.minWindowBytes(), Math.min(bytes, config.maxWindowBytes()));
        demand.window(!open(), nowNanos);
    }

    /** There is a new delegate, which has received no demand. */
    void delegateChanged() {
        demand.delegateChanged();
    }

    /** Whether something may be sent now. */
    boolean maySend(long nowNanos) {
        return ready && waitingMessages > 0 && (lanOnly || bucket.mayTake(nowNanos));
    }

    /** The first of the most important messages that wait. */
    private Waiting next() {
        int precedence = 0;
        while (waiting.get(precedence).isEmpty()) {
            precedence++;
        }
        return waiting.get(precedence).peek();
    }

    /** When {@link #maySend} becomes true if nothing changes. */
    long nextDeadlineNanos(long nowNanos) {
        return ready && waitingMessages > 0 ? bucket.readyNanos(nowNanos) : Long.MAX_VALUE;
    }

    /** Fills a LAN message with parts that may be sent now, at least one if {@link #maySend}. */
    void fill(WireWriter out, long nowNanos) {
        int start = -1;
        int precedence = -1;
        long number = -1;
        while (maySend(nowNanos)) {
            Waiting next = next();
            boolean continues = start >= 0 && precedence == next.precedence && number == next.number;
            int needed = LossyFrames.PART_HEADER_LENGTH + next.nextLength()
                    + (continues ? 0 : LossyFrames.HEADER_LENGTH + LossyFrames.RUN_HEADER_LENGTH);
            if (needed > out.remaining()) {
                break;
            }
            if (!continues) {
                if (start >= 0) {
                    LossyFrames.end(out, start);
                }
                precedence = next.precedence;
                start = LossyFrames.beginRun(out, id, nowNanos - beganNanos, precedence, next.number);
            }
            boolean last = next.nextIsLast();
            number = next.number + (last ? 1 : 0);
            send(out, next, nowNanos);
        }
        if (start >= 0) {
            LossyFrames.end(out, start);
        }
    }

    private void send(WireWriter out, Waiting next, long nowNanos) {
        int length = next.nextLength();
        boolean last = next.nextIsLast();
        LossyFrames.putPart(out, next.index, last, next.payload, next.offset, length);
        next.offset += length;
        next.index++;
        if (!lanOnly) {
            // Otherwise the bucket would have a debt of hours once another site has members, for traffic that it does not shape.
            bucket.take(length + LossyFrames.PART_HEADER_LENGTH, nowNanos);
        }
        demand.drained(length + LossyFrames.PART_HEADER_LENGTH, nowNanos);
        waitingBytes -= length + (last ? MESSAGE_OVERHEAD : 0);
        waitingOf[next.precedence] -= length + (last ? MESSAGE_OVERHEAD : 0);
        if (last) {
            waiting.get(next.precedence).poll();
            waitingMessages--;
            sent[next.precedence] = next.number + 1;
        }
        demand.window(!open(), nowNanos);
    }

    /** Writes an announcement of the next number of each precedence. */
    void digest(WireWriter out, long nowNanos) {
        LossyFrames.putDigest(out, id, nowNanos - beganNanos, sent);
    }

    /** The message with this sender's demand, to be sent to the delegate if {@link #demandDue}. */
    byte[] demandMessage(WireWriter out, GroupId group, Epoch epoch, long nowNanos) {
        LanMessage.begin(out, LanMessage.DEMAND, group).putLong(epoch.value()).putDouble(demand.report(nowNanos));
        return LanMessage.bytes(out);
    }

    boolean demandDue(long nowNanos) {
        return demand.reportDue(nowNanos);
    }

    long demandDeadlineNanos() {
        return demand.nextDeadlineNanos();
    }

    void demandDeadlineReached(long nowNanos) {
        demand.deadlineReached(nowNanos);
    }

    /**
     * This sender's demand, which it reports to the delegate.
     *
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     * @return bytes per second
     */
    public double demand(long nowNanos) {
        return demand.demand(nowNanos);
    }

    /** {@return the share that the delegate grants, bytes per second; infinite while no other site has members} */
    public double share() {
        return lanOnly ? Double.POSITIVE_INFINITY : bucket.rate();
    }

    /** {@return the send window of each precedence, bytes} */
    public long windowBytes() {
        return windowBytes;
    }
}
