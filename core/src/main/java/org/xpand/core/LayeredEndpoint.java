package org.xpand.core;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.directory.SenderId;
import org.xpand.protocols.lossy.LossyConfig;
import org.xpand.protocols.lossy.LossyMember;
import org.xpand.protocols.wire.WireReader;

/** This node's membership in one layered group. The application's calls and the loop share it under a lock. */
final class LayeredEndpoint extends Membership implements LayeredGroup, LossyMember.Events {
    private static final Logger LOG = LoggerFactory.getLogger(LayeredEndpoint.class);
    private static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(10);
    /** So long the delegate goes on telling up to where a sender has sent. */
    private static final long LINGER_NANOS = 1_200_000_000L;

    private final LayeredListener listener;
    private final LossyConfig config;
    private LossyMember member;
    private final ConcurrentLinkedQueue<Integer> consumed = new ConcurrentLinkedQueue<>();
    private final LongAdder messagesSent = new LongAdder();
    private final LongAdder bytesSent = new LongAdder();
    private final LongAdder bytesDelivered = new LongAdder();
    private final AtomicLongArray delivered;
    private final AtomicLongArray dropped;
    private long lastSentNanos;
    private boolean closed;

    LayeredEndpoint(GroupName name, GroupService service, SenderId self, LossyConfig config, NodeEngine engine,
                    LayeredListener listener, Executor executor) {
        super(name, service, self, engine, executor);
        this.config = config;
        this.listener = listener;
        this.delivered = new AtomicLongArray(service.precedences());
        this.dropped = new AtomicLongArray(service.precedences());
        this.member = newMember();
        this.lastSentNanos = engine.nanoTime() - LINGER_NANOS;
    }

    private LossyMember newMember() {
        return new LossyMember(groupName().id(), id(), service().precedences(), config, engine.lan(), this, engine.nanoTime());
    }

    @Override
    public int precedences() {
        return service().precedences();
    }

    @Override
    public void send(int precedence, byte[] payload) throws InterruptedException {
        synchronized (lock) {
            awaitOpen("trySend");
            accept(precedence, payload);
        }
        wakeUp();
    }

    @Override
    public boolean trySend(int precedence, byte[] payload) {
        synchronized (lock) {
            if (!canAccept()) {
                return false;
            }
            accept(precedence, payload);
        }
        wakeUp();
        return true;
    }

    @Override
    boolean canAccept() {
        if (closed) {
            throw new IllegalStateException("group " + name() + " is closed");
        }
        return member.sender().open();
    }

    private void accept(int precedence, byte[] payload) {
        member.sender().accept(precedence, payload, engine.nanoTime());
        messagesSent.increment();
        bytesSent.add(payload.length);
    }

    // The loop.

    @Override
    void handle(int kind, long fromProcess, WireReader in, long nowNanos) {
        synchronized (lock) {
            member.handle(kind, fromProcess, in, nowNanos);
        }
    }

    @Override
    void members(Set<Long> members, long delegateProcess) {
        synchronized (lock) {
            member.delegate(delegateProcess);
        }
    }

    @Override
    void beginAnew() {
        LossyMember before = member;
        member = newMember();
        before.sender().handOver(member.sender(), engine.nanoTime());
    }

    @Override
    long run(long nowNanos) {
        long deadline;
        synchronized (lock) {
            for (Integer bytes = consumed.poll(); bytes != null; bytes = consumed.poll()) {
                member.receiver().consumed(bytes);
            }
            if (member.sender().waitingMessages() > 0) {
                lastSentNanos = nowNanos;
            }
            boolean wasOpen = member.sender().open();
            deadline = member.run(nowNanos);
            if (!wasOpen && member.sender().open() || member.sender().waitingMessages() == 0) {
                lock.notifyAll();
            }
        }
        serial.handOver();
        return deadline;
    }

    @Override
    public void message(SenderId from, int precedence, long number, byte[] payload) {
        boolean own = from.equals(id());
        serial.putAside(() -> {
            delivered.incrementAndGet(precedence);
            bytesDelivered.add(payload.length);
            try {
                listener.onMessage(new LayeredMessage(name(), from, own, precedence, number, payload));
            } finally {
                consumed.add(payload.length);
            }
        });
    }

    @Override
    public void dropped(SenderId from, int precedence, long first, long end) {
        dropped.addAndGet(precedence, end - first);
        Dropped missing = new Dropped(name(), from, precedence, first, end);
        serial.putAside(() -> listener.onDropped(missing));
    }

    @Override
    void viewChanged(GroupView newView) {
        TreeSet<SenderId> present = new TreeSet<>();
        newView.sites().forEach(site -> site.members().forEach(each -> present.add(each.id())));
        synchronized (lock) {
            member.present(present, engine.nanoTime());
        }
    }

    @Override
    public LayeredStats stats() {
        return new LayeredStats(engine.groupStats(this, this::localStats), list(delivered), list(dropped));
    }

    private static List<Long> list(AtomicLongArray counters) {
        return IntStream.range(0, counters.length()).mapToObj(counters::get).toList();
    }

    private GroupStats.Local localStats() {
        synchronized (lock) {
            var sender = member.sender();
            return new GroupStats.Local(messagesSent.sum(), bytesSent.sum(), sum(delivered), bytesDelivered.sum(),
                    sender.waitingMessages(), sum(dropped), sender.demand(engine.nanoTime()), sender.share(),
                    sender.windowBytes());
        }
    }

    private static long sum(AtomicLongArray counters) {
        return list(counters).stream().mapToLong(Long::longValue).sum();
    }

    @Override
    public int close(Duration patience) {
        int left;
        synchronized (lock) {
            left = closed ? 0 : awaitSent(engine.nanoTime() + patience.toNanos());
            if (closed) {
                return left;
            }
            closed = true;
            lock.notifyAll();
        }
        engine.left(this);
        return left;
    }

    private int awaitSent(long deadline) {
        while (!closed) {
            long now = engine.nanoTime();
            int waiting = member.sender().waitingMessages();
            long until = waiting > 0 ? deadline : Math.min(deadline, lastSentNanos + LINGER_NANOS);
            if (until - now <= 0) {
                return waiting;
            }
            try {
                lock.wait((until - now) / 1_000_000 + 1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return waiting;
            }
        }
        return 0;
    }

    @Override
    public void close() {
        int left = close(DEFAULT_PATIENCE);
        if (left > 0) {
            LOG.warn("group {}: closed with {} messages that were not sent", name(), left);
        }
    }
}
