package org.xpand.membership.jgroups;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketException;
import java.util.Arrays;
import java.util.Objects;
import org.xpand.protocols.seal.ConnectionSeal;

/** A connection's streams of which all that leaves is sealed, and all that comes is opened first, record by record. */
final class SealedStreams {
    private final Input input;
    private final Output output;

    SealedStreams(ConnectionSeal seal, InputStream in, OutputStream out) {
        input = new Input(seal, in);
        output = new Output(seal, out);
    }

    InputStream input() {
        return input;
    }

    OutputStream output() {
        return output;
    }

    /** Reads are whole records; one that was begun when time was up is gone on with. */
    private static final class Input extends InputStream {
        private final ConnectionSeal seal;
        private final InputStream in;
        private final byte[] head = new byte[ConnectionSeal.HEAD_LENGTH];
        private int headRead;
        private byte[] sealed = new byte[0];
        private int sealedRead;
        private final byte[] opened = new byte[ConnectionSeal.MAX_LENGTH];
        private int next;
        private int end;

        private Input(ConnectionSeal seal, InputStream in) {
            this.seal = seal;
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

        /** Whether there is something to take; false at the end of the connection. */
        private boolean fill() throws IOException {
            while (next == end) {
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
            }
            return true;
        }

        private void open() throws IOException {
            int following = ConnectionSeal.following(head);
            if (following < 0) {
                throw new SocketException("what came is not of the other end");
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
                throw new SocketException("what came does not open with an accepted key");
            }
            headRead = 0;
            sealedRead = 0;
            next = 0;
            end = length;
        }
    }

    /** Each write leaves at once, as records. */
    private static final class Output extends OutputStream {
        private final ConnectionSeal seal;
        private final OutputStream out;
        private byte[] record = new byte[0];

        private Output(ConnectionSeal seal, OutputStream out) {
            this.seal = seal;
            this.out = out;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, bytes.length);
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
