package org.xpand.examples.wan;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** A TCP connection through the emulated network: bytes of each direction arrive a propagation delay later. */
final class DelayedConnection {
    private static final int CONNECT_MILLIS = 2000;
    private static final int CHUNKS = 256;
    private static final long HELD_POLL_NANOS = 5_000_000;

    private final Socket near;
    private final Socket far = new Socket();
    private final int from;
    private final int to;
    private final long thereNanos;
    private final long backNanos;
    private final InetSocketAddress target;
    private final BooleanSupplier held;
    private final Consumer<DelayedConnection> whenClosed;
    private volatile boolean closed;

    /** Bytes in transit; an empty array is the end of the stream. */
    private record Chunk(long dueNanos, byte[] bytes) {
    }

    DelayedConnection(Socket near, InetSocketAddress target, int from, int to, long thereNanos, long backNanos,
                      BooleanSupplier held, Consumer<DelayedConnection> whenClosed) {
        this.near = near;
        this.target = target;
        this.from = from;
        this.to = to;
        this.thereNanos = thereNanos;
        this.backNanos = backNanos;
        this.held = held;
        this.whenClosed = whenClosed;
    }

    boolean joins(int a, int b) {
        return from == a && to == b || from == b && to == a;
    }

    void start() {
        EmulatedWan.daemon("wan-connect-" + from + "-" + to, () -> {
            awaitRelease();
            try {
                near.setTcpNoDelay(true);
                far.setTcpNoDelay(true);
                far.connect(target, CONNECT_MILLIS);
                pump(near, far, thereNanos);
                pump(far, near, backNanos);
            } catch (IOException e) {
                close();
            }
        });
    }

    private void awaitRelease() {
        while (held.getAsBoolean() && !closed) {
            LockSupport.parkNanos(HELD_POLL_NANOS);
        }
    }

    private void pump(Socket in, Socket out, long delayNanos) {
        ArrayBlockingQueue<Chunk> chunks = new ArrayBlockingQueue<>(CHUNKS);
        EmulatedWan.daemon("wan-read-" + from + "-" + to, () -> read(in, chunks, delayNanos));
        EmulatedWan.daemon("wan-write-" + from + "-" + to, () -> write(chunks, out));
    }

    private void read(Socket in, ArrayBlockingQueue<Chunk> chunks, long delayNanos) {
        byte[] buffer = new byte[16 << 10];
        try {
            InputStream stream = in.getInputStream();
            for (int read = stream.read(buffer); read > 0; read = stream.read(buffer)) {
                chunks.put(new Chunk(System.nanoTime() + delayNanos, Arrays.copyOf(buffer, read)));
            }
        } catch (IOException e) {
            // The end, like a close.
        } catch (InterruptedException e) {
            return;
        }
        chunks.offer(new Chunk(System.nanoTime() + delayNanos, new byte[0]));
    }

    private void write(ArrayBlockingQueue<Chunk> chunks, Socket out) {
        try {
            OutputStream stream = out.getOutputStream();
            while (!out.isClosed()) {
                Chunk next = chunks.poll(1, TimeUnit.SECONDS);
                if (next == null) {
                    continue;
                }
                for (long left = next.dueNanos - System.nanoTime(); left > 0; left = next.dueNanos - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                awaitRelease();
                if (next.bytes.length == 0) {
                    break;
                }
                stream.write(next.bytes);
            }
        } catch (IOException e) {
            // The other side has closed.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        close();
    }

    void close() {
        closed = true;
        for (Socket socket : new Socket[] {near, far}) {
            try {
                socket.close();
            } catch (IOException e) {
                // It is closed.
            }
        }
        whenClosed.accept(this);
    }
}
