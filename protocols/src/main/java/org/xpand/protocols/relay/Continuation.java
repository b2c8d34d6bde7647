package org.xpand.protocols.relay;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.segment.MessageHeader;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.wire.WireReader;

/**
 * The announcement of a sender that got another identity, before the messages that it sends again: the segments that follow it are those of
 * the former identity from one number to before another. So members can tell which of them they have received, also where their messages
 * have no number of their own.
 *
 * @param former the sender's former identity
 * @param first  number that the next segment had under that identity
 * @param end    number after the last segment under that identity
 */
record Continuation(SenderId former, long first, long end) {
    private static final int LENGTH = 16;

    /** @param following the segment that follows, so that the announcement has the number of a message before it */
    Segment announcement(Segment following) {
        byte[] header = MessageHeader.of(MessageHeader.CONTINUES, 0, former);
        Segment segment = new Segment((byte) (Segment.FIRST | Segment.HEADED | Segment.LAST), ByteBuffer.wrap(
                Arrays.copyOf(header, header.length + LENGTH)).putLong(header.length, first).putLong(header.length + 8, end).array());
        if (following.headed()) {
            MessageHeader.number(segment, Math.max(0, MessageHeader.number(following) - (MessageHeader.isAddressed(following) ? 0 : 1)));
        }
        return segment;
    }

    /**
     * Reads an announcement.
     *
     * @param sender  whose segment it is
     * @param segment of this kind
     * @return empty if it is malformed, or does not say what a sender with another identity of its site says
     */
    static Optional<Continuation> read(SenderId sender, Segment segment) {
        int header = MessageHeader.length(segment);
        if (!segment.last() || !MessageHeader.isAddressed(segment) || segment.length() != header + LENGTH) {
            return Optional.empty();
        }
        ByteBuffer in = ByteBuffer.wrap(segment.array(), segment.offset() + header, LENGTH);
        long first = in.getLong();
        long end = in.getLong();
        return first < 0 || end <= first || end > WireReader.MAX_NUMBER ? Optional.empty() : MessageHeader.member(segment)
                .filter(former -> !former.site().equals(sender.site())).map(former -> new Continuation(former, first, end));
    }
}
