package org.xpand.membership.control;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Passes TCP connections on to a delegate, as an address translation or an emulated network does, after the time that a
 * long path takes. Can be cut.
 */
final class TcpRelay implements AutoCloseable {
    final Set<String> sources = ConcurrentHashMap.newKeySet();
    private final ServerSocket server;
    private final InetSocketAddress target;
    private final Duration delay;
    private final Set<String> refused = ConcurrentHashMap.newKeySet();
    private final Set<Closeable> open = ConcurrentHashMap.newKeySet();
    private volatile boolean cut;
    private final AtomicInteger swallows = new AtomicInteger();

    TcpRelay(int port, int target) throws IOException {
        this(port, target, Duration.ZERO);
    }

    /** @param delay time that bytes take to pass, either way */
    TcpRelay(int port, int target, Duration delay) throws IOException {
        this(port, new InetSocketAddress("127.0.0.1", target), delay);
    }

    private TcpRelay(int port, InetSocketAddress target, Duration delay) throws IOException {
        this.delay = delay;
        this.server = new ServerSocket(port, 50, InetAddress.getByName("127.0.0.1"));
        this.target = target;
        daemon(this::accept);
    }

    /** A relay at a free port to a process that listens at another address, from which others can tell its connections. */
    static TcpRelay to(String targetHost, int targetPort) throws IOException {
        return new TcpRelay(0, new InetSocketAddress(targetHost, targetPort), Duration.ZERO);
    }

    /** {@return the port at which it accepts connections} */
    int port() {
        return server.getLocalPort();
    }

    /** The next connections, so many, are accepted, and nothing that comes on them goes anywhere. */
    void swallow(int connections) {
        swallows.set(connections);
    }

    /** {@return how many connections are still to be swallowed} */
    int toSwallow() {
        return swallows.get();
    }

    /** Ends all connections, and accepts none from this address any more, or accepts them again. */
    synchronized void refuse(String source, boolean now) {
        if (now) {
            refused.add(source);
            open.forEach(TcpRelay::close);
            open.clear();
        } else {
            refused.remove(source);
        }
    }

    /** Ends all connections and accepts none, or accepts again. */
    synchronized void cut(boolean now) {
        cut = now;
        if (now) {
            open.forEach(TcpRelay::close);
            open.clear();
        }
    }

    @Override
    public void close() {
        cut(true);
        close(server);
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket from = server.accept();
                Socket to = new Socket();
                if (!admit(from, to)) {
                    close(from);
                    continue;
                }
                if (swallows.get() > 0) {
                    swallows.decrementAndGet();
                    daemon(() -> read(from, new LinkedBlockingQueue<>()));
                    continue;
                }
                try {
                    to.connect(target, 1000);
                } catch (IOException e) {
                    // The target is not there, and who asked for it is to know.
                    close(from);
                    continue;
                }
                pump(from, to);
                pump(to, from);
            } catch (IOException e) {
                // The connection is gone again, or the relay is closing: the next connection is another one.
                continue;
            }
        }
    }

    /** A connection that comes while the cut is made is not to outlive it. */
    private synchronized boolean admit(Socket from, Socket to) {
        if (cut || refused.contains(from.getInetAddress().getHostAddress())) {
            return false;
        }
        sources.add(from.getInetAddress().getHostAddress());
        open.add(from);
        open.add(to);
        return true;
    }

    /** Bytes in flight. */
    private record Chunk(long dueNanos, byte[] bytes) {
    }

    private void pump(Socket from, Socket to) {
        LinkedBlockingQueue<Chunk> way = new LinkedBlockingQueue<>();
        daemon(() -> read(from, way));
        daemon(() -> write(way, from, to));
    }

    private void read(Socket from, LinkedBlockingQueue<Chunk> way) {
        byte[] buffer = new byte[8192];
        try {
            InputStream in = from.getInputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                way.add(new Chunk(System.nanoTime() + delay.toNanos(), Arrays.copyOf(buffer, n)));
            }
        } catch (IOException e) {
            // One end is gone, so the other goes too.
        } finally {
            way.add(new Chunk(System.nanoTime() + delay.toNanos(), new byte[0]));
        }
    }

    private static void write(LinkedBlockingQueue<Chunk> way, Socket from, Socket to) {
        try {
            OutputStream out = to.getOutputStream();
            for (Chunk next = way.take(); next.bytes.length > 0; next = way.take()) {
                for (long left = next.dueNanos - System.nanoTime(); left > 0; left = next.dueNanos - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                out.write(next.bytes);
            }
        } catch (IOException e) {
            // As above.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            close(from);
            close(to);
        }
    }

    private static void close(Closeable closeable) {
        try {
            closeable.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "relay");
        thread.setDaemon(true);
        thread.start();
    }
}
