package org.xpand.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.alm.site.GroupMembership;
import org.xpand.alm.site.LayeredApplication;
import org.xpand.alm.site.LayeredMembership;
import org.xpand.alm.site.SiteProcess;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.lossy.LossySender;
import org.xpand.protocols.relay.RelayConfig;

/** This node's membership in one layered group, between the application's threads and the loop. */
final class LayeredEndpoint extends Membership implements LayeredGroup, LayeredApplication {
    private static final Logger LOG = LoggerFactory.getLogger(LayeredEndpoint.class);
    private static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(10);
    /** For so long the delegate continues to announce the last number of a sender. */
    private static final long LINGER_NANOS = 1_200_000_000L;

    private final LayeredListener listener;
    private final RelayConfig config;
    private final ConcurrentLinkedQueue<Submission> submitted = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Integer> consumed = new ConcurrentLinkedQueue<>();
    private final LongAdder messagesSent = new LongAdder();
    private final LongAdder bytesSent = new LongAdder();
    private final LongAdder bytesDelivered = new LongAdder();
    private final AtomicLongArray sent;
    /** The send window of each precedence; that of the group counts what is pending. */
    private final List<SendGate> gates;
    /** Not 0 for a precedence of which a message was refused. */
    private final AtomicIntegerArray refused;
    private long waitingBytes;
    private final AtomicLongArray delivered;
    private final AtomicLongArray dropped;
    private LayeredMembership membership;
    private volatile long lastSentNanos;

    /** A message on its way to the loop. */
    private record Submission(int precedence, byte[] payload) {
    }

    LayeredEndpoint(GroupName name, GroupService service, SenderId self, RelayConfig config, NodeEngine engine,
                    LayeredListener listener, Executor executor) {
        super(name, service, self, engine, executor);
        this.config = config;
        this.listener = listener;
        this.sent = new AtomicLongArray(service.precedences());
        this.gates = Stream.generate(SendGate::new).limit(service.precedences()).toList();
        this.delivered = new AtomicLongArray(service.precedences());
        this.dropped = new AtomicLongArray(service.precedences());
        this.refused = new AtomicIntegerArray(service.precedences());
        serial.execute(() -> listener.onJoined(this));
        this.lastSentNanos = engine.nanoTime() - LINGER_NANOS;
    }

    @Override
    GroupMembership join(SiteProcess process, long nowNanos) {
        membership = process.join(groupName(), service(), id().member(), this, nowNanos);
        return membership;
    }

    @Override
    public int precedences() {
        return service().precedences();
    }

    @Override
    public void send(int precedence, byte[] payload) throws InterruptedException {
        LossySender.check(precedence, precedences(), payload, config);
        awaitRoom(() -> letIn(precedence, payload), "trySend");
        submit(precedence, payload);
    }

    @Override
    public boolean trySend(int precedence, byte[] payload) {
        LossySender.check(precedence, precedences(), payload, config);
        if (!letIn(precedence, payload)) {
            refused.set(precedence, 1);
            refused();
            return false;
        }
        submit(precedence, payload);
        return true;
    }

    private boolean letIn(int precedence, byte[] payload) {
        requireOpen();
        boolean in = gates.get(precedence).tryEnter(LossySender.cost(payload));
        if (in) {
            gate.enter(LossySender.cost(payload));
        }
        return in;
    }

    @Override
    boolean hasRoomAgain() {
        boolean has = false;
        for (int i = 0; i < gates.size(); i++) {
            has |= gates.get(i).isOpen() && refused.compareAndSet(i, 1, 0);
        }
        return has;
    }

    private void submit(int precedence, byte[] payload) {
        submitted.add(new Submission(precedence, payload.clone()));
        sent.incrementAndGet(precedence);
        messagesSent.increment();
        bytesSent.add(payload.length);
        wakeUp();
    }

    // The loop.

    @Override
    public void beginTurn(long nowNanos) {
        for (Integer bytes = consumed.poll(); bytes != null; bytes = consumed.poll()) {
            membership.member().receiver().consumed(bytes);
        }
        LossySender sender = membership.member().sender();
        for (Submission next = submitted.poll(); next != null; next = submitted.poll()) {
            sender.acceptAsIs(next.precedence, next.payload, nowNanos);
            updateGate();
            gates.get(next.precedence).left(LossySender.cost(next.payload));
            gate.left(LossySender.cost(next.payload));
        }
        if (sender.waitingMessages() > 0) {
            lastSentNanos = nowNanos;
        }
    }

    private void updateGate() {
        LossySender sender = membership.member().sender();
        gate.update(sender.waitingBytes(), sender.waitingMessages(), sender.windowBytes());
        for (int i = 0; i < gates.size(); i++) {
            gates.get(i).update(sender.waitingBytes(i), sender.waitingMessages(), sender.windowBytes());
        }
    }

    @Override
    public void endTurn(long nowNanos) {
        updateGate();
        long waits = membership.member().sender().waitingBytes();
        if (waits < waitingBytes) {
            // There is room again; the waiting threads know whether it is for their precedence.
            gate.wakeAll();
        } else {
            gate.wake();
        }
        waitingBytes = waits;
        notifyWritable();
        serial.inbox();
    }

    @Override
    void begunAnew(List<Long> ends) {
        // Messages that were not sent yet have been passed on, and nothing waits for the others.
        gate.wakeAll();
    }

    @Override
    void ended(String why) {
        gate.wakeAll();
    }

    @Override
    public void message(SenderId from, int precedence, long number, byte[] payload) {
        boolean own = from.equals(id());
        GroupView.Member sender = member(from);
        serial.executeLater(() -> {
            delivered.incrementAndGet(precedence);
            bytesDelivered.add(payload.length);
            try {
                listener.onMessage(new LayeredMessage(name(), sender, own, precedence, number, payload));
            } finally {
                consumed.add(payload.length);
            }
        });
    }

    @Override
    public void dropped(SenderId from, int precedence, long first, long end) {
        dropped.addAndGet(precedence, end - first);
        Dropped missing = new Dropped(name(), member(from), precedence, first, end);
        serial.executeLater(() -> listener.onDropped(missing));
    }

    @Override
    void notifyExpelled(String reason) {
        listener.onExpelled(reason);
    }

    @Override
    public LayeredStats stats() {
        return new LayeredStats(engine.groupStats(this, this::localStats), list(sent), list(delivered), list(dropped));
    }

    private static List<Long> list(AtomicLongArray counters) {
        return IntStream.range(0, counters.length()).mapToObj(counters::get).toList();
    }

    private GroupStats.Local localStats(long nowNanos) {
        LossySender sender = membership.member().sender();
        return new GroupStats.Local(messagesSent.sum(), bytesSent.sum(), sum(delivered), bytesDelivered.sum(),
                gate.pendingMessages(), sum(dropped), BitRates.of(sender.demand(nowNanos)), BitRates.of(sender.share()),
                sender.windowBytes());
    }

    private static long sum(AtomicLongArray counters) {
        return list(counters).stream().mapToLong(Long::longValue).sum();
    }

    @Override
    public int close(Duration patience) {
        long patienceNanos = Durations.atLeastZero("patience", patience);
        int left = isClosed() ? 0 : awaitSent(engine.nanoTime() + patienceNanos);
        return end("it was closed before") ? left : 0;
    }

    /** Waits until everything accepted has been sent, and then until its end has been announced. */
    private int awaitSent(long deadline) {
        try {
            if (gate.await(() -> isOver() || gate.pendingMessages() == 0, deadline - engine.nanoTime())) {
                gate.await(() -> isOver() || engine.nanoTime() - lastSentNanos >= LINGER_NANOS,
                        Math.min(deadline - engine.nanoTime(), LINGER_NANOS));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return isClosed() ? 0 : gate.pendingMessages();
    }

    @Override
    public void close() {
        int left = close(DEFAULT_PATIENCE);
        if (left > 0) {
            LOG.warn("group {}: closed with {} messages that were not sent", name(), left);
        }
    }
}
