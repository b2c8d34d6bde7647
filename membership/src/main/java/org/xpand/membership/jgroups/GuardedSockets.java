package org.xpand.membership.jgroups;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jgroups.util.DefaultSocketFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.protocols.keys.KeyRing;
import org.xpand.protocols.seal.ConnectionTrust;
import org.xpand.protocols.seal.Introduction;
import org.xpand.protocols.seal.SignedMessages;

/**
 * Creates sockets; listening ones have a {@link ConnectionGuard}. With a key, both ends of a connection prove that they have it,
 * and data is sealed with keys of that connection, see {@link Introduction}.
 */
final class GuardedSockets extends DefaultSocketFactory {
    private static final Logger LOG = LoggerFactory.getLogger(GuardedSockets.class);
    private static final int ANSWER_MILLIS = 3_000;
    private static final long WARN_NANOS = TimeUnit.MINUTES.toNanos(1);
    /** When a refused peer was logged last; 0 for never. */
    private static final AtomicLong WARNED_NANOS = new AtomicLong();

    private final ConnectionLimits limits;
    private final KeyRing key;
    private final String channel;
    private final ConnectionTrust trust;

    /**
     * @param key     null for none
     * @param channel purpose of the connections
     * @param trust   decides which peers are trusted; null to trust every process with the key
     */
    GuardedSockets(ConnectionLimits limits, KeyRing key, String channel, ConnectionTrust trust) {
        this.limits = limits;
        this.trust = trust;
        this.key = key;
        this.channel = channel;
    }

    @Override
    public ServerSocket createServerSocket(String service) throws IOException {
        return new ConnectionGuard(limits, key, channel, trust);
    }

    @Override
    public Socket createSocket(String service) throws IOException {
        return key == null ? super.createSocket(service) : new KeyHolder(key, channel, trust);
    }

    /** Proves first that it has the key, and requires the same of the peer. */
    private static final class KeyHolder extends Socket {
        private final KeyRing key;
        private final String channel;
        private final ConnectionTrust trust;
        private SealedStreams streams;

        private KeyHolder(KeyRing key, String channel, ConnectionTrust trust) {
            this.key = key;
            this.trust = trust;
            this.channel = channel;
        }

        private static SocketException refused(SocketAddress endpoint, String reason) {
            long now = System.nanoTime();
            long warned = WARNED_NANOS.get();
            if ((warned == 0 || now - warned > WARN_NANOS) && WARNED_NANOS.compareAndSet(warned, now)) {
                LOG.warn("{} is refused: {}", endpoint, reason);
            }
            return new SocketException("the other end is refused: " + reason);
        }

        @Override
        public void connect(SocketAddress endpoint, int timeoutMillis) throws IOException {
            super.connect(endpoint, timeoutMillis);
            setSoTimeout(timeoutMillis > 0 ? timeoutMillis : ANSWER_MILLIS);
            byte[] offer = super.getInputStream().readNBytes(Introduction.OFFER_LENGTH);
            if (offer.length < Introduction.OFFER_LENGTH) {
                throw new EOFException("the other end closed the connection, or has no key");
            }
            Introduction.Answer answer = new Introduction(key, channel).answer(offer)
                    .orElseThrow(() -> refused(endpoint, "it does not have the key of this node"));
            super.getOutputStream().write(answer.bytes());
            streams = new SealedStreams(answer.seal(), trust, super.getInputStream(), super.getOutputStream());
            try {
                streams.meet();
            } catch (SocketException e) {
                throw e.getCause() instanceof SignedMessages.RefusedException ? refused(endpoint, e.getMessage()) : e;
            }
            setSoTimeout(0);
        }

        @Override
        public InputStream getInputStream() throws IOException {
            return streams == null ? super.getInputStream() : streams.input();
        }

        @Override
        public OutputStream getOutputStream() throws IOException {
            return streams == null ? super.getOutputStream() : streams.output();
        }
    }
}
