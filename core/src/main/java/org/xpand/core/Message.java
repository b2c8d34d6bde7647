package org.xpand.core;

import java.nio.ByteBuffer;
import java.time.Instant;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.relay.WholeMessage;
import org.xpand.protocols.segment.Segment;

/**
 * A message as it was sent. Immutable, and may be kept. The message and its {@link #bytes} are parts of what the LAN carried together, up
 * to 64 KiB, and keep all of that alive: who keeps a few of many messages should keep their {@link #payload}.
 */
public final class Message {
    private final String group;
    private final GroupView.Member from;
    private final boolean own;
    private final WholeMessage content;

    Message(String group, GroupView.Member from, boolean own, WholeMessage content) {
        this.group = Accepted.present("group", group, "the name of a group");
        this.from = Accepted.present("from", from, "a GroupView.Member");
        this.own = own;
        this.content = content;
    }

    /**
     * Creates a message for tests of a listener: not direct, with the sender's identity as its name.
     *
     * @param group   name of the group
     * @param sender  the sender
     * @param own     whether this node is the sender
     * @param payload the bytes, 0 or more, copied
     * @throws IllegalArgumentException naming the argument that is null
     */
    public Message(String group, SenderId sender, boolean own, byte[] payload) {
        this(group, GroupView.Member.unnamed(Accepted.present("sender", sender, "the id of a member")), own,
                WholeMessage.of(Accepted.present("payload", payload, "0 bytes or more").clone()));
    }

    /** {@return name of the group that it was sent to} */
    public String group() {
        return group;
    }

    /** {@return the sender: one membership of one process} */
    public SenderId sender() {
        return from.id();
    }

    /**
     * {@return the sender with its names; one that this node has not yet seen in a view, or has forgotten since it left, has its
     * identity as name}
     */
    public GroupView.Member from() {
        return from;
    }

    /**
     * Returns the number of the message: 1 for the first message of its sender to the group, and so on. A message
     * {@linkplain #direct to this node alone} has the number of the sender's last message to the group before it, which is 0 before
     * the first.
     *
     * @return the number, 0 or more
     */
    public long number() {
        return content.number();
    }

    /** {@return when it was sent, by the clock of its sender's computer, precise to a millisecond; the clocks of two senders may differ} */
    public Instant time() {
        return Instant.ofEpochMilli(content.timeMillis());
    }

    /** {@return whether it was sent to this node alone, not to the group} */
    public boolean direct() {
        return content.isAddressed();
    }

    /** {@return whether this node sent it} */
    public boolean own() {
        return own;
    }

    /** {@return its length in bytes, 0 or more} */
    public int length() {
        return content.length();
    }

    /** {@return the bytes, copied into a new array at each call; the caller may keep and change it} */
    public byte[] payload() {
        return content.payload();
    }

    /**
     * Returns the bytes without a copy if there are at most {@value Segment#MIN_PAYLOAD}; longer messages are assembled at each
     * call.
     *
     * @return a new read-only buffer
     */
    public ByteBuffer bytes() {
        return content.bytes();
    }

    @Override
    public String toString() {
        return "message of " + length() + " bytes to group " + group + " from " + from.label();
    }
}
