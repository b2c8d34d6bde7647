package org.xpand.protocols.relay;

import java.util.TreeMap;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SenderId;

/** How far the members of a site are with one sender. */
final class SenderProgress {
    private final SenderId sender;
    private final TreeMap<MemberId, MemberPosition> members = new TreeMap<>();
    private boolean open;
    private boolean startsAwaited;

    SenderProgress(SenderId sender) {
        this.sender = sender;
    }

    SenderId sender() {
        return sender;
    }

    /** Whether the members have been told from where on they hear this sender. */
    boolean open() {
        return open;
    }

    void opened() {
        open = true;
    }

    /** The members are to be told anew from where on they hear this sender. */
    void closed() {
        open = false;
    }

    /** Whether members have yet to be told from where on they hear this sender. */
    boolean startsAwaited() {
        return startsAwaited;
    }

    void startsAwaited(boolean value) {
        startsAwaited = value;
    }

    TreeMap<MemberId, MemberPosition> members() {
        return members;
    }

    /** The least that the members, but for those not waited for, have and take. */
    long least(java.util.Set<MemberId> notWaitedFor, boolean limits) {
        long least = Long.MAX_VALUE;
        for (var entry : members.entrySet()) {
            if (!notWaitedFor.contains(entry.getKey())) {
                least = Math.min(least, limits ? entry.getValue().limit() : entry.getValue().next());
            }
        }
        return least;
    }
}
