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
 * The senders of this site that another part of it sends for, since the site has split: here they are remote senders, until
 * they are back, or no part has them any more.
 */
final class PartitionMap {
    private final SiteId home;
    private final Set<MemberId> members;
    private final Map<SenderId, SenderProgress> senders;
    private final DepartedSenders departedSenders;
    private final SenderNotices notices;
    /** Who was, when it was last heard of, a member in another part. */
    private final TreeSet<MemberId> elsewhere = new TreeSet<>();
    private SortedSet<MemberId> listed = Collections.emptySortedSet();
    private ReliabilityLayer stack;

    /**
     * @param home    the site
     * @param members the members in this part of it, at any time
     * @param senders what is known of the senders, at any time
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

    /** Whether this part sends for a sender, or sees to what is left of it. */
    boolean isLocal(SenderId sender) {
        return sender.site().equals(home) && (members.contains(sender.member()) || !elsewhere.contains(sender.member()));
    }

    /** Whether it is of this site, and another part sends for it. */
    boolean isElsewhere(SenderId sender) {
        return sender.site().equals(home) && !isLocal(sender);
    }

    /** Other parts have these members now: what they sent before the split is their own part's to repeat. */
    void have(SortedSet<MemberId> present, long nowNanos) {
        if (present.equals(listed)) {
            return;
        }
        for (MemberId member : present) {
            // Who was listed before is here again, or was here last: the other part is about to find out.
            if (!listed.contains(member) && !members.contains(member) && elsewhere.add(member)) {
                SenderId sender = new SenderId(home, member);
                departedSenders.remove(member);
                if (stack != null) {
                    // One that is about to be opened knows nobody yet.
                    stack.drop(sender);
                }
                tellAnew(sender);
            }
        }
        listed = present;
        List.copyOf(senders.values()).forEach(progress -> reclaim(progress, nowNanos));
    }

    /** A member is here now. If it was elsewhere it tells itself where it goes on. */
    void back(MemberId member) {
        elsewhere.remove(member);
    }

    /**
     * A sender that no part has any more, and of which a member here has more than came from elsewhere: the LAN has merged
     * and the sender has died, so it is this part's to bring to all what is left of it.
     */
    void reclaim(SenderProgress progress, long nowNanos) {
        SenderId sender = progress.sender();
        if (!sender.site().equals(home) || isLocal(sender) || listed.contains(sender.member())) {
            return;
        }
        long most = progress.members().values().stream().mapToLong(MemberPosition::next).max().orElse(-1);
        if (most > stack.delivered(sender)) {
            elsewhere.remove(sender.member());
            tellAnew(sender);
            departedSenders.add(sender.member(), nowNanos);
        }
    }

    private void tellAnew(SenderId sender) {
        notices.forget(sender.member());
        SenderProgress progress = senders.get(sender);
        if (progress != null) {
            progress.closed();
        }
    }

    /** Members keep what a sender of their own site sent until it is stable, also while another part sends for it. */
    void tellStable(SenderId sender) {
        if (isElsewhere(sender)) {
            notices.stableElsewhere(sender.member(), stack.stable(sender));
        }
    }

    /** Nothing is known of a sender any more. */
    void forget(SenderId sender) {
        if (sender.site().equals(home) && !listed.contains(sender.member())) {
            elsewhere.remove(sender.member());
        }
    }
}
