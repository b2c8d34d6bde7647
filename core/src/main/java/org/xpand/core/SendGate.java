package org.xpand.core;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The send window as application threads see it. They let themselves in and put what they send into a queue; the loop takes
 * it from there and tells how far it is. No lock: neither side ever waits for the other to leave a method.
 */
final class SendGate {
    private final AtomicLong queuedBytes = new AtomicLong();
    private final AtomicInteger queuedMessages = new AtomicInteger();
    private final ConcurrentLinkedQueue<Thread> blocked = new ConcurrentLinkedQueue<>();
    private volatile long untakenBytes;
    private volatile int unsettledMessages;
    private volatile long windowBytes;

    /** What a blocked thread waits for. */
    @FunctionalInterface
    interface Condition {
        boolean met();
    }

    // Application threads.

    /** Whether the window is open now. */
    boolean isOpen() {
        return queuedBytes.get() + untakenBytes < windowBytes;
    }

    /** Lets a message in if the window is open; it is to be queued then. */
    boolean tryEnter(long bytes) {
        for (;;) {
            long queued = queuedBytes.get();
            if (queued + untakenBytes >= windowBytes) {
                return false;
            }
            if (queuedBytes.compareAndSet(queued, queued + bytes)) {
                queuedMessages.incrementAndGet();
                return true;
            }
        }
    }

    /** Lets a message in that is to be queued whatever the window. */
    void enter(long bytes) {
        queuedBytes.addAndGet(bytes);
        queuedMessages.incrementAndGet();
    }

    /** Messages let in and not settled: still queued, or what the loop says of those it has taken. */
    int pendingMessages() {
        return queuedMessages.get() + unsettledMessages;
    }

    /**
     * Waits for a condition; looked at again whenever the loop or {@link #wakeAll} says so.
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

    /** Has all that wait look again. Any thread. */
    void wakeAll() {
        blocked.forEach(LockSupport::unpark);
    }

    // The loop.

    /** A message was taken out of the queue and given to its sender, which has told so before ({@link #tell}). */
    void left(long bytes) {
        queuedBytes.addAndGet(-bytes);
        queuedMessages.decrementAndGet();
    }

    /**
     * How far the sender is.
     *
     * @param untaken   what its messages take of the window, bytes
     * @param unsettled messages that are not settled
     * @param window    the window, bytes
     */
    void tell(long untaken, int unsettled, long window) {
        untakenBytes = untaken;
        unsettledMessages = unsettled;
        windowBytes = window;
    }

    /** Has those look again that wait for room or for everything to be settled, if there is some or it is. */
    void wake() {
        if (!blocked.isEmpty() && (isOpen() || pendingMessages() == 0)) {
            wakeAll();
        }
    }
}
