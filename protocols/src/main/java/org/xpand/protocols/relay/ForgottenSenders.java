package org.xpand.protocols.relay;

import java.util.Collection;
import java.util.TreeMap;
import java.util.TreeSet;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SenderId;

/**
 * Senders that the members were told to forget a moment ago. What a member has acknowledged before it was told may arrive
 * afterwards; it would be taken for word of a sender that this delegate has not heard, and the member would be waited for,
 * which knows nothing of the sender any more.
 */
final class ForgottenSenders {
    /** Longer than an acknowledgement is under way on a LAN that does not take much. */
    private static final long ECHO_NANOS = 5_000_000_000L;

    private final TreeMap<SenderId, Told> senders = new TreeMap<>();

    private record Told(TreeSet<MemberId> members, long nanos) {
    }

    /** These members are told to forget a sender. */
    void add(SenderId sender, Collection<MemberId> members, long nowNanos) {
        senders.put(sender, new Told(new TreeSet<>(members), nowNanos));
    }

    /** Whether a member may have acknowledged the sender before it was told. */
    boolean mayEcho(SenderId sender, MemberId member) {
        Told told = senders.get(sender);
        return told != null && told.members.contains(member);
    }

    /** The member goes: if it comes back it says what it has heard elsewhere. */
    void leaves(MemberId member) {
        senders.values().forEach(told -> told.members.remove(member));
    }

    /** Lets go of senders that were forgotten long enough ago. */
    void letGo(long nowNanos) {
        senders.values().removeIf(told -> nowNanos - told.nanos >= ECHO_NANOS);
    }
}
