package org.xpand.membership.control;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jgroups.Message;
import org.jgroups.Version;
import org.jgroups.stack.IpAddress;
import org.xpand.protocols.keys.KeyRing;
import org.xpand.protocols.keys.SharedKey;
import org.xpand.protocols.seal.ConnectionSeal;
import org.xpand.protocols.seal.Introduction;

/** Somebody who speaks to a control port by hand. */
public final class Stranger implements AutoCloseable {
    private final Socket socket = new Socket();
    private ConnectionSeal seal;

    public Stranger(int port) throws IOException {
        socket.connect(new InetSocketAddress("127.0.0.1", port), 2000);
    }

    /** Sends bytes as they are. */
    public Stranger say(byte... bytes) throws IOException {
        OutputStream out = socket.getOutputStream();
        if (seal == null) {
            out.write(bytes);
        } else {
            byte[] record = new byte[bytes.length + ConnectionSeal.OVERHEAD];
            out.write(record, 0, seal.seal(bytes, 0, bytes.length, record, 0));
        }
        out.flush();
        return this;
    }

    /** Says that it listens at this port of loopback. */
    public Stranger hello(int port) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.write("bela".getBytes(StandardCharsets.US_ASCII));
        out.writeShort(Version.version);
        IpAddress address = new IpAddress("127.0.0.1", port);
        out.writeShort(address.serializedSize());
        address.writeTo(out);
        return say(bytes.toByteArray());
    }

    /** Proves that it has this key; what it says from now on is sealed. */
    public Stranger prove(SharedKey key) throws IOException {
        Introduction.Answer answer = new Introduction(new KeyRing(key), ControlConnector.CLUSTER)
                .answer(socket.getInputStream().readNBytes(Introduction.OFFER_LENGTH)).orElseThrow();
        say(answer.bytes());
        seal = answer.seal();
        return this;
    }

    /** Sends bytes as they are from now on. */
    public Stranger unsealed(byte... bytes) throws IOException {
        seal = null;
        return say(bytes);
    }

    /** Sends a frame with one message. */
    public Stranger send(Message message) throws Exception {
        return frame(frame(message));
    }

    /** Sends a frame. */
    public Stranger frame(byte[] frame) throws IOException {
        return announce(frame.length).say(frame);
    }

    /** Announces a frame of this length. */
    public Stranger announce(int length) throws IOException {
        return say((byte) (length >> 24), (byte) (length >> 16), (byte) (length >> 8), (byte) length);
    }

    /** A frame with one message, without its length. */
    public static byte[] frame(Message message) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeShort(Version.version);
        out.writeByte(0);
        out.writeShort(message.getType());
        message.writeTo(out);
        return bytes.toByteArray();
    }

    /** Whether the other end closes the connection within this time; what it sends before is dropped. */
    public boolean closedWithin(Duration patience) throws IOException {
        socket.setSoTimeout((int) patience.toMillis());
        try {
            while (socket.getInputStream().read() >= 0) {
                // What it has to say does not matter.
                continue;
            }
            return true;
        } catch (SocketException e) {
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
