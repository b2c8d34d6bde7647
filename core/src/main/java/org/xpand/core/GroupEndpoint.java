package org.xpand.core;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.SenderId;
import org.xpand.protocols.relay.LanMessage;
import org.xpand.protocols.relay.LocalSender;
import org.xpand.protocols.relay.MemberReceiver;
import org.xpand.protocols.relay.RelayConfig;
import org.xpand.protocols.relay.SegmentBatch;
import org.xpand.protocols.segment.RunCodec;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** This node's membership in one group. What the application calls takes a lock; the rest runs on the loop. */
final class GroupEndpoint implements Group {
    private static final Logger LOG = LoggerFactory.getLogger(GroupEndpoint.class);
    private static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(10);
    private static final int MAX_WAITING = 1024;
    private static final long ACK_INTERVAL_NANOS = 5_000_000;

    private final GroupName name;
    private final NodeEngine engine;
    private final MessageListener listener;
    private final SerialExecutor serial;
    private final Object lock = new Object();
    private final LocalSender sender;
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private final ArrayDeque<Accepted> accepted = new ArrayDeque<>();
    private final MemberReceiver receiver;
    private final SegmentBatch batch;
    private final ConcurrentLinkedQueue<Consumed> consumed = new ConcurrentLinkedQueue<>();
    private final CopyOnWriteArrayList<Consumer<GroupView>> viewListeners = new CopyOnWriteArrayList<>();
    private final LongAdder messagesSent = new LongAdder();
    private final LongAdder bytesSent = new LongAdder();
    private final LongAdder messagesDelivered = new LongAdder();
    private final LongAdder bytesDelivered = new LongAdder();
    private volatile GroupView view = new GroupView(List.of());
    private boolean closed;
    private long lastAckNanos;

    /** A message given to {@link #sendAsync} while the window was full. */
    private record Waiting(byte[] payload, CompletableFuture<Void> stable) {
    }

    /** A message that is stable when the sender's stable number reaches {@code end}. */
    private record Accepted(long end, CompletableFuture<Void> stable) {
    }

    /** A message the application has taken. */
    private record Consumed(SenderId sender, int segments) {
    }

    GroupEndpoint(GroupName name, SenderId self, RelayConfig config, NodeEngine engine, MessageListener listener,
                  SerialExecutor serial) {
        this.name = name;
        this.engine = engine;
        this.listener = listener;
        this.serial = serial;
        this.sender = new LocalSender(self, config);
        this.receiver = new MemberReceiver(config, this::deliver);
        this.batch = new SegmentBatch(LanMessage.LOCAL_SEGMENTS, name.id());
    }

    @Override
    public String name() {
        return name.value();
    }

    GroupName groupName() {
        return name;
    }

    @Override
    public void send(byte[] payload) throws InterruptedException {
        synchronized (lock) {
            while (!canAccept()) {
                if (serial.isInside()) {
                    throw new IllegalStateException("send would block in a listener of group " + name
                            + ": use trySend or sendAsync there");
                }
                lock.wait();
            }
            accept(payload);
        }
        engine.wakeUp();
    }

    @Override
    public boolean trySend(byte[] payload) {
        synchronized (lock) {
            if (!canAccept()) {
                return false;
            }
            accept(payload);
        }
        engine.wakeUp();
        return true;
    }

    @Override
    public CompletableFuture<Void> sendAsync(byte[] payload) {
        CompletableFuture<Void> stable = new CompletableFuture<>();
        synchronized (lock) {
            if (canAccept()) {
                accepted.add(new Accepted(accept(payload), stable));
            } else if (waiting.size() < MAX_WAITING) {
                waiting.add(new Waiting(payload.clone(), stable));
            } else {
                stable.completeExceptionally(new IllegalStateException("group " + name + ": " + MAX_WAITING
                        + " messages wait for the send window already"));
            }
        }
        engine.wakeUp();
        return stable;
    }

    private boolean canAccept() {
        if (closed) {
            throw new IllegalStateException("group " + name + " is closed");
        }
        return waiting.isEmpty() && sender.open();
    }

    private long accept(byte[] payload) {
        long end = sender.accept(payload);
        messagesSent.increment();
        bytesSent.add(payload.length);
        return end;
    }

    /** Puts on the LAN what may go there; on the loop. */
    void pump(LanPort lan) {
        synchronized (lock) {
            while (!waiting.isEmpty() && sender.open()) {
                acceptWaiting(waiting.poll());
            }
            while (sender.nextNumber() >= 0 && lan.hasRoom()) {
                long number = sender.nextNumber();
                while (number >= 0 && batch.add(sender.id(), number, sender.segment(number))) {
                    sender.sent();
                    number = sender.nextNumber();
                }
                lan.multicast(batch.take());
            }
        }
    }

    private void acceptWaiting(Waiting next) {
        try {
            accepted.add(new Accepted(accept(next.payload), next.stable));
        } catch (IllegalArgumentException e) {
            next.stable.completeExceptionally(e);
        }
    }

    /** The delegate's word on this node's messages; on the loop. */
    void noticed(long stable, long limit, long windowBytes) {
        List<CompletableFuture<Void>> done = new ArrayList<>();
        synchronized (lock) {
            sender.notice(stable, limit, windowBytes);
            while (!accepted.isEmpty() && accepted.peek().end <= sender.stable()) {
                done.add(accepted.poll().stable);
            }
            lock.notifyAll();
        }
        if (!done.isEmpty()) {
            serial.execute(() -> done.forEach(future -> future.complete(null)));
        }
    }

    /** The site has another delegate; on the loop. */
    void delegateChanged() {
        synchronized (lock) {
            sender.resend();
        }
        receiver.tellAgain();
    }

    /** Segments of a LAN message; on the loop. */
    void received(WireReader in) {
        RunCodec.Sink sink = receiver::segment;
        batch.read(in, sink);
    }

    private void deliver(SenderId from, byte[] payload, int segments) {
        serial.execute(() -> {
            messagesDelivered.increment();
            bytesDelivered.add(payload.length);
            try {
                listener.onMessage(new Message(name.value(), from, payload));
            } finally {
                consumed.add(new Consumed(from, segments));
                engine.wakeUp();
            }
        });
    }

    /** Writes progress if it is time; answers when to ask again. On the loop. */
    long writeProgress(WireWriter out, long nowNanos) {
        for (Consumed next = consumed.poll(); next != null; next = consumed.poll()) {
            receiver.consumed(next.sender, next.segments);
        }
        if (!receiver.hasProgress()) {
            return Long.MAX_VALUE;
        }
        long due = lastAckNanos + ACK_INTERVAL_NANOS;
        if (nowNanos - due < 0) {
            return due;
        }
        lastAckNanos = nowNanos;
        LanMessage.begin(out, LanMessage.ACK).putLong(name.id());
        receiver.writeProgress(out);
        return receiver.hasProgress() ? nowNanos : Long.MAX_VALUE;
    }

    void view(GroupView newView) {
        if (!newView.equals(view)) {
            view = newView;
            serial.execute(() -> viewListeners.forEach(each -> each.accept(newView)));
        }
    }

    @Override
    public void onView(Consumer<GroupView> viewListener) {
        viewListeners.add(viewListener);
        serial.execute(() -> viewListener.accept(view));
    }

    @Override
    public GroupView view() {
        return view;
    }

    @Override
    public GroupStats stats() {
        return engine.groupStats(this);
    }

    GroupStats.Local localStats() {
        synchronized (lock) {
            return new GroupStats.Local(messagesSent.sum(), bytesSent.sum(), messagesDelivered.sum(),
                    bytesDelivered.sum(), sender.unstableMessages() + waiting.size());
        }
    }

    @Override
    public int close(Duration patience) {
        int left = awaitStable(patience);
        synchronized (lock) {
            if (closed) {
                return 0;
            }
            closed = true;
            accepted.forEach(each -> each.stable.completeExceptionally(new IllegalStateException(
                    "group " + name + " was closed before the message was stable")));
            waiting.forEach(each -> each.stable.completeExceptionally(new IllegalStateException(
                    "group " + name + " was closed before the message was accepted")));
            lock.notifyAll();
        }
        engine.left(this);
        return left;
    }

    private int awaitStable(Duration patience) {
        long deadline = engine.nanoTime() + patience.toNanos();
        synchronized (lock) {
            while (!closed && sender.unstableMessages() + waiting.size() > 0) {
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
            return closed ? 0 : sender.unstableMessages() + waiting.size();
        }
    }

    @Override
    public void close() {
        int left = close(DEFAULT_PATIENCE);
        if (left > 0) {
            LOG.warn("group {}: closed with {} messages that not every member is known to have", name, left);
        }
    }
}
