package org.xpand.protocols.segment;

import java.util.Optional;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;

/**
 * The header before a message's bytes in its first segment, if that segment is {@link Segment#HEADED}. Layout: kind (1), number
 * (6), the sender's time (6); if the message is for one member only, that member's site (8) and process (8); if it belongs to an
 * exchange, such as a request and its reply, the exchange's id (8). Read in place, since every member checks every message.
 *
 * <p>Numbers count the messages to the group, from 1 on. A message to one member has the number of the message to the group
 * before it.
 */
public final class MessageHeader {
    /** Bytes of a header of a message to the group. */
    public static final int LENGTH = 13;
    /** Most bytes of a header. */
    public static final int MAX_LENGTH = LENGTH + 24;
    /** Greatest kind of message. */
    public static final int MAX_KIND = 0x3f;
    /** The kind of messages of an application, to the group or to one member. */
    public static final int APPLICATION = 0;
    /** The kind of a request to one member; an exchange. */
    public static final int REQUEST = 1;
    /** The kind of an answer to a request. */
    public static final int REPLY = 2;
    /** The kind of a refusal to answer a request, with the reason in UTF-8. */
    public static final int REFUSAL = 3;

    /** The kind of a request for the state; exchanges of this and the following kinds are transfers of it. */
    public static final int STATE_REQUEST = 4;
    /** The kind of the beginning of a state: the messages that it covers. */
    public static final int STATE_BEGIN = 5;
    /** The kind of a piece of a state: its offset (8) and bytes. */
    public static final int STATE_PIECE = 6;
    /** The kind of the end of a state: its length (8). */
    public static final int STATE_END = 7;
    /** The kind of a permission for pieces up to an offset (8). */
    public static final int STATE_CREDIT = 8;
    /** The kind of a refusal of a state: the reason (1), and up to 400 bytes of UTF-8 that say more about a failure. */
    public static final int STATE_REFUSAL = 9;
    /** The kind of a notice that a state is no longer wanted. */
    public static final int STATE_CANCEL = 10;

    /** The kind of an announcement of a member's attributes to another one. */
    public static final int ATTRIBUTES = 11;

    /** The kind of a notice to a member that another one was on an island: its site then (8), and for how long, ms (8). */
    public static final int ISLANDER = 12;
    /** The kind of the answer to that: this member was not there. */
    public static final int NOT_ISLANDER = 13;

    /**
     * The kind of an announcement that the sender sends again what it sent under a former identity. It has that identity in the place of the
     * addressed member, so that nobody delivers it, and every member reads it.
     */
    public static final int CONTINUES = 14;

    private static final int ADDRESSED = 0x80;
    private static final int EXCHANGE = 0x40;
    private static final int NUMBER = 1;
    private static final int TIME = 7;
    private static final int TARGET = 13;

    private MessageHeader() {
    }

    /**
     * Makes a header whose number is not known yet; the sender writes it with {@link #number(Segment, long)} when it accepts the message.
     *
     * @param kind       0 to {@link #MAX_KIND}
     * @param timeMillis the sender's time, milliseconds since 1970 in UTC
     * @param target     the addressed member; null for the group
     * @return the header's bytes, {@link #LENGTH} or more
     * @throws IllegalArgumentException if the kind is not allowed
     */
    public static byte[] of(int kind, long timeMillis, SenderId target) {
        return of(kind, timeMillis, target, 0);
    }

    /**
     * Makes a header of a message that belongs to an exchange, like {@link #of(int, long, SenderId)}.
     *
     * @param kind       0 to {@link #MAX_KIND}
     * @param timeMillis the sender's time, milliseconds since 1970 in UTC
     * @param target     the addressed member; null for the group
     * @param exchange   the exchange's id; 0 for none
     * @return the header's bytes, {@link #LENGTH} to {@link #MAX_LENGTH}
     * @throws IllegalArgumentException if the kind is not allowed
     */
    public static byte[] of(int kind, long timeMillis, SenderId target, long exchange) {
        if (kind < 0 || kind > MAX_KIND) {
            throw new IllegalArgumentException("message kind " + kind + ": accepted are 0 to " + MAX_KIND);
        }
        byte flags = (byte) (kind | (target == null ? 0 : ADDRESSED) | (exchange == 0 ? 0 : EXCHANGE));
        byte[] header = new byte[length(flags)];
        header[0] = flags;
        put(header, TIME, timeMillis, 6);
        if (target != null) {
            put(header, TARGET, target.site().value(), 8);
            put(header, TARGET + 8, target.member().value(), 8);
        }
        if (exchange != 0) {
            put(header, header.length - 8, exchange, 8);
        }
        return header;
    }

    /** Whether {@code length} bytes of an array from an offset on are enough for the header that they begin with. */
    static boolean fits(byte[] array, int offset, int length) {
        return length >= LENGTH && length >= length(array[offset]);
    }

    /**
     * Where the message's own bytes begin.
     *
     * @param first a segment that is {@link Segment#headed}
     * @return the length of its header, bytes
     */
    public static int length(Segment first) {
        return length(flags(first));
    }

    private static byte flags(Segment first) {
        return first.array()[first.offset()];
    }

    private static int length(byte flags) {
        return LENGTH + ((flags & ADDRESSED) != 0 ? 16 : 0) + ((flags & EXCHANGE) != 0 ? 8 : 0);
    }

    /**
     * The exchange that the message belongs to.
     *
     * @param first a segment that is {@link Segment#headed}
     * @return the exchange's id; 0 for none
     */
    public static long exchange(Segment first) {
        return (flags(first) & EXCHANGE) == 0 ? 0 : get(first, length(first) - 8, 8);
    }

    /**
     * What kind of message it is. A kind from the wire may be one that this version does not know.
     *
     * @param first a segment that is {@link Segment#headed}
     * @return 0 to {@link #MAX_KIND}
     */
    public static int kind(Segment first) {
        return flags(first) & MAX_KIND;
    }

    /**
     * Whether the message is for one member only. The others receive its segments too, and skip it.
     *
     * @param first a segment that is {@link Segment#headed}
     * @return false if it is for the group
     */
    public static boolean isAddressed(Segment first) {
        return (flags(first) & ADDRESSED) != 0;
    }

    /**
     * Whether a member is to deliver the message.
     *
     * @param first  a segment that is {@link Segment#headed}
     * @param member the member that has received it
     * @return whether the message is for the group or for this member alone
     */
    public static boolean isFor(Segment first, SenderId member) {
        return !isAddressed(first) || get(first, TARGET + 8, 8) == member.member().value()
                && get(first, TARGET, 8) == member.site().value();
    }

    /**
     * The member that the message is for.
     *
     * @param first a segment that is {@link #isAddressed}
     * @return the member; empty if no member can have that identity
     */
    public static Optional<SenderId> member(Segment first) {
        long member = get(first, TARGET + 8, 8);
        return member == 0 ? Optional.empty() : Optional.of(new SenderId(target(first), member));
    }

    /**
     * The site of the member that the message is for.
     *
     * @param first a segment that is {@link #isAddressed}
     * @return the site
     */
    static SiteId target(Segment first) {
        return new SiteId(get(first, TARGET, 8));
    }

    /**
     * The message's number among its sender's messages to the group.
     *
     * @param first a segment that is {@link Segment#headed}
     * @return 1 or more; of a message to one member the number of the message to the group before it, 0 if there is none
     */
    public static long number(Segment first) {
        return get(first, NUMBER, 6);
    }

    /**
     * When the sender sent the message, by its own clock, which may differ from the receiver's.
     *
     * @param first a segment that is {@link Segment#headed}
     * @return milliseconds since 1970 in UTC
     */
    public static long timeMillis(Segment first) {
        return get(first, TIME, 6);
    }

    /**
     * Writes the number, which is not known when a message is cut, into the segment's bytes. Only for the sender that accepts the message, before
     * anybody else has the segment.
     *
     * @param first  a segment that is {@link Segment#headed}
     * @param number less than 2^48
     */
    public static void number(Segment first, long number) {
        put(first.array(), first.offset() + NUMBER, number, 6);
    }

    private static void put(byte[] bytes, int at, long value, int length) {
        for (int i = 0; i < length; i++) {
            bytes[at + i] = (byte) (value >>> 8 * (length - 1 - i));
        }
    }

    private static long get(Segment first, int at, int length) {
        byte[] bytes = first.array();
        int start = first.offset() + at;
        long value = 0;
        for (int i = 0; i < length; i++) {
            value = value << 8 | bytes[start + i] & 0xff;
        }
        return value;
    }
}
