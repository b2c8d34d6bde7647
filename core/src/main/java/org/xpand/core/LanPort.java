package org.xpand.core;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.membership.MembershipException;
import org.xpand.membership.site.SiteChannel;

/**
 * Hands LAN messages from the loop to a thread of its own, because sending on a JGroups channel can block and the loop
 * must not. The queue is bounded: when it is full the loop keeps what it has, and is woken when there is room again.
 */
final class LanPort implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LanPort.class);
    private static final int CAPACITY = 512;
    /** Room kept for acknowledgements and notices, without which nothing moves. */
    private static final int CONTROL_ROOM = 64;
    private static final Outgoing END = new Outgoing(0, true, new byte[0]);

    private final ArrayBlockingQueue<Outgoing> queue = new ArrayBlockingQueue<>(CAPACITY);
    private final AtomicBoolean refused = new AtomicBoolean();
    private final SiteChannel channel;
    private final Runnable roomAgain;
    private final Thread thread;

    LanPort(String node, SiteChannel channel, Runnable roomAgain) {
        this.channel = channel;
        this.roomAgain = roomAgain;
        this.thread = new Thread(this::run, "xpand-lan-" + node);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Whether a message with segments would be taken now; if not, {@code roomAgain} runs when one would be. */
    boolean hasRoom() {
        if (queue.remainingCapacity() > CONTROL_ROOM) {
            return true;
        }
        refused.set(true);
        return queue.remainingCapacity() > CONTROL_ROOM;
    }

    /** Sends to every process of the site, this one included; answers false if the queue is full. */
    boolean multicast(byte[] message) {
        return queue.offer(new Outgoing(0, true, message));
    }

    /** Sends to one process of the site; answers false if the queue is full. */
    boolean send(long process, byte[] message) {
        return queue.offer(new Outgoing(process, false, message));
    }

    private void run() {
        try {
            for (Outgoing next = queue.take(); next != END; next = queue.take()) {
                deliver(next);
                if (queue.size() < CAPACITY / 2 && refused.compareAndSet(true, false)) {
                    roomAgain.run();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void deliver(Outgoing next) {
        try {
            if (next.toAll) {
                channel.multicast(next.message, 0, next.message.length);
            } else {
                channel.send(next.process, next.message, 0, next.message.length);
            }
        } catch (MembershipException | IllegalStateException e) {
            LOG.debug("LAN message dropped: {}", e.getMessage());
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
    }

    private record Outgoing(long process, boolean toAll, byte[] message) {
    }
}
