package org.xpand.core;

import java.util.ArrayDeque;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.membership.MembershipException;
import org.xpand.membership.site.SiteChannel;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.relay.LanMessage;
import org.xpand.protocols.relay.LanOut;
import org.xpand.protocols.relay.SegmentMessage;

/**
 * Passes LAN messages from the loop to a thread of its own, because sending on a JGroups channel can block and the loop must not.
 * The queue is bounded: when it is full the loop keeps its messages, and is woken when there is room again. A process's own copy of
 * what it sends stays in the process and is handled in the loop's next turn; while it is alone in its site nothing is sent.
 */
final class LanPort implements LanOut, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LanPort.class);
    private static final int CAPACITY = 512;
    /** Maximum bytes of waiting messages; the last one may exceed it. */
    private static final long CAPACITY_BYTES = 8 << 20;
    private static final Set<ProcessId> TO_ALL = Set.of(ProcessId.NONE);
    private static final Outgoing END = new Outgoing(TO_ALL, 0, () -> new byte[0]);

    private final ArrayBlockingQueue<Outgoing> queue = new ArrayBlockingQueue<>(CAPACITY);
    private final ArrayDeque<Consumer<OwnMessages>> toSelf = new ArrayDeque<>();
    private final AtomicBoolean refused = new AtomicBoolean();
    private final AtomicLong waitingBytes = new AtomicLong();
    private final ProcessId self;
    private final SiteChannel channel;
    private final Runnable wakeUp;
    private final Thread thread;
    /** Null if JGroups carries everything. */
    private LanDatagrams datagrams;

    /** Receives what this process has sent to itself. */
    interface OwnMessages {
        void message(byte[] bytes);

        void segments(SegmentMessage message);
    }

    LanPort(String node, ProcessId self, SiteChannel channel, Runnable wakeUp) {
        this.self = self;
        this.channel = channel;
        this.wakeUp = wakeUp;
        this.thread = new Thread(this::run, "xpand-lan-" + node);
        thread.setDaemon(true);
    }

    /** Before the start. */
    void datagrams(LanDatagrams beside) {
        datagrams = beside;
    }

    void start() {
        thread.start();
    }

    @Override
    public boolean hasRoom() {
        if (toSelf.size() >= CAPACITY) {
            return false;
        }
        if (datagrams != null && !datagrams.hasRoom()) {
            return false;
        }
        if (queueHasRoom()) {
            return true;
        }
        refused.set(true);
        return queueHasRoom();
    }

    @Override
    public int mostLength() {
        return datagrams == null ? LanMessage.MAX_SEGMENTS_LENGTH : datagrams.mostLength();
    }

    private boolean queueHasRoom() {
        return queue.remainingCapacity() > 0 && waitingBytes.get() < CAPACITY_BYTES;
    }

    @Override
    public void multicast(byte[] message) {
        toSelf.add(own -> own.message(message));
        if (datagrams != null) {
            datagrams.multicast(new LanDatagrams.Bytes(message));
            put(datagrams.plain(), message.length, () -> message);
        } else if (!channel.alone()) {
            put(TO_ALL, message.length, () -> message);
        }
    }

    @Override
    public void multicast(SegmentMessage message) {
        toSelf.add(own -> own.segments(message));
        if (datagrams != null) {
            datagrams.multicast(message);
            put(datagrams.plain(), message.length(), message::bytes);
        } else if (!channel.alone()) {
            put(TO_ALL, message.length(), message::bytes);
        }
    }

    @Override
    public void send(ProcessId process, byte[] message) {
        if (process.equals(self)) {
            toSelf.add(own -> own.message(message));
        } else if (datagrams == null || !datagrams.send(process, message)) {
            put(Set.of(process), message.length, () -> message);
        }
    }

    /**
     * Sends what the datagrams' path has for another process through JGroups, without asking for room before; drops it if there is
     * none: it is requested again.
     */
    void sendByJgroups(ProcessId process, byte[] message) {
        if (queue.remainingCapacity() > 0) {
            put(Set.of(process), message.length, () -> message);
        }
    }

    private void put(Set<ProcessId> to, int length, Supplier<byte[]> message) {
        if (to.isEmpty()) {
            return;
        }
        waitingBytes.addAndGet(length);
        if (!queue.offer(new Outgoing(to, length, message))) {
            throw new IllegalStateException("the LAN queue was not asked whether it has room");
        }
    }

    /** How many messages this process has sent to itself and not yet handled. On the loop. */
    int sizeToSelf() {
        return toSelf.size();
    }

    /** Passes on the next of them. */
    void nextToSelf(OwnMessages own) {
        toSelf.remove().accept(own);
    }

    // The end is marked by one object, compared by reference.
    @SuppressWarnings("ReferenceEquality")
    private void run() {
        try {
            for (Outgoing next = queue.take(); next != END; next = queue.take()) {
                deliver(next);
                long left = waitingBytes.addAndGet(-next.length);
                if (queue.size() < CAPACITY / 2 && left < CAPACITY_BYTES / 2 && refused.compareAndSet(true, false)) {
                    wakeUp.run();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    // Compared by reference.
    @SuppressWarnings("ReferenceEquality")
    private void deliver(Outgoing next) {
        try {
            byte[] message = next.message.get();
            if (next.to == TO_ALL) {
                channel.multicast(message, 0, message.length);
                return;
            }
            for (ProcessId each : next.to) {
                channel.send(each, message, 0, message.length);
            }
        } catch (MembershipException | IllegalStateException e) {
            LOG.debug("LAN message dropped: {}", Texts.reason(e));
        }
    }

    @Override
    public void close() {
        if (!queue.offer(END)) {
            thread.interrupt();
        }
        try {
            thread.join(2000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread.interrupt();
        if (datagrams != null) {
            datagrams.close();
        }
    }

    /** @param message creates the bytes, {@code length} of them, on the sending thread */
    private record Outgoing(Set<ProcessId> to, int length, Supplier<byte[]> message) {
    }
}
