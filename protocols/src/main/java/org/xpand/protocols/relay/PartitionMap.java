package org.xpand.protocols.relay;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.reliability.ReliabilityLayer;

/**
 * The senders of this site for which another part of it sends, since the site has split: here they are remote senders, until
 * they return, or no part has them any longer.
 */
final class PartitionMap {
    private final SiteId home;
    private final Set<MemberId> members;
    private final Map<SenderId, SenderProgress> senders;
    private final DepartedSenders departedSenders;
    private final SenderNotices notices;
    /** Members last known to be in another part. */
    private final TreeSet<MemberId> elsewhere = new TreeSet<>();
    private SortedSet<MemberId> listed = Collections.emptySortedSet();
    private ReliabilityLayer stack;

    /**
     * @param home    the site
     * @param members the members in this part of it, a live view
     * @param senders the progress of the senders; a live view
     */
    PartitionMap(SiteId home, Set<MemberId> members, Map<SenderId, SenderProgress> senders, DepartedSenders departedSenders,
               SenderNotices notices) {
        this.home = home;
        this.members = members;
        this.senders = senders;
        this.departedSenders = departedSenders;
        this.notices = notices;
    }

    void connect(ReliabilityLayer top) {
        stack = top;
    }

    /** Whether this part sends for a sender, or recovers it. */
    boolean isLocal(SenderId sender) {
        return sender.site().equals(home) && (members.contains(sender.member()) || !elsewhere.contains(sender.member()));
    }

    /** Whether a sender is of this site, and another part sends for it. */
    boolean isElsewhere(SenderId sender) {
        return sender.site().equals(home) && !isLocal(sender);
    }

    /** Other parts have these members now: what they sent before the split is repeated by their own part. */
    void have(SortedSet<MemberId> present, long nowNanos) {
        if (present.equals(listed)) {
            return;
        }
        for (MemberId member : present) {
            // A member listed before has returned here, or was here last: the other part will soon learn that.
            if (!listed.contains(member) && !members.contains(member) && elsewhere.add(member)) {
                SenderId sender = new SenderId(home, member);
                departedSenders.remove(member);
                if (stack != null) {
                    // A stack that is about to be opened knows no sender yet.
                    stack.drop(sender);
                }
                announceAgain(sender);
            }
        }
        listed = present;
        List.copyOf(senders.values()).forEach(progress -> reclaim(progress, nowNanos));
    }

    /** A member is here now. If it was elsewhere it announces itself where it continues. */
    void back(MemberId member) {
        elsewhere.remove(member);
    }

    /**
     * Takes over a sender that no part has any longer, and of which a member here has more than arrived from elsewhere: the LAN has
     * merged and the sender has died, so this part has to recover it.
     */
    void reclaim(SenderProgress progress, long nowNanos) {
        SenderId sender = progress.sender();
        if (!sender.site().equals(home) || isLocal(sender) || listed.contains(sender.member())) {
            return;
        }
        long most = progress.members().values().stream().mapToLong(MemberPosition::next).max().orElse(-1);
        if (most > stack.delivered(sender)) {
            elsewhere.remove(sender.member());
            announceAgain(sender);
            departedSenders.add(sender.member(), nowNanos);
        }
    }

    private void announceAgain(SenderId sender) {
        notices.forget(sender.member());
        SenderProgress progress = senders.get(sender);
        if (progress != null) {
            progress.closed();
        }
    }

    /** Members keep what a sender of their own site sent until it is stable, even while another part sends for it. */
    void announceStable(SenderId sender) {
        if (isElsewhere(sender)) {
            notices.stableElsewhere(sender.member(), stack.stable(sender));
        }
    }

    /** Drops the state of a sender. */
    void forget(SenderId sender) {
        if (sender.site().equals(home) && !listed.contains(sender.member())) {
            elsewhere.remove(sender.member());
        }
    }
}
