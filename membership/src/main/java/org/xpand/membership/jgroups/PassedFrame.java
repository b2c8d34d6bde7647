package org.xpand.membership.jgroups;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import org.jgroups.PhysicalAddress;
import org.jgroups.stack.IpAddress;

/**
 * A frame between two hosts that passes through a third one. Before JGroups' frame it has: a mark (2) in place of JGroups' version, its kind
 * (1, see the constants), length of an address (1: 4 or 16), the address, a port (2).
 *
 * @param onward whether it is to be passed on to {@code host}; else it has come from {@code host} through its sender
 * @param answer whether the origin's only reason for the third host is that the destination uses one too. If answers were reasons
 *               for answers, two hosts would never return to the direct path alone.
 * @param host   the destination, or the origin
 * @param start  where JGroups' frame begins
 */
record PassedFrame(boolean onward, boolean answer, PhysicalAddress host, int start) {
    /** No version of JGroups. */
    private static final short MARK = (short) 0xBA55;
    private static final byte ONWARD = 1;
    private static final byte ARRIVED = 2;
    private static final byte ONWARD_ANSWER = 3;
    private static final byte ARRIVED_ANSWER = 4;
    private static final int FIXED_BYTES = 6;
    private static final int IPV4_BYTES = 4;
    private static final int IPV6_BYTES = 16;

    /** Whether a frame is one of this kind. */
    static boolean is(byte[] frame, int offset, int length) {
        return length >= Short.BYTES && frame[offset] == (byte) (MARK >> Byte.SIZE) && frame[offset + 1] == (byte) MARK;
    }

    /**
     * Reads the leading part of such a frame.
     *
     * @throws IOException if it is malformed, or contains another one
     */
    static PassedFrame read(byte[] frame) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(frame);
        if (frame.length < FIXED_BYTES || in.getShort() != MARK) {
            throw new IOException("no frame that has passed through a third host");
        }
        byte kind = in.get();
        int length = in.get();
        if (kind < ONWARD || kind > ARRIVED_ANSWER || length != IPV4_BYTES && length != IPV6_BYTES || in.remaining() < length + Short.BYTES) {
            throw new IOException("a passed frame of kind " + kind + " with an address of " + length + " bytes");
        }
        byte[] address = new byte[length];
        in.get(address);
        int port = Short.toUnsignedInt(in.getShort());
        if (is(frame, in.position(), in.remaining())) {
            throw new IOException("a passed frame in a passed frame");
        }
        boolean onward = kind == ONWARD || kind == ONWARD_ANSWER;
        return new PassedFrame(onward, kind >= ONWARD_ANSWER, new IpAddress(InetAddress.getByAddress(address), port), in.position());
    }

    /** A frame that a third host is to pass on to {@code destination}. */
    static byte[] onward(IpAddress destination, boolean answer, byte[] frame, int offset, int length) {
        return write(answer ? ONWARD_ANSWER : ONWARD, destination, frame, offset, length);
    }

    /** A frame that has come from {@code origin}. */
    static byte[] arrived(IpAddress origin, boolean answer, byte[] frame, int offset, int length) {
        return write(answer ? ARRIVED_ANSWER : ARRIVED, origin, frame, offset, length);
    }

    private static byte[] write(byte kind, IpAddress host, byte[] frame, int offset, int length) {
        byte[] address = host.getIpAddress().getAddress();
        return ByteBuffer.allocate(FIXED_BYTES + address.length + length).putShort(MARK).put(kind).put((byte) address.length).put(address)
                .putShort((short) host.getPort()).put(frame, offset, length).array();
    }
}
