package org.xpand.protocols.relay;

import java.nio.ByteBuffer;
import java.util.List;
import org.xpand.protocols.segment.MessageHeader;

/**
 * A message with all its segments. Its pieces belong to the group's retention; they are copied into one array only when that is
 * requested, so not on the receiving thread. Immutable.
 */
public final class WholeMessage {
    private final byte[][] pieces;
    private final int before;
    private final int length;

    private WholeMessage(byte[][] pieces, int before, int length) {
        this.pieces = pieces;
        this.before = before;
        this.length = length - before;
    }

    /**
     * @param pieces its pieces in order, which must not be changed afterwards
     * @param length length of all pieces, bytes
     */
    public static WholeMessage of(List<byte[]> pieces, int length) {
        return new WholeMessage(array(pieces), 0, length);
    }

    /** The same of a message whose first piece begins with a {@link MessageHeader}. */
    static WholeMessage headed(List<byte[]> pieces, int length) {
        return new WholeMessage(array(pieces), MessageHeader.length(pieces.get(0)), length);
    }

    /** Avoids the list's own conversion, which uses reflection for each message. */
    private static byte[][] array(List<byte[]> pieces) {
        byte[][] array = new byte[pieces.size()][];
        for (int i = 0; i < array.length; i++) {
            array[i] = pieces.get(i);
        }
        return array;
    }

    /** Its kind, as in {@link MessageHeader}. */
    public int kind() {
        return before == 0 ? MessageHeader.APPLICATION : MessageHeader.kind(pieces[0]);
    }

    /** The id of the exchange it belongs to, as in {@link MessageHeader}; 0 for none. */
    public long exchange() {
        return before == 0 ? 0 : MessageHeader.exchange(pieces[0]);
    }

    /** Whether it is for this member only. */
    public boolean isAddressed() {
        return before > 0 && MessageHeader.isAddressed(pieces[0]);
    }

    /** Its number as in {@link MessageHeader}, 0 if it has none. */
    public long number() {
        return before == 0 ? 0 : MessageHeader.number(pieces[0]);
    }

    /** The sender's time when it was sent, milliseconds since 1970 in UTC; 0 if it has none. */
    public long timeMillis() {
        return before == 0 ? 0 : MessageHeader.timeMillis(pieces[0]);
    }

    /** The number of its segments, for {@link MemberReceiver#consumed} when the application has consumed it. */
    public int segments() {
        return pieces.length;
    }

    /** Bytes of the message, without a header. */
    public int length() {
        return length;
    }

    /** A new array of the message's bytes. */
    public byte[] payload() {
        byte[] message = new byte[length];
        int from = before;
        int at = 0;
        for (byte[] piece : pieces) {
            System.arraycopy(piece, from, message, at, piece.length - from);
            at += piece.length - from;
            from = 0;
        }
        return message;
    }

    /** A new array of the header and the message's bytes, from which {@link #ofHeaded} restores the message. */
    public byte[] headed() {
        byte[] all = new byte[before + length];
        int at = 0;
        for (byte[] piece : pieces) {
            System.arraycopy(piece, 0, all, at, piece.length);
            at += piece.length;
        }
        return all;
    }

    /** The message with this header and these bytes. */
    public static WholeMessage ofHeaded(byte[] all) {
        return headed(List.of(all), all.length);
    }

    /** The message's bytes, read-only; those of a single piece are not copied. */
    public ByteBuffer bytes() {
        return (pieces.length == 1 ? ByteBuffer.wrap(pieces[0], before, length).slice() : ByteBuffer.wrap(payload()))
                .asReadOnlyBuffer();
    }
}
