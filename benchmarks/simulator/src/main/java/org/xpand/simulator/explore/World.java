package org.xpand.simulator.explore;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;
import org.xpand.simulator.site.SimulatedProcess;
import org.xpand.simulator.site.SimulatedSites;

/** Data that all checkers of a group share: the sites, accepted messages, and members that were cut off from their site. */
public final class World {
    /** Longer than the time from the merge of a LAN until one delegate has taken over the state of both halves. */
    private static final long MERGING_NANOS = 1_000_000_000L;

    private final SimulatedSites sites;
    private final GroupName group;
    private final TreeMap<SenderId, Sent> sent = new TreeMap<>();
    private final TreeMap<SenderId, SimulatedProcess> members = new TreeMap<>();
    private final Set<SenderId> outOfTouch = new HashSet<>();
    private final Set<SenderId> gone = new HashSet<>();
    private final Set<SiteId> dropped = new HashSet<>();
    private final Map<SimulatedProcess, GroupService> wrong = new LinkedHashMap<>();
    private final Map<Stream, Integer> offered = new HashMap<>();
    private final Map<SiteId, Long> splitUntilNanos = new HashMap<>();
    /** When the halves of a site's LAN meet: later than the LAN merges if a member hangs then. */
    private final Map<SiteId, Long> apartUntilNanos = new HashMap<>();
    private final List<Split> splits = new ArrayList<>();
    private OptionalLong disturbedUntilNanos = OptionalLong.empty();

    /** The messages of a sender and precedence. */
    private record Stream(SenderId sender, int precedence) {
    }

    /** Accepted messages of one sender: for each the number after its last segment. */
    public static final class Sent {
        private final List<Long> ends = new ArrayList<>();

        /** Number of accepted messages. */
        public int count() {
            return ends.size();
        }

        /** Number of a message's first segment. */
        public long first(int ordinal) {
            return ordinal == 0 ? 0 : ends.get(ordinal - 1);
        }

        /** Number after a message's last segment. */
        public long end(int ordinal) {
            return ends.get(ordinal);
        }
    }

    /** A LAN that was split for a while. */
    public static final class Split {
        private final SiteId site;
        private final SortedSet<SenderId> half;
        private final long noticedNanos;
        private final long endNanos;
        private boolean disturbed;

        Split(SiteId site, SortedSet<SenderId> half, long noticedNanos, long endNanos) {
            this.site = site;
            this.half = half;
            this.noticedNanos = noticedNanos;
            this.endNanos = endNanos;
        }

        /** The site. */
        public SiteId site() {
            return site;
        }

        /** The members of one half. */
        public SortedSet<SenderId> half() {
            return half;
        }

        /** When both halves noticed. */
        public long noticedNanos() {
            return noticedNanos;
        }

        /** When they merged, or when sending ended. */
        public long endNanos() {
            return endNanos;
        }

        /** Whether another fault of the sites happened in that time. */
        public boolean disturbed() {
            return disturbed;
        }
    }

    World(SimulatedSites sites, GroupName group) {
        this.sites = sites;
        this.group = group;
    }

    /** The group. */
    public GroupName group() {
        return group;
    }

    /** The sites. */
    public SimulatedSites sites() {
        return sites;
    }

    void joins(SimulatedProcess process) {
        members.put(process.sender(), process);
        if (isSplitOrMerging(process.site()) || dropped.contains(process.site())) {
            outOfTouch(process.sender());
        }
    }

    /** The process will join with a charter that is not the group's. */
    void wrong(SimulatedProcess process, GroupService charter) {
        wrong.put(process, charter);
    }

    /** The processes that joined with a charter that is not the group's, with that charter. */
    Map<SimulatedProcess, GroupService> wrong() {
        return wrong;
    }

    void accepted(SenderId sender, long end) {
        sent.computeIfAbsent(sender, id -> new Sent()).ends.add(end);
    }

    /** The member's process has died or has left the group. */
    void gone(SenderId member) {
        gone.add(member);
    }

    /** The member may have missed messages, and is notified. */
    void outOfTouch(SenderId member) {
        outOfTouch.add(member);
    }

    /**
     * A site is no longer waited for: its members, and those that join later, may have missed messages, and are notified. While it is left
     * out, parts of it do not receive either, so that nothing is expected of its LAN's later splits.
     */
    void dropped(SiteId site) {
        dropped.add(site);
        outOfTouch(site);
        long now = sites.queue().now();
        disturbed(now, now);
    }

    /** The next message that a sender's application offers. */
    byte[] message(SenderId sender, int length) {
        return Load.message(next(sender, 0), length);
    }

    /** The next message of a precedence that a sender's application offers to a layered group. */
    byte[] layeredMessage(SenderId sender, int precedence, int length) {
        return Load.layeredMessage(precedence, next(sender, precedence), length);
    }

    private int next(SenderId sender, int precedence) {
        return offered.merge(new Stream(sender, precedence), 1, Integer::sum) - 1;
    }

    /**
     * A LAN is split: members of either half, or that join until the halves merge, may miss what the other half has
     * received, and are notified.
     *
     * @param messagesUntilNanos messages are sent until then
     */
    void splits(SiteId site, List<SimulatedProcess> half, long forNanos, long noticeNanos, long messagesUntilNanos) {
        long now = sites.queue().now();
        TreeSet<SenderId> ofHalf = new TreeSet<>();
        half.forEach(each -> ofHalf.add(each.sender()));
        splits(new Split(site, ofHalf, now + noticeNanos, Math.min(now + forNanos, messagesUntilNanos)));
        outOfTouch(site);
        splitUntilNanos.merge(site, now + forNanos, Math::max);
        apartUntilNanos.merge(site, now + forNanos, Math::max);
        sites.queue().schedule(now + forNanos, () -> outOfTouch(site));
    }

    /** Whether a site's LAN is split now. */
    boolean isSplit(SiteId site) {
        return sites.queue().now() < splitUntilNanos.getOrDefault(site, Long.MIN_VALUE);
    }

    /** Whether a site's LAN is split, or its halves have yet to meet. */
    boolean isSplitOrMerging(SiteId site) {
        return sites.queue().now() - MERGING_NANOS < apartUntilNanos.getOrDefault(site, Long.MIN_VALUE);
    }

    /** A member hangs. If its LAN is split or merging, the site has met again only after its return. */
    void hangs(SenderId member, long forNanos, long noticeNanos) {
        if (forNanos > noticeNanos) {
            outOfTouch(member);
        }
        if (isSplitOrMerging(member.site())) {
            apartUntilNanos.merge(member.site(), sites.queue().now() + forNanos, Math::max);
        }
    }

    private void outOfTouch(SiteId site) {
        members.forEach((member, process) -> {
            if (member.site().equals(site)) {
                outOfTouch(member);
            }
        });
    }

    private void splits(Split split) {
        split.disturbed |= dropped.contains(split.site());
        disturbedUntilNanos.ifPresent(until -> split.disturbed |= until - split.noticedNanos > 0);
        splits.add(split);
    }

    /** Another fault of the sites happens, until then. */
    void disturbed(long nowNanos, long untilNanos) {
        splits.forEach(split -> disturb(split, nowNanos));
        long before = disturbedUntilNanos.orElse(untilNanos);
        disturbedUntilNanos = OptionalLong.of(Math.max(before, untilNanos));
    }

    private static void disturb(Split split, long nowNanos) {
        split.disturbed |= nowNanos - split.endNanos < 0;
    }

    /** The LANs that were split. */
    public List<Split> splits() {
        return Collections.unmodifiableList(splits);
    }

    /** Accepted messages of a sender. */
    public Sent sent(SenderId sender) {
        return sent.computeIfAbsent(sender, id -> new Sent());
    }

    /** All members, including former ones, with their processes. */
    public TreeMap<SenderId, SimulatedProcess> members() {
        return members;
    }

    /** Whether the member is still one. */
    public boolean lives(SenderId member) {
        return members.containsKey(member) && !gone.contains(member);
    }

    /** Whether gaps may rightly have been reported to the member. */
    public boolean mayHaveGaps(SenderId member) {
        return outOfTouch.contains(member);
    }
}
