package org.xpand.core;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.relay.WholeMessage;
import org.xpand.protocols.segment.Segment;

/** A message as it was sent. Immutable, and may be kept; {@link #bytes} keeps what the group holds of it alive as well. */
public final class Message {
    private final String group;
    private final GroupView.Member from;
    private final boolean own;
    private final WholeMessage content;

    Message(String group, GroupView.Member from, boolean own, WholeMessage content) {
        this.group = Objects.requireNonNull(group);
        this.from = Objects.requireNonNull(from);
        this.own = own;
        this.content = content;
    }

    /** A message that has not been sent, for whoever tests a listener; the bytes are copied. */
    public Message(String group, SenderId sender, boolean own, byte[] payload) {
        this(group, GroupView.Member.unnamed(sender), own,
                WholeMessage.of(List.of(payload.clone()), payload.length));
    }

    /** The group it was sent to. */
    public String group() {
        return group;
    }

    /** Who sent it: one membership of one process. */
    public SenderId sender() {
        return from.id();
    }

    /**
     * Who sent it, with names for people. A sender that this node has not seen in a view yet, or has forgotten since it left,
     * is named by its identity.
     */
    public GroupView.Member from() {
        return from;
    }

    /**
     * Its number: 1 for the first message that its sender sent to the group, and so on. A message {@linkplain #direct to this
     * node alone} has the number of the one to the group before it, which is 0 before the first.
     */
    public long number() {
        return content.number();
    }

    /** When it was sent, by the clock of its sender's computer, to the millisecond. */
    public Instant time() {
        return Instant.ofEpochMilli(content.timeMillis());
    }

    /** Whether it was sent to this node alone, and not to the group. */
    public boolean direct() {
        return content.isAddressed();
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
        return "message of " + length() + " bytes to group " + group + " from " + from.label();
    }
}
