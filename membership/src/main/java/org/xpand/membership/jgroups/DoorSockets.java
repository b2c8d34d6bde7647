package org.xpand.membership.jgroups;

import java.io.EOFException;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import org.jgroups.util.DefaultSocketFactory;
import org.xpand.protocols.keys.KeyRing;

/** Sockets of which those that listen have a {@link Door}, and those that connect prove that they have the key, if there is one. */
final class DoorSockets extends DefaultSocketFactory {
    private static final int ANSWER_MILLIS = 3_000;

    private final DoorLimits limits;
    private final KeyRing key;

    /** @param key null for none */
    DoorSockets(DoorLimits limits, KeyRing key) {
        this.limits = limits;
        this.key = key;
    }

    @Override
    public ServerSocket createServerSocket(String service) throws IOException {
        return new Door(limits, key);
    }

    @Override
    public Socket createSocket(String service) throws IOException {
        return key == null ? super.createSocket(service) : new KeyHolder(key);
    }

    /** Proves before anything else that it has the key. */
    private static final class KeyHolder extends Socket {
        private final KeyRing key;

        private KeyHolder(KeyRing key) {
            this.key = key;
        }

        @Override
        public void connect(SocketAddress endpoint, int timeoutMillis) throws IOException {
            super.connect(endpoint, timeoutMillis);
            setSoTimeout(timeoutMillis > 0 ? timeoutMillis : ANSWER_MILLIS);
            byte[] challenge = getInputStream().readNBytes(Door.CHALLENGE_BYTES);
            if (challenge.length < Door.CHALLENGE_BYTES) {
                throw new EOFException("the other end closed the connection, or has no key");
            }
            getOutputStream().write(key.current().proof(challenge));
            setSoTimeout(0);
        }
    }
}
