package org.xpand.core;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.directory.SenderId;
import org.xpand.protocols.relay.GroupMember;
import org.xpand.protocols.relay.RelayConfig;
import org.xpand.protocols.relay.SegmentMessage;
import org.xpand.protocols.relay.WholeMessage;
import org.xpand.protocols.wire.WireReader;

/** This node's membership in one group. The application's calls and the loop share it under a lock. */
final class GroupEndpoint extends Membership implements Group, GroupMember.Events {
    private static final Logger LOG = LoggerFactory.getLogger(GroupEndpoint.class);
    private static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(10);
    private static final int MAX_WAITING = 1024;

    private final MessageListener listener;
    private final RelayConfig config;
    private GroupMember member;
    private long ownDelivered;
    private long ownToSkip;
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private final ArrayDeque<Accepted> accepted = new ArrayDeque<>();
    private final ConcurrentLinkedQueue<Consumed> consumed = new ConcurrentLinkedQueue<>();
    /** What the listener has taken and the loop has not been told. Of the thread that runs the listener. */
    private SenderId takenFrom;
    private int takenSegments;
    private final AtomicLong messagesDelivered = new AtomicLong();
    private final AtomicLong bytesDelivered = new AtomicLong();
    private long messagesSent;
    private long bytesSent;
    private final LongAdder gapSegments = new LongAdder();
    private boolean closed;

    /** A message given to {@link #sendAsync} while the window was full. */
    private record Waiting(byte[] payload, CompletableFuture<Void> stable) {
    }

    /** This node's message with this ordinal, which is stable when the sender's stable number reaches {@code end}. */
    private record Accepted(long ordinal, long end, CompletableFuture<Void> stable) {
    }

    /** Segments whose messages the application has taken. */
    private record Consumed(SenderId sender, int segments) {
    }

    GroupEndpoint(GroupName name, GroupService service, SenderId self, RelayConfig config, NodeEngine engine,
                  MessageListener listener, Executor executor) {
        super(name, service, self, engine, executor);
        this.listener = listener;
        this.config = config;
        this.member = newMember();
    }

    private GroupMember newMember() {
        return new GroupMember(groupName().id(), id(), config, engine.lan(), this, engine.nanoTime());
    }

    @Override
    public void send(byte[] payload) throws InterruptedException {
        synchronized (lock) {
            awaitOpen("trySend or sendAsync");
            accept(payload);
        }
        wakeUp();
    }

    @Override
    public boolean trySend(byte[] payload) {
        synchronized (lock) {
            if (!canAccept()) {
                return false;
            }
            accept(payload);
        }
        wakeUp();
        return true;
    }

    @Override
    public CompletableFuture<Void> sendAsync(byte[] payload) {
        CompletableFuture<Void> stable = new CompletableFuture<>();
        synchronized (lock) {
            if (canAccept()) {
                acceptWaiting(new Waiting(payload, stable));
            } else if (waiting.size() < MAX_WAITING) {
                waiting.add(new Waiting(payload.clone(), stable));
            } else {
                stable.completeExceptionally(new IllegalStateException("group " + name() + ": " + MAX_WAITING
                        + " messages wait for the send window already"));
            }
        }
        wakeUp();
        return stable;
    }

    @Override
    boolean canAccept() {
        if (closed) {
            throw new IllegalStateException("group " + name() + " is closed");
        }
        return waiting.isEmpty() && member.sender().open();
    }

    private long accept(byte[] payload) {
        long end = member.sender().accept(payload, engine.nanoTime());
        messagesSent++;
        bytesSent += payload.length;
        return end;
    }

    // The loop.

    /** A message of this group arrived on the LAN. */
    @Override
    void handle(int kind, long fromProcess, WireReader in, long nowNanos) {
        synchronized (lock) {
            member.handle(kind, fromProcess, in, nowNanos);
        }
    }

    @Override
    void segments(SegmentMessage message) {
        synchronized (lock) {
            member.segments(message);
        }
    }

    /** The site's members of the group, and its delegate's process. */
    @Override
    void members(Set<Long> members, long delegateProcess) {
        synchronized (lock) {
            member.view(members, delegateProcess);
        }
    }

    /**
     * Two processes that had found the site empty have met, and this one's identity of the site was given up: it joins
     * anew, and sends again what nobody is known to have.
     */
    @Override
    void beginAnew() {
        List<byte[]> again = member.sender().unstable();
        ownToSkip = Math.max(0, ownDelivered - (messagesSent - again.size()));
        ownDelivered -= ownToSkip;
        member = newMember();
        List<Long> ends = again.stream().map(each -> member.sender().accept(each, engine.nanoTime())).toList();
        long first = messagesSent - again.size();
        List<Accepted> before = List.copyOf(accepted);
        accepted.clear();
        before.forEach(each -> accepted.add(new Accepted(each.ordinal, ends.get((int) (each.ordinal - first)),
                each.stable)));
    }

    /** Does what there is to do; answers when to call again. */
    @Override
    long run(long nowNanos) {
        long deadline;
        synchronized (lock) {
            for (Consumed next = consumed.poll(); next != null; next = consumed.poll()) {
                member.receiver().consumed(next.sender, next.segments);
            }
            while (!waiting.isEmpty() && member.sender().open()) {
                acceptWaiting(waiting.poll());
            }
            boolean wasOpen = member.sender().open();
            deadline = member.run(nowNanos);
            if (!wasOpen && member.sender().open()) {
                lock.notifyAll();
                wakeUp();
            }
        }
        serial.handOver();
        return deadline;
    }

    private void acceptWaiting(Waiting next) {
        try {
            long end = accept(next.payload);
            accepted.add(new Accepted(messagesSent - 1, end, next.stable));
        } catch (IllegalArgumentException e) {
            next.stable.completeExceptionally(e);
        }
    }

    @Override
    public void windowChanged() {
        while (!accepted.isEmpty() && accepted.peek().end <= member.sender().stable()) {
            CompletableFuture<Void> stable = accepted.poll().stable;
            serial.putAside(() -> stable.complete(null));
        }
        lock.notifyAll();
    }

    @Override
    public void message(SenderId from, WholeMessage message) {
        boolean own = from.equals(id());
        if (own) {
            if (ownToSkip > 0) {
                ownToSkip--;
                consumed.add(new Consumed(from, message.segments()));
                return;
            }
            ownDelivered++;
        }
        serial.putAside(() -> {
            // Only this thread writes them.
            messagesDelivered.setRelease(messagesDelivered.getPlain() + 1);
            bytesDelivered.setRelease(bytesDelivered.getPlain() + message.length());
            try {
                listener.onMessage(new Message(name(), from, own, message));
            } finally {
                taken(from, message.segments());
            }
        });
    }

    private void taken(SenderId from, int segments) {
        if (!from.equals(takenFrom)) {
            tellTaken();
            takenFrom = from;
        }
        takenSegments += segments;
    }

    private void tellTaken() {
        if (takenSegments > 0) {
            consumed.add(new Consumed(takenFrom, takenSegments));
            takenSegments = 0;
        }
    }

    @Override
    void listenerProgress() {
        tellTaken();
        super.listenerProgress();
    }

    @Override
    public void gap(SenderId from, long first, long end) {
        gapSegments.add(end - first);
        Gap gap = new Gap(name(), from, first, end);
        engine.event(NodeEvent.Kind.GAP, "group " + name() + ": segments " + first + " to " + (end - 1) + " of sender "
                + from + " are lost to this node");
        serial.putAside(() -> listener.onGap(gap));
    }

    @Override
    public void expelled(String reason) {
        engine.event(NodeEvent.Kind.EXPELLED, "group " + name() + ": " + reason);
        serial.putAside(() -> {
            end("this node was put out of it");
            listener.onExpelled(reason);
        });
    }

    @Override
    public GroupStats stats() {
        return engine.groupStats(this, () -> localStats(engine.nanoTime()));
    }

    private GroupStats.Local localStats(long nowNanos) {
        synchronized (lock) {
            var sender = member.sender();
            return new GroupStats.Local(messagesSent, bytesSent, messagesDelivered.get(),
                    bytesDelivered.get(), sender.unstableMessages() + waiting.size(), gapSegments.sum(),
                    sender.demand(nowNanos), sender.share(), sender.windowBytes());
        }
    }

    @Override
    public int close(Duration patience) {
        int left = awaitStable(patience);
        return end("it was closed before") ? left : 0;
    }

    private boolean end(String why) {
        synchronized (lock) {
            if (closed) {
                return false;
            }
            closed = true;
            accepted.forEach(each -> each.stable.completeExceptionally(new IllegalStateException(
                    "group " + name() + ": the message is not known to be stable, " + why)));
            waiting.forEach(each -> each.stable.completeExceptionally(new IllegalStateException(
                    "group " + name() + ": the message was not accepted, " + why)));
            lock.notifyAll();
        }
        engine.left(this);
        return true;
    }

    private int awaitStable(Duration patience) {
        long deadline = engine.nanoTime() + patience.toNanos();
        synchronized (lock) {
            while (!closed && member.sender().unstableMessages() + waiting.size() > 0) {
                long remaining = deadline - engine.nanoTime();
                if (remaining <= 0) {
                    break;
                }
                try {
                    lock.wait(remaining / 1_000_000 + 1);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    break;
                }
            }
            return closed ? 0 : member.sender().unstableMessages() + waiting.size();
        }
    }

    @Override
    public void close() {
        int left = close(DEFAULT_PATIENCE);
        if (left > 0) {
            LOG.warn("group {}: closed with {} messages that not every member is known to have", name(), left);
        }
    }
}
