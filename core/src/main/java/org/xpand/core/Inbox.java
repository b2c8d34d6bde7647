package org.xpand.core;

import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.site.SiteView;

/**
 * Passes LAN messages and views in order from JGroups' threads to the loop, and wakes the loop once for messages that arrive
 * together. Bounded: when it is full the delivering thread waits, so that JGroups' own flow control slows the senders.
 */
final class Inbox {
    /** Capacity in pieces of {@link #PIECE} bytes, a started piece counts fully: 16 MiB. */
    static final int CAPACITY = 16_384;
    private static final int PIECE = 1024;
    private static final int TURN = 128;
    /** Pieces after which a turn of the loop ends. */
    private static final int TURN_PIECES = 2048;
    private static final long RECHECK_MILLIS = 100;

    private final ConcurrentLinkedQueue<Arrived> queue = new ConcurrentLinkedQueue<>();
    private final Semaphore room = new Semaphore(CAPACITY);
    private final Runnable wakeUp;
    private volatile boolean closed;

    /** Receives the content of the inbox. */
    interface Handler {
        void message(ProcessId fromProcess, byte[] message);

        void view(SiteView view);

        void apart(SiteView view);
    }

    Inbox(Runnable wakeUp) {
        this.wakeUp = wakeUp;
    }

    /**
     * Adds a message without waking the loop, unless there is no room: {@link #wake} does that. An array that is used as a whole is
     * not copied.
     */
    void message(ProcessId fromProcess, byte[] buffer, int offset, int length) {
        boolean whole = offset == 0 && length == buffer.length;
        put(new Arrived(fromProcess, whole ? buffer : Arrays.copyOfRange(buffer, offset, offset + length), null, false));
    }

    void view(SiteView view) {
        put(new Arrived(ProcessId.NONE, null, view, false));
        wake();
    }

    /** Adds a view that is followed by another one at once; see {@link org.xpand.membership.site.SiteListener#onApart}. */
    void apart(SiteView view) {
        put(new Arrived(ProcessId.NONE, null, view, true));
    }

    /** Wakes the loop to drain the inbox. */
    void wake() {
        wakeUp.run();
    }

    private void put(Arrived arrived) {
        int pieces = arrived.pieces();
        try {
            while (!closed && !room.tryAcquire(pieces) && !waitForRoom(pieces)) {
                // Try again, unless the inbox was closed.
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        if (!closed) {
            queue.add(arrived);
        }
    }

    private boolean waitForRoom(int pieces) throws InterruptedException {
        wake();
        return room.tryAcquire(pieces, RECHECK_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Handles a bounded number of messages, on the loop; returns whether there are more. */
    boolean drain(Handler handler) {
        int pieces = 0;
        try {
            for (int i = 0; i < TURN && pieces < TURN_PIECES; i++) {
                Arrived next = queue.poll();
                if (next == null) {
                    return false;
                }
                pieces += next.pieces();
                if (next.apart) {
                    handler.apart(next.view);
                } else if (next.view != null) {
                    handler.view(next.view);
                } else {
                    handler.message(next.process, next.message);
                }
            }
        } finally {
            room.release(pieces);
        }
        return !queue.isEmpty();
    }

    void close() {
        closed = true;
        queue.clear();
    }

    private record Arrived(ProcessId process, byte[] message, SiteView view, boolean apart) {
        /** Its share of the capacity; a single message always fits. */
        private int pieces() {
            return message == null ? 1 : Math.min(CAPACITY, 1 + message.length / PIECE);
        }
    }
}
