package org.xpand.protocols.relay;

import java.util.Collection;
import java.util.TreeMap;
import java.util.TreeSet;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SenderId;

/**
 * Senders that the members were recently asked to forget. An acknowledgement that a member sent before that may arrive
 * afterwards; it would look like one of a sender that this delegate does not know, and the delegate would wait for the member,
 * which has dropped the sender.
 */
final class ForgottenSenders {
    /** Longer than an acknowledgement takes on a slow LAN. */
    private static final long ECHO_NANOS = 5_000_000_000L;

    private final TreeMap<SenderId, Announced> senders = new TreeMap<>();

    private record Announced(TreeSet<MemberId> members, long nanos) {
    }

    /** These members are asked to forget a sender. */
    void add(SenderId sender, Collection<MemberId> members, long nowNanos) {
        senders.put(sender, new Announced(new TreeSet<>(members), nowNanos));
    }

    /** Whether a member may have acknowledged the sender before it was asked. */
    boolean mayEcho(SenderId sender, MemberId member) {
        Announced announced = senders.get(sender);
        return announced != null && announced.members.contains(member);
    }

    /** The member leaves: if it returns it announces what it has received elsewhere. */
    void leaves(MemberId member) {
        senders.values().forEach(announced -> announced.members.remove(member));
    }

    /** Drops senders that were forgotten long enough ago. */
    void expire(long nowNanos) {
        senders.values().removeIf(announced -> nowNanos - announced.nanos >= ECHO_NANOS);
    }
}
