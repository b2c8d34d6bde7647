package org.xpand.protocols.relay;

import java.util.Set;
import java.util.TreeSet;
import org.xpand.protocols.api.Epoch;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.reliability.ReliabilityLayer;
import org.xpand.protocols.wire.WireWriter;

/**
 * Tells the members of the site who is one, and whose word on how far it is the delegate awaits: repeatedly, since a member
 * may miss it, and more often while any word is awaited.
 */
final class MemberNotices {
    private static final long FIRST_INTERVAL_NANOS = 50_000_000;

    private final SiteId home;
    private final GroupId group;
    private final Epoch epoch;
    private final long longestIntervalNanos;
    private final RelayOutput output;
    private final Set<MemberId> members;
    private final WireWriter out = new WireWriter(new byte[LanMessage.MAX_LENGTH]);
    private final TreeSet<MemberId> awaited = new TreeSet<>();
    private long nextNanos;
    private long intervalNanos = FIRST_INTERVAL_NANOS;
    private boolean due;
    private int toldChanges;

    /**
     * @param members the members, at any time
     */
    MemberNotices(SiteId home, GroupId group, Epoch epoch, RelayConfig config, RelayOutput output, Set<MemberId> members) {
        this.home = home;
        this.group = group;
        this.epoch = epoch;
        this.longestIntervalNanos = config.membersIntervalNanos();
        this.output = output;
        this.members = members;
    }

    /** Others are members now. */
    void changed(long nowNanos) {
        due = true;
        nextNanos = nowNanos;
        intervalNanos = FIRST_INTERVAL_NANOS;
    }

    /** A member was put out. */
    void oneLess() {
        due = true;
    }

    /** A member is to tell how far it is with everyone. */
    void await(MemberId member) {
        awaited.add(member);
    }

    /** All members are to tell once more. */
    void awaitAll() {
        awaited.addAll(members);
    }

    /** A member has told, or is one no more. */
    void awaitNoMore(MemberId member) {
        awaited.remove(member);
    }

    /** Whether a member has yet to tell how far it is. */
    boolean awaits(MemberId member) {
        return awaited.contains(member);
    }

    /** Tells the members if it is time; answers whether it is time, too, to repeat whatever they may have missed. */
    boolean run(ReliabilityLayer stack, long nowNanos) {
        boolean again = nowNanos - nextNanos >= 0;
        if (again) {
            nextNanos = nowNanos + intervalNanos;
            intervalNanos = awaited.isEmpty() ? longestIntervalNanos : Math.min(2 * intervalNanos, longestIntervalNanos);
        }
        // Under another delegate the members say which sites are waited for: what is sent to one of which they have not been told
        // would be lost to it if this delegate died now.
        if (again || due || toldChanges != stack.receiverChanges()) {
            due = false;
            toldChanges = stack.receiverChanges();
            tell(stack);
        }
        return again;
    }

    /** When {@link #run} is to be called again. */
    long nextNanos() {
        return nextNanos;
    }

    private void tell(ReliabilityLayer stack) {
        LanMessage.begin(out, LanMessage.MEMBERS, group).putLong(epoch.value()).putShort(members.size());
        members.forEach(member -> out.putMember(member).putByte(awaited.contains(member) ? 0 : 1));
        // Parts of a site that has split are found where they are now, and may not be there any more.
        stack.receivers().stream().filter(site -> stack.home(site).equals(site) && !site.equals(home))
                .forEach(site -> out.putLong(site.value()));
        output.inOrder(LanMessage.bytes(out));
    }
}
