package org.xpand.protocols.relay;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.xpand.protocols.segment.MessageHeader;
import org.xpand.protocols.segment.Segment;

/**
 * A message with all its segments. Its pieces belong to the group's retention; they are copied into one array only when that is
 * requested, so not on the receiving thread, and only if they do not stand in one already. Immutable.
 */
public final class WholeMessage {
    private static final Segment[] NONE = {};

    private final Segment first;
    private final Segment[] others;
    private final int before;
    private final int length;
    private final boolean inOneArray;

    private WholeMessage(Segment first, Segment[] others) {
        int bytes = first.length();
        boolean oneArray = true;
        Segment previous = first;
        for (Segment other : others) {
            bytes += other.length();
            oneArray &= previous.isFollowedBy(other);
            previous = other;
        }
        this.inOneArray = oneArray;
        this.first = first;
        this.others = others;
        this.before = first.headed() ? MessageHeader.length(first) : 0;
        this.length = bytes - before;
    }

    /** A message of one piece. */
    static WholeMessage of(Segment piece) {
        return new WholeMessage(piece, NONE);
    }

    /**
     * {@return a message of these bytes, without a header}
     *
     * @param payload the bytes, which are not copied: nobody may change them from now on
     */
    public static WholeMessage of(byte[] payload) {
        return slices(payload, 0);
    }

    private static WholeMessage slices(byte[] all, int flags) {
        List<Segment> pieces = new ArrayList<>();
        for (int offset = 0; pieces.isEmpty() || offset < all.length; offset += Segment.MAX_PAYLOAD) {
            pieces.add(new Segment((byte) (pieces.isEmpty() ? Segment.FIRST | flags : 0), all, offset,
                    Math.min(Segment.MAX_PAYLOAD, all.length - offset)));
        }
        return of(pieces);
    }

    /** @param pieces all pieces in order, one or more; the first one says whether they begin with a {@link MessageHeader} */
    static WholeMessage of(List<Segment> pieces) {
        return new WholeMessage(pieces.get(0), pieces.subList(1, pieces.size()).toArray(NONE));
    }

    /** {@return its kind, as in {@link MessageHeader}; {@link MessageHeader#APPLICATION} without a header} */
    public int kind() {
        return before == 0 ? MessageHeader.APPLICATION : MessageHeader.kind(first);
    }

    /** {@return the id of the exchange it belongs to, as in {@link MessageHeader}; 0 for none} */
    public long exchange() {
        return before == 0 ? 0 : MessageHeader.exchange(first);
    }

    /** {@return whether it is for one member only} */
    public boolean isAddressed() {
        return before > 0 && MessageHeader.isAddressed(first);
    }

    /** {@return its number as in {@link MessageHeader}, 0 if it has none} */
    public long number() {
        return before == 0 ? 0 : MessageHeader.number(first);
    }

    /** {@return the sender's time when it was sent, milliseconds since 1970 in UTC; 0 if it has none} */
    public long timeMillis() {
        return before == 0 ? 0 : MessageHeader.timeMillis(first);
    }

    /** {@return the number of its segments, for {@link MemberReceiver#consumed} when the application has consumed it} */
    public int segments() {
        return 1 + others.length;
    }

    /** {@return the bytes of the message, without a header} */
    public int length() {
        return length;
    }

    /** {@return a new array of the message's bytes, without a header} */
    public byte[] payload() {
        return joined(before);
    }

    /** {@return a new array of the header and the message's bytes, from which {@link #ofHeaded} restores the message} */
    public byte[] headed() {
        return joined(0);
    }

    private byte[] joined(int from) {
        byte[] all = new byte[before - from + length];
        first.copyTo(from, all, 0);
        int at = first.length() - from;
        for (Segment other : others) {
            other.copyTo(0, all, at);
            at += other.length();
        }
        return all;
    }

    /**
     * {@return the message with this header and these bytes}
     *
     * @param all what {@link #headed} returned; not copied, so nobody may change it from now on
     */
    public static WholeMessage ofHeaded(byte[] all) {
        return slices(all, Segment.HEADED);
    }

    /** {@return the message's bytes, read-only; those that stand one after another in one array are not copied} */
    public ByteBuffer bytes() {
        return (inOneArray ? ByteBuffer.wrap(first.array(), first.offset() + before, length).slice() : ByteBuffer.wrap(payload()))
                .asReadOnlyBuffer();
    }
}
