package org.xpand.core;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The send window for application threads. They enter themselves and put messages into a queue; the loop takes messages from it and
 * reports its progress. Without a lock: neither side ever waits for the other.
 */
final class SendGate {
    private final AtomicLong queuedBytes = new AtomicLong();
    private final AtomicInteger queuedMessages = new AtomicInteger();
    private final ConcurrentLinkedQueue<Thread> blocked = new ConcurrentLinkedQueue<>();
    private volatile long unconsumedBytes;
    private volatile int unsettledMessages;
    private volatile long windowBytes;

    /** The condition that a blocked thread waits for. */
    @FunctionalInterface
    interface Condition {
        boolean met();
    }

    // Application threads.

    /** Whether the window is open now. */
    boolean isOpen() {
        return queuedBytes.get() + unconsumedBytes < windowBytes;
    }

    /** Accepts a message if the window is open; the caller then queues it. */
    boolean tryEnter(long bytes) {
        for (;;) {
            long queued = queuedBytes.get();
            if (queued + unconsumedBytes >= windowBytes) {
                return false;
            }
            if (queuedBytes.compareAndSet(queued, queued + bytes)) {
                queuedMessages.incrementAndGet();
                return true;
            }
        }
    }

    /** Accepts a message even if the window is closed; the caller then queues it. */
    void enter(long bytes) {
        queuedBytes.addAndGet(bytes);
        queuedMessages.incrementAndGet();
    }

    /** Returns how many accepted messages are not settled: queued ones, and those that the loop reports of the ones it has taken. */
    int pendingMessages() {
        return queuedMessages.get() + unsettledMessages;
    }

    /**
     * Waits for a condition, which is checked at each call of {@link #wake} or {@link #wakeAll}.
     *
     * @param nanos longest time to wait
     * @return whether it is met
     */
    boolean await(Condition condition, long nanos) throws InterruptedException {
        Thread self = Thread.currentThread();
        long began = System.nanoTime();
        blocked.add(self);
        try {
            while (!condition.met()) {
                long left = nanos - (System.nanoTime() - began);
                if (left <= 0) {
                    return false;
                }
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                LockSupport.parkNanos(this, left);
            }
            return true;
        } finally {
            blocked.remove(self);
        }
    }

    /** Wakes all waiting threads to check their conditions. Any thread. */
    void wakeAll() {
        blocked.forEach(LockSupport::unpark);
    }

    // The loop.

    /** A message was taken from the queue by its sender, which has reported it with {@link #update} before. */
    void left(long bytes) {
        queuedBytes.addAndGet(-bytes);
        queuedMessages.decrementAndGet();
    }

    /**
     * Reports the sender's progress.
     *
     * @param unconsumed   what its messages use of the window, bytes
     * @param unsettled messages that are not settled
     * @param window    the window, bytes
     */
    void update(long unconsumed, int unsettled, long window) {
        unconsumedBytes = unconsumed;
        unsettledMessages = unsettled;
        windowBytes = window;
    }

    /** Wakes waiting threads if there is room, or if everything is settled. */
    void wake() {
        if (!blocked.isEmpty() && (isOpen() || pendingMessages() == 0)) {
            wakeAll();
        }
    }
}
