package org.xpand.membership.control;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Passes TCP connections on to a delegate, as an address translation or an emulated network does, and can be cut. */
final class TcpRelay implements AutoCloseable {
    final Set<String> sources = ConcurrentHashMap.newKeySet();
    private final ServerSocket server;
    private final int target;
    private final Set<Closeable> open = ConcurrentHashMap.newKeySet();
    private volatile boolean cut;

    TcpRelay(int port, int target) throws IOException {
        this.server = new ServerSocket(port, 50, InetAddress.getByName("127.0.0.1"));
        this.target = target;
        daemon(this::accept);
    }

    /** Ends all connections and accepts none, or accepts again. */
    void cut(boolean now) {
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
                if (cut) {
                    close(from);
                    continue;
                }
                sources.add(from.getInetAddress().getHostAddress());
                Socket to = new Socket();
                open.add(from);
                open.add(to);
                to.connect(new InetSocketAddress("127.0.0.1", target), 1000);
                daemon(() -> pump(from, to));
                daemon(() -> pump(to, from));
            } catch (IOException e) {
                // The target is not there, or the relay is closing: the next connection is another one.
                continue;
            }
        }
    }

    private void pump(Socket from, Socket to) {
        byte[] buffer = new byte[8192];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                out.write(buffer, 0, n);
            }
        } catch (IOException e) {
            // One end is gone, so the other goes too.
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
