package org.xpand.protocols.state;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.xpand.protocols.wire.MalformedPacketException;

/**
 * The first message of a state's transfer.
 *
 * @param covered  the number of the last message to the group of each sender that the state covers
 * @param received the number of each sender's first segment whose message the provider had not received as a whole before it took the state
 */
public record StateBeginning(StatePositions covered, StatePositions received) {
    /** {@return this as bytes: the length of the covered messages in bytes (4), these, and the received segments} */
    public byte[] encode() {
        byte[] messages = covered.encode();
        byte[] segments = received.encode();
        return ByteBuffer.allocate(Integer.BYTES + messages.length + segments.length).putInt(messages.length).put(messages).put(segments).array();
    }

    /**
     * Reads what {@link #encode} wrote.
     *
     * @param bytes the bytes, as they came from another member
     * @return the message
     * @throws MalformedPacketException if it is malformed, or a number is impossible
     */
    public static StateBeginning decode(byte[] bytes) {
        int length = bytes.length < Integer.BYTES ? -1 : ByteBuffer.wrap(bytes).getInt();
        if (length < 0 || length > bytes.length - Integer.BYTES) {
            throw new MalformedPacketException("a beginning of a state of " + bytes.length + " bytes");
        }
        int end = Integer.BYTES + length;
        return new StateBeginning(StatePositions.decode(Arrays.copyOfRange(bytes, Integer.BYTES, end)),
                StatePositions.decode(Arrays.copyOfRange(bytes, end, bytes.length)));
    }
}
