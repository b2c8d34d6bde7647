package org.xpand.core;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.relay.LocalSender;
import org.xpand.protocols.relay.RelayConfig;
import org.xpand.protocols.segment.MessageHeader;
import org.xpand.protocols.segment.Segment;

/**
 * The application's messages to a group until its sender takes them: decides which ones the window accepts, which wait for it, in
 * what order the sender takes them, and when each is known to be stable. Any thread submits messages; the rest runs on the loop.
 */
final class Submissions {
    private final GroupEndpoint group;
    private final SendGate gate;
    private final RelayConfig config;
    private final ConcurrentLinkedQueue<Submission> submitted = new ConcurrentLinkedQueue<>();
    /** Submissions that wait for the window; while there are any, none overtakes them. */
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicLong messagesSent = new AtomicLong();
    private final LongAdder bytesSent = new LongAdder();
    private volatile int segmentBytes = Segment.USUAL_PAYLOAD;
    // On the loop from here on.
    private final ArrayDeque<Accepted> accepted = new ArrayDeque<>();
    private long messagesAccepted;

    /**
     * A message on its way to the loop.
     *
     * @param cost    what it uses of the window
     * @param stable  to be completed; null if nothing waits for it
     * @param isLetIn whether the window had room for it; otherwise it waits
     */
    private record Submission(List<Segment> segments, long cost, int length, CompletableFuture<Void> stable, boolean isLetIn) {
    }

    /** This node's message with this ordinal; it is stable when the sender's stable number reaches {@code end}. */
    private record Accepted(long ordinal, long end, CompletableFuture<Void> stable) {
    }

    /** How a thread waits until a message is accepted. */
    @FunctionalInterface
    interface Wait {
        /** Returns when the condition is met. */
        void until(SendGate.Condition letIn) throws InterruptedException;
    }

    Submissions(GroupEndpoint group, RelayConfig config) {
        this.group = group;
        this.gate = group.gate;
        this.config = config;
    }

    private List<Segment> cut(int kind, SenderId to, long exchange, byte[] payload) {
        return LocalSender.cut(MessageHeader.of(kind, group.engine.timeMillis(), to, exchange), payload, segmentBytes, config);
    }

    /** Submits a message as soon as the window has room. */
    void accept(int kind, SenderId to, long exchange, byte[] payload, Wait wait) throws InterruptedException {
        List<Segment> segments = cut(kind, to, exchange, payload);
        long cost = LocalSender.cost(segments);
        wait.until(() -> letIn(cost));
        submit(new Submission(segments, cost, payload.length, null, true));
    }

    /** Submits a message of the application if the window has room now; returns whether it has. */
    boolean offer(SenderId to, byte[] payload) {
        LocalSender.check(payload, config);
        if (!hasRoom()) {
            return false;
        }
        List<Segment> segments = cut(MessageHeader.APPLICATION, to, 0, payload);
        long cost = LocalSender.cost(segments);
        if (!letIn(cost)) {
            return false;
        }
        submit(new Submission(segments, cost, payload.length, null, true));
        return true;
    }

    /** Submits a message, or makes it wait; returns false if too many wait. */
    boolean acceptLater(int kind, SenderId to, long exchange, byte[] payload, CompletableFuture<Void> stable, int most) {
        List<Segment> segments = cut(kind, to, exchange, payload);
        long cost = LocalSender.cost(segments);
        if (letIn(cost)) {
            submit(new Submission(segments, cost, payload.length, stable, true));
        } else if (waiting.incrementAndGet() <= most) {
            gate.enter(cost);
            submit(new Submission(segments, cost, payload.length, stable, false));
        } else {
            waiting.decrementAndGet();
            return false;
        }
        return true;
    }

    private boolean letIn(long cost) {
        group.requireOpen();
        return waiting.get() == 0 && gate.tryEnter(cost);
    }

    /** Whether a message would be accepted now. */
    boolean hasRoom() {
        return waiting.get() == 0 && gate.isOpen();
    }

    /** Returns how many messages wait for the window. */
    int waiting() {
        return waiting.get();
    }

    private void submit(Submission submission) {
        submitted.add(submission);
        messagesSent.incrementAndGet();
        bytesSent.add(submission.length);
        if (group.isClosed()) {
            // No turn of the loop takes it out of the queue any more.
            group.engine.execute(() -> group.ended("it was closed meanwhile"));
        }
        group.wakeUp();
    }

    long messages() {
        return messagesSent.get();
    }

    long bytes() {
        return bytesSent.sum();
    }

    // The loop.

    /** Passes to the sender what it accepts now. */
    void handOver(LocalSender sender, long nowNanos) {
        for (Submission next = submitted.peek(); next != null && (next.isLetIn || sender.open()); next = submitted.peek()) {
            submitted.remove();
            accept(next, sender, nowNanos);
        }
    }

    private void accept(Submission next, LocalSender sender, long nowNanos) {
        long end = sender.accept(next.segments, nowNanos);
        if (next.stable != null) {
            accepted.add(new Accepted(messagesAccepted, end, next.stable));
        }
        messagesAccepted++;
        updateGate(sender);
        gate.left(next.cost);
        if (!next.isLetIn) {
            waiting.decrementAndGet();
        }
    }

    /** Reports the sender's window to the gate. */
    void updateGate(LocalSender sender) {
        segmentBytes = sender.segmentBytes();
        gate.update(sender.unconsumedBytes(), sender.unstableMessages(), sender.windowBytes());
    }

    /** Whether there are more messages that the sender would accept. */
    boolean wantTurn(LocalSender sender) {
        return !submitted.isEmpty() && sender.open();
    }

    /** The sender was replaced and sends the last messages again; they now end at these numbers. */
    void begunAnew(List<Long> ends) {
        long first = messagesAccepted - ends.size();
        List<Accepted> before = List.copyOf(accepted);
        accepted.clear();
        before.forEach(each -> accepted.add(new Accepted(each.ordinal, ends.get((int) (each.ordinal - first)), each.stable)));
    }

    /** Completes the messages below this number, which are stable. */
    void settled(long stable) {
        while (!accepted.isEmpty() && accepted.peek().end <= stable) {
            CompletableFuture<Void> done = accepted.poll().stable;
            group.serial.executeLater(() -> done.complete(null));
        }
    }

    /** Fails everything that was submitted. */
    void ended(String why) {
        for (Accepted next = accepted.poll(); next != null; next = accepted.poll()) {
            next.stable.completeExceptionally(new GroupClosedException(group.name(), "group " + group.name()
                    + ": the message is not known to be stable, " + why));
        }
        for (Submission next = submitted.poll(); next != null; next = submitted.poll()) {
            if (next.stable != null) {
                next.stable.completeExceptionally(new GroupClosedException(group.name(), "group " + group.name()
                        + ": the message was not accepted, " + why));
            }
        }
    }
}
