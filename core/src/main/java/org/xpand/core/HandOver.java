package org.xpand.core;

import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.xpand.protocols.site.SiteView;

/**
 * Hands LAN messages and views from JGroups' threads to the loop, in their order. Bounded: when it is full the delivering
 * thread waits, so that JGroups' own flow control slows the senders.
 */
final class HandOver {
    private static final int CAPACITY = 1024;
    private static final int TURN = 128;
    private static final long RECHECK_MILLIS = 100;

    private final ArrayBlockingQueue<Arrived> queue = new ArrayBlockingQueue<>(CAPACITY);
    private final Runnable wakeUp;
    private volatile boolean closed;

    /** Takes what was handed over. */
    interface Handler {
        void message(long fromProcess, byte[] message);

        void view(SiteView view);
    }

    HandOver(Runnable wakeUp) {
        this.wakeUp = wakeUp;
    }

    void message(long fromProcess, byte[] buffer, int offset, int length) {
        put(new Arrived(fromProcess, Arrays.copyOfRange(buffer, offset, offset + length), null));
    }

    void view(SiteView view) {
        put(new Arrived(0, null, view));
    }

    private void put(Arrived arrived) {
        try {
            while (!closed && !queue.offer(arrived, RECHECK_MILLIS, TimeUnit.MILLISECONDS)) {
                wakeUp.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        wakeUp.run();
    }

    /** Handles a bounded number of messages, on the loop; answers whether there are more. */
    boolean drain(Handler handler) {
        for (int i = 0; i < TURN; i++) {
            Arrived next = queue.poll();
            if (next == null) {
                return false;
            }
            if (next.view != null) {
                handler.view(next.view);
            } else {
                handler.message(next.process, next.message);
            }
        }
        return !queue.isEmpty();
    }

    void close() {
        closed = true;
        queue.clear();
    }

    private record Arrived(long process, byte[] message, SiteView view) {
    }
}
