package org.xpand.protocols.state;

import java.nio.ByteBuffer;
import java.util.stream.Stream;
import org.xpand.protocols.wire.MalformedPacketException;

/**
 * The first message of a state's transfer: what the state covers, and where the provider was with each sender before it took the state.
 *
 * @param covered the number of the last message to the group of each sender that the state covers
 * @param lost    the number of the last message to the group of each sender that the provider was told is lost
 * @param current for each sender that the provider receives the number of its first segment whose message it had not received as a whole
 * @param former  the same for senders of which all members had received everything
 */
public record StateBeginning(StatePositions covered, StatePositions lost, StatePositions current, StatePositions former) {
    private static final int PARTS = 4;

    /**
     * Whether a condition holds for every number in it.
     *
     * @param test the condition
     * @return true also if there is none
     */
    public boolean all(StatePositions.Test test) {
        return Stream.of(covered, lost, current, former).allMatch(part -> part.all(test));
    }

    /** {@return this as bytes: the four parts, each behind its length in bytes (4)} */
    public byte[] encode() {
        byte[][] parts = Stream.of(covered, lost, current, former).map(StatePositions::encode).toArray(byte[][]::new);
        ByteBuffer out = ByteBuffer.allocate(Stream.of(parts).mapToInt(part -> Integer.BYTES + part.length).sum());
        for (byte[] part : parts) {
            out.putInt(part.length).put(part);
        }
        return out.array();
    }

    /**
     * Reads what {@link #encode} wrote.
     *
     * @param bytes the bytes, as they came from another member
     * @return the message
     * @throws MalformedPacketException if it is malformed, or a number is impossible
     */
    public static StateBeginning decode(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        StatePositions[] parts = new StatePositions[PARTS];
        for (int i = 0; i < PARTS; i++) {
            int length = in.remaining() < Integer.BYTES ? -1 : in.getInt();
            if (length < 0 || length > in.remaining()) {
                throw new MalformedPacketException("a beginning of a state of " + bytes.length + " bytes");
            }
            byte[] part = new byte[length];
            in.get(part);
            parts[i] = StatePositions.decode(part);
        }
        if (in.hasRemaining()) {
            throw new MalformedPacketException("a beginning of a state with " + in.remaining() + " bytes too many");
        }
        return new StateBeginning(parts[0], parts[1], parts[2], parts[3]);
    }
}
