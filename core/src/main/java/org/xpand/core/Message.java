package org.xpand.core;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import org.xpand.protocols.directory.SenderId;
import org.xpand.protocols.relay.WholeMessage;
import org.xpand.protocols.segment.Segment;

/** A message as it was sent. Immutable, and may be kept; {@link #bytes} keeps what the group holds of it alive as well. */
public final class Message {
    private final String group;
    private final SenderId sender;
    private final boolean own;
    private final WholeMessage content;

    Message(String group, SenderId sender, boolean own, WholeMessage content) {
        this.group = Objects.requireNonNull(group);
        this.sender = Objects.requireNonNull(sender);
        this.own = own;
        this.content = content;
    }

    /** A message that has not been sent, for whoever tests a listener; the bytes are copied. */
    public Message(String group, SenderId sender, boolean own, byte[] payload) {
        this(group, sender, own, WholeMessage.of(List.of(payload.clone()), payload.length));
    }

    /** The group it was sent to. */
    public String group() {
        return group;
    }

    /** Who sent it: one membership of one process. */
    public SenderId sender() {
        return sender;
    }

    /** Whether this node sent it. */
    public boolean own() {
        return own;
    }

    /** How many bytes it has, 0 or more. */
    public int length() {
        return content.length();
    }

    /** The bytes, copied into a new array at each call: the caller's to keep and to change. */
    public byte[] payload() {
        return content.payload();
    }

    /**
     * The bytes, read-only, in a new buffer at each call. A message of up to {@value Segment#MIN_PAYLOAD} bytes is not copied
     * for it, a longer one is put together.
     */
    public ByteBuffer bytes() {
        return content.bytes();
    }

    @Override
    public String toString() {
        return "message of " + length() + " bytes to group " + group + " from " + sender;
    }
}
