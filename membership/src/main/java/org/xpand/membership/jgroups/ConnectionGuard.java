package org.xpand.membership.jgroups;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketImpl;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.protocols.keys.KeyRing;
import org.xpand.protocols.logging.RepeatedEvent;
import org.xpand.protocols.seal.ConnectionSeal;
import org.xpand.protocols.seal.ConnectionTrust;
import org.xpand.protocols.seal.Introduction;

/**
 * A server socket for JGroups that accepts only connections that have identified themselves in time, and only as many as
 * {@link ConnectionLimits} allow. JGroups reads the identification on the thread that accepts, so that a slow peer blocks all
 * others; and a newcomer that claims the address of another member replaces it. Here each connection has a thread of its own, and
 * one that claims an address in use is refused unless it comes from the same host.
 */
final class ConnectionGuard extends ServerSocket {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionGuard.class);

    /** JGroups' cookie, its version, and the length of the address that follows. */
    private static final int HEAD_BYTES = 8;
    private static final int MAX_ADDRESS_BYTES = 64;

    private final ConnectionLimits limits;
    private final KeyRing key;
    private final String channel;
    private final ConnectionTrust trust;
    private final LinkedBlockingQueue<Guest> ready = new LinkedBlockingQueue<>();
    /** All open connections in the order of arrival. Guarded by itself, as are the following fields. */
    private final Set<Guest> open = new LinkedHashSet<>();
    private final Map<ByteBuffer, InetAddress> places = new HashMap<>();
    private boolean listening;
    private final RepeatedEvent refusal = new RepeatedEvent();

    /**
     * Creates the socket unbound.
     *
     * @param key     a connecting process proves that it has it; null for none
     * @param channel purpose of the connections
     * @param trust   decides which peers are trusted; null to trust every process with the key
     */
    ConnectionGuard(ConnectionLimits limits, KeyRing key, String channel, ConnectionTrust trust) throws IOException {
        this.limits = limits;
        this.key = key;
        this.channel = channel;
        this.trust = trust;
    }

    /** Returns the next connection that has identified itself. */
    @Override
    public Socket accept() throws IOException {
        synchronized (open) {
            if (!listening) {
                listening = true;
                daemon("xpand-door-" + getLocalPort(), this::listen).start();
            }
        }
        try {
            Guest guest = ready.take();
            if (isClosed()) {
                guest.close();
                throw new SocketException("closed");
            }
            return guest;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SocketException("interrupted");
        }
    }

    @Override
    public void close() throws IOException {
        super.close();
        Guest[] left;
        synchronized (open) {
            left = open.stream().filter(guest -> !guest.inside).toArray(Guest[]::new);
        }
        for (Guest guest : left) {
            guest.close();
        }
        // Wakes the thread that waits in accept().
        ready.add(new Guest());
    }

    /** Returns how many connections were refused or closed since the start. */
    long refused() {
        return refusal.count();
    }

    private void listen() {
        while (!isClosed()) {
            try {
                Guest guest = new Guest();
                implAccept(guest);
                if (admits(guest)) {
                    daemon("xpand-door-hello", () -> identify(guest)).start();
                } else {
                    guest.close();
                }
            } catch (IOException e) {
                LOG.debug("a connection was not taken: {}", e.toString());
            }
        }
    }

    private boolean admits(Guest guest) {
        Guest oldest = null;
        synchronized (open) {
            InetAddress from = guest.getInetAddress();
            if (open.size() >= limits.connections()
                    || open.stream().filter(each -> each.getInetAddress().equals(from)).count() >= limits.perAddress()) {
                refuse(guest, "too many are open");
                return false;
            }
            open.add(guest);
            if (open.stream().filter(each -> !each.inside).count() > limits.unfinished()) {
                oldest = oldestOfMost();
                refuse(oldest, "too many have not identified themselves");
            }
        }
        if (oldest != null) {
            oldest.close();
        }
        return oldest != guest;
    }

    private Guest oldestOfMost() {
        Map<InetAddress, Integer> counts = new HashMap<>();
        open.stream().filter(each -> !each.inside).forEach(each -> counts.merge(each.getInetAddress(), 1, Integer::sum));
        InetAddress most = counts.entrySet().stream().max(Comparator.comparing(Map.Entry::getValue)).orElseThrow().getKey();
        return open.stream().filter(each -> !each.inside && each.getInetAddress().equals(most)).findFirst().orElseThrow();
    }

    private void refuse(Guest guest, String reason) {
        if (refusal.happened(System.nanoTime())) {
            LOG.warn("port {}: a connection from {} is refused: {}; {} so far. Accepted are {} in all, {} from one address, and {} "
                    + "that have not identified themselves within {} ms", getLocalPort(),
                    guest.getInetAddress().getHostAddress(), reason, refusal.count(), limits.connections(), limits.perAddress(),
                    limits.unfinished(), limits.hello().toMillis());
        }
    }

    private void identify(Guest guest) {
        try {
            byte[] hello = guest.hello(System.nanoTime() + limits.hello().toNanos());
            ByteBuffer place = ByteBuffer.wrap(hello, HEAD_BYTES, hello.length - HEAD_BYTES);
            synchronized (open) {
                InetAddress owner = places.get(place);
                if (owner != null && !owner.equals(guest.getInetAddress())) {
                    throw new SocketException("it claims the identity of " + owner.getHostAddress() + " is");
                }
                if (!open.contains(guest)) {
                    return;
                }
                places.put(place, guest.getInetAddress());
                guest.place = place;
                guest.inside = true;
            }
            ready.add(guest);
        } catch (IOException e) {
            synchronized (open) {
                // A connection that ends before any byte may have tested whether this process runs.
                if (open.contains(guest) && !isClosed() && (guest.identified || e instanceof SocketTimeoutException)) {
                    refuse(guest, e.getMessage());
                }
            }
            guest.close();
        }
    }

    private void gone(Guest guest) {
        synchronized (open) {
            if (open.remove(guest) && guest.place != null
                    && open.stream().noneMatch(each -> guest.place.equals(each.place))) {
                places.remove(guest.place);
            }
        }
    }

    private static Thread daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** A connection from another process. */
    private final class Guest extends Socket {
        private byte[] said;
        private SealedStreams streams;
        private InputStream input;
        private boolean identified;
        /** Guarded by {@link ConnectionGuard#open}, as are the following fields. */
        private ByteBuffer place;
        private boolean inside;

        private Guest() throws SocketException {
            super((SocketImpl) null);
        }

        /** Reads the identification; its bytes are read again by the user of the connection. */
        private byte[] hello(long deadlineNanos) throws IOException {
            if (key != null) {
                introduce(deadlineNanos);
            }
            byte[] hello = new byte[HEAD_BYTES];
            fill(hello, 0, deadlineNanos);
            int length = ByteBuffer.wrap(hello).getShort(HEAD_BYTES - Short.BYTES);
            if (length < 1 || length > MAX_ADDRESS_BYTES) {
                throw new SocketException("it does not speak JGroups");
            }
            hello = Arrays.copyOf(hello, HEAD_BYTES + length);
            fill(hello, HEAD_BYTES, deadlineNanos);
            setSoTimeout(0);
            said = hello;
            return hello;
        }

        private void introduce(long deadlineNanos) throws IOException {
            Introduction introduction = new Introduction(key, channel);
            super.getOutputStream().write(introduction.offer());
            byte[] answer = new byte[Introduction.ANSWER_LENGTH];
            fill(answer, 0, deadlineNanos);
            ConnectionSeal seal = introduction.accept(answer)
                    .orElseThrow(() -> new SocketException("it does not have the key"));
            streams = new SealedStreams(seal, trust, super.getInputStream(), super.getOutputStream());
            setSoTimeout(millisLeft(deadlineNanos));
            streams.meet();
        }

        private static int millisLeft(long deadlineNanos) throws SocketTimeoutException {
            long left = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
            if (left <= 0) {
                throw new SocketTimeoutException("it did not identify itself in time");
            }
            return (int) left;
        }

        private void fill(byte[] bytes, int from, long deadlineNanos) throws IOException {
            InputStream raw = streams == null ? super.getInputStream() : streams.input();
            int offset = from;
            while (offset < bytes.length) {
                setSoTimeout(millisLeft(deadlineNanos));
                int read;
                try {
                    read = raw.read(bytes, offset, bytes.length - offset);
                } catch (SocketTimeoutException e) {
                    throw (IOException) new SocketTimeoutException("it did not identify itself in time").initCause(e);
                }
                identified |= read > 0;
                if (read < 0) {
                    throw new SocketException("it ended before it identified itself");
                }
                offset += read;
            }
        }

        @Override
        public synchronized InputStream getInputStream() throws IOException {
            if (input == null) {
                input = new SequenceInputStream(new ByteArrayInputStream(said),
                        streams == null ? super.getInputStream() : streams.input());
            }
            return input;
        }

        @Override
        public OutputStream getOutputStream() throws IOException {
            return streams == null ? super.getOutputStream() : streams.output();
        }

        // Not under the lock, which a reading thread holds.
        @Override
        @SuppressWarnings("UnsynchronizedOverridesSynchronized")
        public void close() {
            gone(this);
            try {
                super.close();
            } catch (IOException e) {
                LOG.trace("closing", e);
            }
        }
    }
}
