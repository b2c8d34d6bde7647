package org.xpand.core;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.LongConsumer;

/** An incoming state: the loop adds pieces, one thread of the application reads. Holds no more than its window. */
final class StateInput extends InputStream {
    /** Small pieces are merged up to this length, so that their overhead is small. */
    private static final int SMALL = 4096;

    private final int window;
    private final LongConsumer grant;
    private final ArrayDeque<byte[]> pieces = new ArrayDeque<>();
    private int at;
    private long read;
    private long granted;
    private boolean ended;
    private boolean broken;

    /** @param grant receives the offset up to which more bytes may be sent */
    StateInput(int window, LongConsumer grant) {
        this.window = window;
        this.grant = grant;
        this.granted = window;
    }

    synchronized void add(byte[] piece) {
        byte[] last = pieces.peekLast();
        if (last != null && last.length + piece.length <= SMALL) {
            pieces.removeLast();
            byte[] both = Arrays.copyOf(last, last.length + piece.length);
            System.arraycopy(piece, 0, both, last.length, piece.length);
            pieces.add(both);
        } else {
            pieces.add(piece);
        }
        notifyAll();
    }

    /** The state is complete. */
    synchronized void end() {
        ended = true;
        notifyAll();
    }

    /** The transfer has failed; what arrived is void. */
    synchronized void breakOff() {
        broken = true;
        notifyAll();
    }

    synchronized boolean isBroken() {
        return broken;
    }

    /** Whether a read would not block. */
    synchronized boolean isReady() {
        return !pieces.isEmpty() || ended || broken;
    }

    /** Returns how many arrays hold unread bytes. */
    synchronized int pieces() {
        return pieces.size();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes) throws IOException {
        return read(Objects.requireNonNull(bytes, "bytes null: accepted is an array"), 0, bytes.length);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        Objects.requireNonNull(bytes, "bytes null: accepted is an array");
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (length == 0) {
            return 0;
        }
        int count;
        long toGrant = 0;
        synchronized (this) {
            while (pieces.isEmpty() && !ended && !broken) {
                await();
            }
            if (broken) {
                throw new IOException("the member that provided the state has stopped");
            }
            if (pieces.isEmpty()) {
                return -1;
            }
            byte[] piece = pieces.peek();
            count = Math.min(length, piece.length - at);
            System.arraycopy(piece, at, bytes, offset, count);
            at += count;
            if (at == piece.length) {
                pieces.poll();
                at = 0;
            }
            read += count;
            if (read + window - granted >= window / 2) {
                granted = read + window;
                toGrant = granted;
            }
        }
        if (toGrant > 0) {
            grant.accept(toGrant);
        }
        return count;
    }

    // The caller checks the condition in a loop.
    @SuppressWarnings("WaitNotInLoop")
    private void await() throws InterruptedIOException {
        try {
            wait();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while receiving the state");
        }
    }

    @Override
    public synchronized int available() {
        return pieces.isEmpty() ? 0 : pieces.peek().length - at;
    }
}
