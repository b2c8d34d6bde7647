package org.xpand.protocols.relay;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * A message all of whose segments have come. Its pieces belong to the group's retention; it is put together into bytes of
 * their own when somebody asks for them, so not on the thread that receives. Immutable.
 */
public final class WholeMessage {
    private final byte[][] pieces;
    private final int length;

    private WholeMessage(byte[][] pieces, int length) {
        this.pieces = pieces;
        this.length = length;
    }

    /**
     * @param pieces its pieces in order, which nobody changes from now on
     * @param length bytes of all of them
     */
    public static WholeMessage of(List<byte[]> pieces, int length) {
        return new WholeMessage(pieces.toArray(byte[][]::new), length);
    }

    /** How many segments it came in: what to hand to {@link MemberReceiver#consumed} when the application has taken it. */
    public int segments() {
        return pieces.length;
    }

    /** Bytes of the message. */
    public int length() {
        return length;
    }

    /** A new array of the message's bytes. */
    public byte[] payload() {
        byte[] message = new byte[length];
        int at = 0;
        for (byte[] piece : pieces) {
            System.arraycopy(piece, 0, message, at, piece.length);
            at += piece.length;
        }
        return message;
    }

    /** The message's bytes, read-only; those of a single piece are not copied. */
    public ByteBuffer bytes() {
        return ByteBuffer.wrap(pieces.length == 1 ? pieces[0] : payload()).asReadOnlyBuffer();
    }
}
