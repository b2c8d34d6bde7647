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
 * Announces to the members of the site who the members are, and whose {@link LanMessage#START} the delegate awaits: repeatedly,
 * since a member may miss it, and more often while any is awaited.
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
    private int announcedChanges;

    /**
     * @param members the members; a live view
     */
    MemberNotices(SiteId home, GroupId group, Epoch epoch, RelayConfig config, RelayOutput output, Set<MemberId> members) {
        this.home = home;
        this.group = group;
        this.epoch = epoch;
        this.longestIntervalNanos = config.membersIntervalNanos();
        this.output = output;
        this.members = members;
    }

    /** The members have changed. */
    void changed(long nowNanos) {
        due = true;
        nextNanos = nowNanos;
        intervalNanos = FIRST_INTERVAL_NANOS;
    }

    /** A member was excluded. */
    void memberExcluded() {
        due = true;
    }

    /** A member has to announce its positions in all senders. */
    void await(MemberId member) {
        awaited.add(member);
    }

    /** All members have to announce their positions once more. */
    void awaitAll() {
        awaited.addAll(members);
    }

    /** A member has announced its positions, or has left. */
    void awaitNoMore(MemberId member) {
        awaited.remove(member);
    }

    /** Whether a member has yet to announce its positions. */
    boolean awaits(MemberId member) {
        return awaited.contains(member);
    }

    /** Announces the members if it is time; returns whether it is also time to repeat announcements that they may have missed. */
    boolean run(ReliabilityLayer stack, long nowNanos) {
        boolean again = nowNanos - nextNanos >= 0;
        if (again) {
            nextNanos = nowNanos + intervalNanos;
            intervalNanos = awaited.isEmpty() ? longestIntervalNanos : Math.min(2 * intervalNanos, longestIntervalNanos);
        }
        // The next delegate learns from the members which sites are waited for: if this delegate died now, segments sent to a site
        // that was
        // not announced to them would be lost to it.
        if (again || due || announcedChanges != stack.receiverChanges()) {
            due = false;
            announcedChanges = stack.receiverChanges();
            update(stack);
        }
        return again;
    }

    /** When {@link #run} is to be called again. */
    long nextNanos() {
        return nextNanos;
    }

    private void update(ReliabilityLayer stack) {
        LanMessage.begin(out, LanMessage.MEMBERS, group).putLong(epoch.value()).putShort(members.size());
        members.forEach(member -> out.putMember(member).putByte(awaited.contains(member) ? 0 : 1));
        // Parts of a split site are announced as their site: they may no longer exist.
        stack.receivers().stream().filter(site -> stack.home(site).equals(site) && !site.equals(home))
                .forEach(site -> out.putLong(site.value()));
        output.inOrder(LanMessage.bytes(out));
    }
}
