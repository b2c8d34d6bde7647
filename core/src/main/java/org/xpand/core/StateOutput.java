package org.xpand.core;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** An outgoing state: cut into pieces, which are sent as far as the receiving member and the group's rate allow. */
final class StateOutput extends OutputStream {
    private final byte[] piece;
    private final long patienceNanos;
    private final Sender sender;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int filled;
    private long sent;
    private long allowed;
    private boolean cancelled;

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

    /** The state is no longer wanted. */
    void cancel() {
        lock.lock();
        cancelled = true;
        changed.signalAll();
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
    }

    /** Sends the last piece; returns the length of the state. */
    long finish() throws IOException {
        if (filled > 0) {
            leave();
        }
        return sent;
    }

    private void leave() throws IOException {
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
            throw new InterruptedIOException("interrupted while the state was written");
        } catch (GroupClosedException e) {
            throw new IOException(Texts.reason(e), e);
        }
    }

    private long awaitAllowance() throws InterruptedException, IOException {
        lock.lockInterruptibly();
        try {
            long left = patienceNanos;
            while (!cancelled && allowed <= sent) {
                if (left <= 0) {
                    throw new IOException("the joining member has read nothing of the state for "
                            + TimeUnit.NANOSECONDS.toSeconds(patienceNanos) + " s");
                }
                left = changed.awaitNanos(left);
            }
            if (cancelled) {
                throw new IOException("the joining member has cancelled the transfer");
            }
            return allowed - sent;
        } finally {
            lock.unlock();
        }
    }
}
