package org.xpand.core;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * An outgoing state: cut into pieces, which are sent as far as the receiving member and the group's rate allow. One thread writes; the other
 * methods may be called by any.
 */
final class StateOutput extends OutputStream {
    private final byte[] piece;
    private final long patienceNanos;
    private final Sender sender;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int filled;
    private long sent;
    private long allowed;
    private Thread writer;
    /** Why nothing more is sent; null while the state is wanted. */
    private volatile String ended;
    /** What is there goes out with the next write, however little it is. */
    private volatile boolean due;

    /** Sends pieces. */
    interface Sender {
        /** Sends the piece at this offset; may block. */
        void piece(long offset, byte[] bytes, int length) throws InterruptedException;
    }

    /** @param patienceNanos how long the receiving member may grant nothing more */
    StateOutput(int pieceBytes, long patienceNanos, Sender sender) {
        this.piece = new byte[pieceBytes];
        this.patienceNanos = patienceNanos;
        this.sender = sender;
    }

    /** Allows pieces up to this offset. */
    void allow(long offset) {
        lock.lock();
        allowed = Math.max(allowed, offset);
        changed.signalAll();
        lock.unlock();
    }

    /**
     * The state is no longer wanted: the snapshot that writes it is interrupted, and its calls fail from now on.
     *
     * @param why the reason that they name, unless they have failed before
     */
    void end(String why) {
        lock.lock();
        endedBy(why);
        if (writer != null) {
            writer.interrupt();
        }
        changed.signalAll();
        lock.unlock();
    }

    /** Returns why nothing more is sent; null while the state is wanted. */
    String ended() {
        return ended;
    }

    /** What has been written so far waits no longer than until the next write: a slow writer must not look like a silent one. */
    void due() {
        due = true;
    }

    /** Lets a snapshot write the state, on the calling thread; returns the length of the state. */
    long write(StateProvider.Snapshot snapshot) throws IOException {
        writer(Thread.currentThread());
        try {
            snapshot.write(this);
            flush();
            return sent;
        } finally {
            writer(null);
            // The interrupt was for the snapshot, not for what follows it.
            Thread.interrupted();
        }
    }

    private void writer(Thread now) {
        lock.lock();
        writer = now;
        if (now != null && ended != null) {
            now.interrupt();
        }
        lock.unlock();
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        write(Objects.requireNonNull(bytes, "bytes null: accepted is an array"), 0, bytes.length);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        Objects.requireNonNull(bytes, "bytes null: accepted is an array");
        Objects.checkFromIndexSize(offset, length, bytes.length);
        requireWanted();
        int done = 0;
        while (done < length) {
            int count = Math.min(length - done, piece.length - filled);
            System.arraycopy(bytes, offset + done, piece, filled, count);
            filled += count;
            done += count;
            if (filled == piece.length) {
                leave();
            }
        }
        if (due) {
            leave();
        }
    }

    /** Sends what is there, as a short piece, when the receiving member and the group's rate allow it. */
    @Override
    public void flush() throws IOException {
        requireWanted();
        leave();
    }

    private void requireWanted() throws IOException {
        if (ended != null) {
            throw new IOException(ended);
        }
    }

    /** Nothing more is sent; returns the first reason. */
    private String endedBy(String why) {
        lock.lock();
        try {
            if (ended == null) {
                ended = why;
            }
            return ended;
        } finally {
            lock.unlock();
        }
    }

    private void leave() throws IOException {
        due = false;
        try {
            int from = 0;
            while (from < filled) {
                int count = (int) Math.min(filled - from, awaitAllowance());
                byte[] bytes = new byte[count];
                System.arraycopy(piece, from, bytes, 0, count);
                sender.piece(sent, bytes, count);
                sent += count;
                from += count;
            }
            filled = 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(endedBy("the thread that writes the state was interrupted"));
        } catch (GroupClosedException e) {
            throw new IOException(endedBy(Texts.reason(e)), e);
        }
    }

    private long awaitAllowance() throws InterruptedException, IOException {
        lock.lockInterruptibly();
        try {
            long left = patienceNanos;
            while (ended == null && allowed <= sent) {
                if (left <= 0) {
                    endedBy("the joining member has read nothing of the state for " + TimeUnit.NANOSECONDS.toSeconds(patienceNanos) + " s");
                } else {
                    left = changed.awaitNanos(left);
                }
            }
            requireWanted();
            return allowed - sent;
        } finally {
            lock.unlock();
        }
    }
}
