package org.xpand.protocols.lossy;

import java.util.Set;
import java.util.TreeMap;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.wire.WireReader;

/**
 * The receiving side of one member of a layered group. A sender that joined after this member is received from its first
 * message on; another one from its first message or announcement of numbers that arrives. Not
 * thread-safe.
 */
public final class LossyReceiver implements LossyFrames.Sink, LossyStream.Out {
    private final LossyConfig config;
    private final SenderId self;
    private final int precedences;
    private final long joinedNanos;
    private final Sink sink;
    private final TreeMap<SenderId, ReceivedSender> senders = new TreeMap<>();
    private long nowNanos;
    private long unconsumedBytes;
    private long pendingBytes;
    private long unconsumed;

    /** Receives messages and gaps, in the order of each sender and precedence. */
    public interface Sink {
        /**
         * The next message of a sender and precedence.
         *
         * @param sender     the sender
         * @param precedence the message's precedence, 0 for the most important
         * @param number     the message's number in the stream of its precedence, from 0 on
         * @param payload    the message, whose length is to be passed to {@link #consumed} when the application has taken it
         */
        void message(SenderId sender, int precedence, long number, byte[] payload);

        /**
         * Some messages of a sender and precedence will not arrive: a gap in their order.
         *
         * @param sender     the sender
         * @param precedence the precedence, 0 for the most important
         * @param first      the number of the first one
         * @param end        the number after that of the last one
         */
        void dropped(SenderId sender, int precedence, long first, long end);
    }

    /** One sender. */
    private static final class ReceivedSender {
        private final LossyStream[] streams;
        private long receivedNanos;
        private boolean gone;
        private long goneNanos;
        private boolean finished;

        private ReceivedSender(int precedences) {
            streams = new LossyStream[precedences];
        }
    }

    LossyReceiver(SenderId self, int precedences, LossyConfig config, Sink sink, long nowNanos) {
        this.self = self;
        this.precedences = precedences;
        this.config = config;
        this.sink = sink;
        this.joinedNanos = nowNanos;
    }

    /** Frames arrived. */
    void frames(WireReader in, long now) {
        nowNanos = now;
        LossyFrames.read(in, precedences, this);
    }

    @Override
    public void part(SenderId sender, long ageNanos, int precedence, long number, int index, boolean last, WireReader in,
                     int length) {
        if (index >= config.relay().maxMessage() / LossyFrames.MAX_PART + 1) {
            return;
        }
        ReceivedSender received = received(sender, ageNanos);
        LossyStream stream = received.streams[precedence];
        if (stream == null) {
            // The beginning of a message that is being sent was before this member joined.
            stream = begin(received, sender, precedence, index == 0 ? number : number + 1);
        }
        int before = stream.pendingBytes();
        stream.part(number, index, last, in.getBytes(length), nowNanos);
        while (pendingBytes + stream.pendingBytes() - before > config.bufferBytes() && stream.pendingBytes() > 0) {
            stream.giveUpOldest(nowNanos);
        }
        pendingBytes += stream.pendingBytes() - before;
    }

    @Override
    public void digest(SenderId sender, long ageNanos, long[] next) {
        ReceivedSender received = received(sender, ageNanos);
        for (int i = 0; i < next.length; i++) {
            if (received.streams[i] == null) {
                begin(received, sender, i, next[i]);
            }
            int before = received.streams[i].pendingBytes();
            received.streams[i].sentBelow(next[i], nowNanos);
            pendingBytes += received.streams[i].pendingBytes() - before;
        }
    }

    private ReceivedSender received(SenderId sender, long ageNanos) {
        ReceivedSender received = senders.get(sender);
        if (received == null) {
            received = new ReceivedSender(precedences);
            if (senders.size() >= config.maxSenders()) {
                forgetLongestSilent();
            }
            senders.put(sender, received);
            if (sender.equals(self) || ageNanos < nowNanos - joinedNanos) {
                for (int i = 0; i < precedences; i++) {
                    begin(received, sender, i, 0);
                }
            }
        }
        received.receivedNanos = nowNanos;
        return received;
    }

    private LossyStream begin(ReceivedSender received, SenderId sender, int precedence, long first) {
        received.streams[precedence] = new LossyStream(sender, precedence, first, config.reorderNanos(), this);
        return received.streams[precedence];
    }

    private void forgetLongestSilent() {
        SenderId longest = null;
        for (SenderId each : senders.keySet()) {
            if (longest == null || senders.get(each).receivedNanos - senders.get(longest).receivedNanos < 0) {
                longest = each;
            }
        }
        finish(senders.remove(longest));
    }

    private void finish(ReceivedSender received) {
        for (LossyStream stream : received.streams) {
            if (stream != null) {
                int before = stream.pendingBytes();
                stream.finish(nowNanos);
                pendingBytes += stream.pendingBytes() - before;
            }
        }
    }

    /** Sets the senders that are members of the group, here or elsewhere: messages of others arrive soon or not at all. */
    void present(Set<SenderId> members, long now) {
        senders.forEach((sender, received) -> {
            boolean gone = !members.contains(sender);
            if (gone && !received.gone) {
                received.goneNanos = now;
                received.finished = false;
            }
            received.gone = gone;
        });
    }

    /** Gives up messages that have been waited for long enough; returns when to call again. */
    long expire(long now) {
        nowNanos = now;
        long deadline = Long.MAX_VALUE;
        for (ReceivedSender received : senders.values()) {
            for (LossyStream stream : received.streams) {
                if (stream != null) {
                    int before = stream.pendingBytes();
                    stream.expire(now);
                    pendingBytes += stream.pendingBytes() - before;
                    deadline = Math.min(deadline, stream.deadlineNanos());
                }
            }
            if (received.gone && !received.finished) {
                long end = received.goneNanos + config.forgetNanos();
                if (now - end >= 0) {
                    // The positions of its streams are remembered: it may return.
                    finish(received);
                    received.finished = true;
                } else {
                    deadline = Math.min(deadline, end);
                }
            }
        }
        return deadline;
    }

    @Override
    public boolean message(SenderId sender, int precedence, long number, byte[] payload) {
        if (unconsumedBytes >= config.unconsumedBytes()) {
            unconsumed++;
            return false;
        }
        unconsumedBytes += payload.length + 1;
        sink.message(sender, precedence, number, payload);
        return true;
    }

    @Override
    public boolean dropped(SenderId sender, int precedence, long first, long end) {
        if (unconsumedBytes >= config.unconsumedBytes()) {
            return false;
        }
        sink.dropped(sender, precedence, first, end);
        return true;
    }

    /**
     * The application has taken a message, so that there is room for others.
     *
     * @param bytes length of the message
     */
    public void consumed(int bytes) {
        unconsumedBytes -= bytes + 1;
    }

    /** Messages dropped because the application did not take those before in time. */
    long unconsumed() {
        return unconsumed;
    }
}
