package org.xpand.membership.jgroups;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketException;
import java.util.Arrays;
import java.util.Objects;
import org.xpand.protocols.seal.ConnectionSeal;
import org.xpand.protocols.seal.ConnectionTrust;
import org.xpand.protocols.seal.SignedMessages;

/** A connection's streams: everything sent is sealed, and everything received is opened first, record by record. */
final class SealedStreams {
    private static final byte[] NOTHING = {};

    private final Input input;
    private final Output output;

    /** @param trust decides which peers are trusted; null to trust every process with the key */
    SealedStreams(ConnectionSeal seal, ConnectionTrust trust, InputStream in, OutputStream out) {
        Identification who = new Identification(trust == null ? null : trust.session(seal));
        input = new Input(seal, who, in);
        output = new Output(seal, who, out);
    }

    /** Identifies this end, and waits until the peer has identified itself, if that is required. */
    void meet() throws IOException {
        output.meet();
        input.meet();
    }

    /** Identification of both ends. */
    private record Identification(ConnectionTrust.Session session) {
        private boolean asks() {
            return session != null && session.asks();
        }

        private byte[] toShow() {
            return session == null ? NOTHING : session.toShow(System.nanoTime());
        }

        private void require() throws SocketException {
            if (session != null) {
                try {
                    session.require(System.nanoTime());
                } catch (SignedMessages.RefusedException e) {
                    throw (SocketException) new SocketException(e.getMessage()).initCause(e);
                }
            }
        }
    }

    InputStream input() {
        return input;
    }

    OutputStream output() {
        return output;
    }

    /** Reads whole records; a record that was incomplete at a time-out is continued by the next read. */
    private static final class Input extends InputStream {
        private final ConnectionSeal seal;
        private final Identification who;
        private final InputStream in;
        private final byte[] head = new byte[ConnectionSeal.HEAD_LENGTH];
        private int headRead;
        private byte[] sealed = new byte[0];
        private int sealedRead;
        private final byte[] opened = new byte[ConnectionSeal.MAX_LENGTH];
        private int next;
        private int end;

        private Input(ConnectionSeal seal, Identification who, InputStream in) {
            this.seal = seal;
            this.who = who;
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            return fill() ? opened[next++] & 0xFF : -1;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, bytes.length);
            if (length == 0) {
                return 0;
            }
            if (!fill()) {
                return -1;
            }
            int taken = Math.min(length, end - next);
            System.arraycopy(opened, next, bytes, offset, taken);
            next += taken;
            return taken;
        }

        @Override
        public int available() {
            return end - next;
        }

        private void meet() throws IOException {
            if (who.asks()) {
                if (!record()) {
                    throw new EOFException("the connection ended before identification");
                }
                who.require();
            }
        }

        /** Whether there are bytes to read; false at the end of the connection. */
        private boolean fill() throws IOException {
            while (next == end) {
                if (!record()) {
                    return false;
                }
                who.require();
            }
            return true;
        }

        /** Reads one record; false at the end of the connection. */
        private boolean record() throws IOException {
            while (headRead < head.length) {
                int read = in.read(head, headRead, head.length - headRead);
                if (read < 0) {
                    if (headRead == 0) {
                        return false;
                    }
                    throw new EOFException("the connection ended within a record");
                }
                headRead += read;
            }
            open();
            return true;
        }

        private void open() throws IOException {
            int following = ConnectionSeal.following(head);
            if (following < 0) {
                throw new SocketException("received data is not from the other end");
            }
            if (sealed.length < following) {
                sealed = Arrays.copyOf(sealed, Math.max(following, Math.min(2 * sealed.length, ConnectionSeal.MAX_LENGTH)));
            }
            while (sealedRead < following) {
                int read = in.read(sealed, sealedRead, following - sealedRead);
                if (read < 0) {
                    throw new EOFException("the connection ended within a record");
                }
                sealedRead += read;
            }
            int length = seal.open(head, sealed, opened);
            if (length < 0) {
                throw new SocketException("received data does not open with an accepted key");
            }
            headRead = 0;
            sealedRead = 0;
            next = 0;
            end = length;
        }
    }

    /** Sends each write at once, as records. */
    private static final class Output extends OutputStream {
        private final ConnectionSeal seal;
        private final Identification who;
        private final OutputStream out;
        private byte[] record = new byte[0];

        private Output(ConnectionSeal seal, Identification who, OutputStream out) {
            this.seal = seal;
            this.who = who;
            this.out = out;
        }

        private synchronized void meet() throws IOException {
            byte[] shows = who.toShow();
            if (shows.length > 0) {
                out.write(shows);
            }
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, bytes.length);
            who.require();
            meet();
            int at = offset;
            while (at < offset + length) {
                int part = Math.min(offset + length - at, ConnectionSeal.MAX_LENGTH);
                if (record.length < part + ConnectionSeal.OVERHEAD) {
                    record = new byte[part + ConnectionSeal.OVERHEAD];
                }
                out.write(record, 0, seal.seal(bytes, at, part, record, System.nanoTime()));
                at += part;
            }
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }
    }
}
