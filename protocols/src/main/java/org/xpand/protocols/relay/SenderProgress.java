package org.xpand.protocols.relay;

import java.util.Set;
import java.util.TreeMap;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SenderId;

/** The positions of the members of a site in one sender. */
final class SenderProgress {
    private final SenderId sender;
    private final TreeMap<MemberId, MemberPosition> members = new TreeMap<>();
    private boolean open;
    private boolean startsAwaited;
    private boolean fromFirst;
    private long reached = Long.MAX_VALUE;

    SenderProgress(SenderId sender) {
        this.sender = sender;
    }

    SenderId sender() {
        return sender;
    }

    /** Whether the start number of this sender has been announced to the members. */
    boolean open() {
        return open;
    }

    /** @param first number of the first segment that they receive */
    void opened(long first) {
        open = true;
        fromFirst |= first == 0;
    }

    /** Whether nothing of this sender had come to the site before this delegate opened it. */
    boolean fromFirst() {
        return fromFirst;
    }

    /** The start number of this sender has to be announced to the members anew. */
    void closed() {
        open = false;
    }

    /** Whether the start number of this sender has yet to be announced to some members. */
    boolean startsAwaited() {
        return startsAwaited;
    }

    void startsAwaited(boolean value) {
        startsAwaited = value;
    }

    /**
     * The least position of the members, which does not grow while one of them has yet to announce its own: it may be lower than assumed, and
     * what the others have must be kept for it.
     *
     * @param notWaitedFor members that do not count
     */
    long reached(Set<MemberId> notWaitedFor) {
        long least = Long.MAX_VALUE;
        boolean anyAssumed = false;
        for (var entry : members.entrySet()) {
            if (!notWaitedFor.contains(entry.getKey())) {
                least = Math.min(least, entry.getValue().next());
                anyAssumed |= entry.getValue().isAssumed();
            }
        }
        reached = anyAssumed ? Math.min(least, reached) : least;
        return reached;
    }

    TreeMap<MemberId, MemberPosition> members() {
        return members;
    }

    /** The least position or limit of the members, except those not waited for. */
    long least(Set<MemberId> notWaitedFor, boolean limits) {
        long least = Long.MAX_VALUE;
        for (var entry : members.entrySet()) {
            if (!notWaitedFor.contains(entry.getKey())) {
                least = Math.min(least, limits ? entry.getValue().limit() : entry.getValue().next());
            }
        }
        return least;
    }
}
