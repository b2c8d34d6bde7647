package org.xpand.protocols.lan;

import java.util.ArrayList;
import java.util.List;
import org.xpand.protocols.wire.WireWriter;

/** A part of a message that is longer than a datagram, for example one that names the members of many groups. Immutable. */
final class MessagePart implements LanContent {
    /** A whole message. */
    static final int WHOLE = 0;
    /** The first of several parts. */
    static final int FIRST = 1;
    /** A part between the first and the last. */
    static final int MIDDLE = 2;
    /** The last of several parts. */
    static final int LAST = 3;

    private final int place;
    private final byte[] message;
    private final int offset;
    private final int length;

    private MessagePart(int place, byte[] message, int offset, int length) {
        this.place = place;
        this.message = message;
        this.offset = offset;
        this.length = length;
    }

    /** The message itself if it fits, else its parts, each of at most {@code most} bytes. */
    static List<LanContent> of(LanContent content, int most) {
        int total = content.length();
        if (total <= most) {
            return List.of(content);
        }
        byte[] message = new byte[total];
        content.writeTo(new WireWriter(message));
        List<LanContent> parts = new ArrayList<>();
        for (int at = 0; at < total; at += most) {
            int length = Math.min(most, total - at);
            parts.add(new MessagePart(at == 0 ? FIRST : at + length == total ? LAST : MIDDLE, message, at, length));
        }
        return parts;
    }

    /** Which part a content is. */
    static int place(LanContent content) {
        return content instanceof MessagePart part ? part.place : WHOLE;
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public void writeTo(WireWriter out) {
        out.putBytes(message, offset, length);
    }
}
