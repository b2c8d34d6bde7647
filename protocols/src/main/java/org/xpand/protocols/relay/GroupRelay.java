package org.xpand.protocols.relay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import org.xpand.protocols.api.Epoch;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.reliability.Delivery;
import org.xpand.protocols.reliability.ReliabilityLayer;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * One group at its site's delegate, between the LAN and the WAN stack: passes local senders' segments to the stack and
 * remote senders' segments to the LAN, determines the number from which on each member receives each sender, tracks the progress of
 * each member, sends members what they lack, and divides the rate among the senders. Not thread-safe.
 */
public final class GroupRelay implements Delivery, SiteRelay {
    private final SiteId home;
    private final GroupId group;
    private final Epoch epoch;
    private final Events events;
    private final RelayOutput output;
    private final DepartedSenderRecovery recovery;
    private final DepartedSenders departedSenders;
    private final SenderStarts starts;
    private final Shares shares;
    private final SenderNotices notices;
    private final PartitionMap partitionMap;
    private final SlowMembers slowMembers;
    private final MemberNotices memberNotices;
    private final LocalSegments localSegments;
    private final StackProgress stackProgress;
    private final MemberChecks checks;
    private final WireWriter out = new WireWriter(new byte[LanMessage.MAX_LENGTH]);
    private final TreeMap<MemberId, LocalMember> members = new TreeMap<>();
    private final ForgottenSenders forgotten = new ForgottenSenders();
    private Set<ProcessId> up = Set.of();
    private ReliabilityLayer stack;
    private long ranNanos;

    /** Listener of events for display. */
    public interface Events {
        /**
         * A member of this site holds the group up, or no longer does, or was excluded for it.
         *
         * @param text one line for display, with the member's name
         */
        void slowMember(String text);

        /**
         * Another site is no longer waited for: it may lack messages from now on.
         *
         * @param site   the other site
         * @param reason one line for display
         */
        void siteDropped(SiteId site, String reason);

        /**
         * Segments that an awaited site lacks have been released: reported when that begins, and in summary when the site is reachable again.
         *
         * @param site the awaited site
         * @param text what it lacks, as one line for display
         */
        default void released(SiteId site, String text) {
            // Needed only by listeners that report it to users.
        }

        /**
         * The source of another site no longer waits for this site: messages of its senders may be missing here from now on.
         *
         * @param source the other site
         */
        void excludedBy(SiteId source);
    }

    /**
     * @param home   the site, of which this may be a part: the members' identities contain it
     * @param group  identity of the group
     * @param epoch  the delegate's incarnation, random, not 0
     * @param config settings
     * @param lan    the site's LAN
     * @param events listener of events
     */
    public GroupRelay(SiteId home, GroupId group, Epoch epoch, RelayConfig config, LanOut lan, Events events) {
        this.home = home;
        this.group = group;
        this.epoch = epoch;
        this.events = events;
        this.output = new RelayOutput(lan, group, this::beginAnew);
        this.memberNotices = new MemberNotices(home, group, epoch, config, output, members.keySet());
        this.recovery = new DepartedSenderRecovery(home, group, epoch, lan, output, members, new DepartedStreams());
        this.departedSenders = new DepartedSenders(config.slowMemberTimeoutNanos(), config.retentionSegments(), recovery);
        this.starts = new SenderStarts(config, group, epoch, output, members.keySet(), memberNotices, departedSenders);
        this.shares = new Shares(config);
        this.notices = new SenderNotices(home, group, epoch, lan, shares, config.muchProgress());
        this.partitionMap = new PartitionMap(home, members.keySet(), starts.senders(), departedSenders, notices);
        this.slowMembers = new SlowMembers(config, lan, group, epoch, output, members, starts, events, new SlowMemberActions());
        this.localSegments = new LocalSegments(home, group, epoch, lan, members, departedSenders);
        this.stackProgress = new StackProgress(starts, slowMembers, partitionMap);
        this.checks = new MemberChecks(starts, slowMembers, partitionMap, stackProgress);
    }

    /**
     * Connects the relay with the top of its stack; called once, before everything else except {@link #elsewhere}.
     *
     * @param top the reliability layer, whose output is this relay
     */
    public void connect(ReliabilityLayer top) {
        stack = top;
        recovery.connect(top);
        partitionMap.connect(top);
        starts.connect(top, partitionMap);
        stackProgress.connect(top);
        checks.connect(top);
    }

    @Override
    public void processes(Set<ProcessId> processes) {
        up = Set.copyOf(processes);
    }

    @Override
    public void members(List<LocalMember> now, long nowNanos) {
        TreeMap<MemberId, LocalMember> wanted = new TreeMap<>();
        now.forEach(member -> wanted.put(member.member(), member));
        slowMembers.removeExcluded(wanted);
        if (wanted.equals(members)) {
            return;
        }
        for (LocalMember member : List.copyOf(members.values())) {
            if (!wanted.containsKey(member.member())) {
                if (!up.contains(member.process())) {
                    stack.keepStable(nowNanos);
                }
                remove(member.member(), nowNanos);
            }
        }
        for (LocalMember member : wanted.values()) {
            if (members.putIfAbsent(member.member(), member) == null) {
                add(member.member());
            }
        }
        departedSenders.membersChanged(nowNanos);
        stackProgress.announceAll(nowNanos);
        memberNotices.changed(nowNanos);
    }

    /**
     * Announcements to members were dropped: each member has to announce its positions once more, and gets its start numbers again.
     */
    private void beginAnew() {
        memberNotices.awaitAll();
        slowMembers.notifyExpelled();
    }

    private void add(MemberId member) {
        departedSenders.remove(member);
        departedSenders.joins(member);
        memberNotices.await(member);
        partitionMap.back(member);
        starts.joins(member);
    }

    private void remove(MemberId member, long nowNanos) {
        members.remove(member);
        departedSenders.leaves(member);
        memberNotices.awaitNoMore(member);
        slowMembers.leaves(member);
        forgotten.leaves(member);
        localSegments.leaves(member);
        shares.remove(new SenderId(home, member));
        starts.leaves(member);
        if (starts.senders().containsKey(new SenderId(home, member))) {
            departedSenders.add(member, nowNanos);
        }
    }

    @Override
    public boolean isLocal(SenderId sender) {
        return partitionMap.isLocal(sender);
    }

    @Override
    public void elsewhere(SortedSet<MemberId> present, long nowNanos) {
        partitionMap.have(present, nowNanos);
    }

    @Override
    public void handle(int kind, ProcessId fromProcess, WireReader in, long nowNanos) {
        switch (kind) {
            case LanMessage.LOCAL_SEGMENTS, LanMessage.RELAYED_SEGMENTS -> localSegments.read(kind, in, stack, nowNanos);
            case LanMessage.ACK, LanMessage.START, LanMessage.HELD -> {
                LocalMember from = memberIn(fromProcess);
                if (epoch.is(in.getLong()) && from != null) {
                    handleOfEpoch(kind, from, in, nowNanos);
                }
            }
            default -> {
                // For the members.
            }
        }
    }

    @Override
    public void segments(SegmentMessage message, long nowNanos) {
        localSegments.take(message, stack, nowNanos);
    }

    private LocalMember memberIn(ProcessId process) {
        for (LocalMember member : members.values()) {
            if (member.process().equals(process)) {
                return member;
            }
        }
        return null;
    }

    private void handleOfEpoch(int kind, LocalMember from, WireReader in, long nowNanos) {
        switch (kind) {
            case LanMessage.ACK -> {
                double demand = in.getDouble();
                if (demand >= 0 && demand <= Double.MAX_VALUE) {
                    shares.demand(new SenderId(home, from.member()), demand);
                }
                while (in.remaining() > 0) {
                    SenderId sender = in.getSender();
                    in.getLong();
                    acknowledged(from.member(), sender, in.getNumber(), in.getNumber(), nowNanos);
                }
            }
            case LanMessage.START -> {
                long first = in.getNumberOrNone();
                double rate = in.getDouble();
                stack.predecessorRate(rate, nowNanos);
                shares.predecessorRate(rate);
                List<SiteId> sites = new ArrayList<>();
                while (in.remaining() > 0) {
                    sites.add(new SiteId(in.getLong()));
                }
                stack.expect(sites, nowNanos);
                start(from.member(), first, nowNanos);
            }
            default -> departedSenders.held(in.getMember(), from.member(), in.getNumberOrNone(), in.getNumberOrNone(), in.getNumberOrNone());
        }
    }

    private void acknowledged(MemberId member, SenderId sender, long next, long limit, long nowNanos) {
        if (limit < next) {
            throw new MalformedPacketException("an acknowledgement of " + next + " with the limit " + limit);
        }
        SenderProgress known = starts.senders().get(sender);
        if ((known == null || !known.open()) && forgotten.mayEcho(sender, member)) {
            return;
        }
        SenderProgress progress = starts.progress(sender);
        if (!progress.open() && isLocal(sender) && !members.containsKey(sender.member())) {
            departedSenders.add(sender.member(), nowNanos);
        }
        long delivered = stack.delivered(sender);
        if (!sender.site().equals(home) && (!progress.open() || delivered >= 0 && next > delivered)) {
            stack.receivedBefore(sender, next, nowNanos);
        }
        if (memberNotices.awaits(member)) {
            // It has been here under another delegate, which may have vanished; or it has returned and lacks stable segments.
            stack.keepStable(nowNanos);
        }
        MemberPosition position = progress.members().computeIfAbsent(member,
                id -> new MemberPosition(next, limit));
        position.announced(next, limit);
        partitionMap.reclaim(progress, nowNanos);
        if (departedSenders.contains(sender.member()) && isLocal(sender) && next > stack.end(sender)) {
            departedSenders.recoverMore(sender.member(), nowNanos);
        }
        slowMembers.accepts(member, limit - next, stack);
        slowMembers.announced(member, progress, stack, nowNanos);
        stackProgress.announce(progress, nowNanos);
    }

    /** A member has announced its positions in all senders, and sends from {@code first} on. */
    private void start(MemberId member, long first, long nowNanos) {
        SenderId sender = new SenderId(home, member);
        if (first > 0) {
            // Other members may have been with it under the former delegate, and be in another part of the site now.
            stack.keepStable(nowNanos);
        }
        if (first >= 0 && stack.open(sender, first, nowNanos)) {
            stackProgress.announce(starts.open(sender, first), nowNanos);
        } else {
            starts.back(sender);
        }
        starts.announced(member);
        memberNotices.awaitNoMore(member);
        starts.announce(member);
    }

    @Override
    public boolean deliver(SenderId sender, long number, Segment segment, long nowNanos) {
        SenderProgress progress = starts.senders().get(sender);
        if (progress == null || !progress.open()) {
            stackProgress.announce(starts.open(sender, firstOf(sender, progress, number)), nowNanos);
        } else {
            starts.startIfAnnounced(progress, number);
        }
        return output.segment(sender, number, segment);
    }

    /**
     * The number from which on a sender is received. One that nobody here knows and that is in another part of the site joined there while the parts
     * were apart: the members get all of it if that part still keeps it.
     */
    private long firstOf(SenderId sender, SenderProgress progress, long number) {
        boolean isNew = progress == null || progress.members().isEmpty();
        return isNew && partitionMap.isElsewhere(sender) && stack.allIsKept(sender) ? 0 : number;
    }

    @Override
    public void progress(SenderId sender, long stable, long limit) {
        notices.progress(sender.member(), stable, limit);
    }

    @Override
    public void done(SenderId sender) {
        forget(sender);
        departedSenders.settled(sender.member());
    }

    @Override
    public boolean receivedElsewhere(SiteId site, SenderId sender, long next, long nowNanos) {
        return next >= 0 && isLocal(sender) && !members.containsKey(sender.member())
                && departedSenders.receivedElsewhere(sender.member(), site, next, nowNanos);
    }

    @Override
    public void requestedElsewhere(SenderId sender, long end, long nowNanos) {
        if (!members.containsKey(sender.member())) {
            departedSenders.requestedElsewhere(sender.member(), end, nowNanos);
        }
    }

    @Override
    public void returned(SenderId sender, long number, Segment segment, long nowNanos) {
        departedSenders.returned(sender.member(), number, segment, nowNanos);
    }

    @Override
    public void gap(SenderId sender, long first, long end) {
        LanMessage.begin(out, LanMessage.GAPS, group).putLong(epoch.value());
        out.putSender(sender).putLong(first).putLong(end);
        output.inOrder(LanMessage.bytes(out));
    }

    @Override
    public void forgotten(SenderId sender) {
        forget(sender);
    }

    private void forget(SenderId sender) {
        starts.forget(sender);
        forgotten.add(sender, members.keySet(), ranNanos);
        partitionMap.forget(sender);
        notices.forget(sender.member());
        LanMessage.begin(out, LanMessage.FORGET, group).putLong(epoch.value());
        out.putSender(sender);
        output.inOrder(LanMessage.bytes(out));
    }

    @Override
    public void excluded(SiteId source) {
        events.excludedBy(source);
    }

    @Override
    public void dropped(SiteId site, String reason) {
        events.siteDropped(site, reason);
    }

    @Override
    public void released(SiteId site, String text) {
        events.released(site, text);
    }

    @Override
    public long run(GroupRate rate, long nowNanos) {
        ranNanos = nowNanos;
        forgotten.expire(nowNanos);
        stackProgress.announceAhead(nowNanos);
        long deadline = shares.update(rate, stack, nowNanos);
        if (memberNotices.run(stack, nowNanos)) {
            notices.announceAgain();
        }
        deadline = Math.min(deadline, memberNotices.nextNanos());
        deadline = Math.min(deadline, departedSenders.run(members.keySet(), nowNanos));
        deadline = Math.min(deadline, localSegments.run(stack, nowNanos));
        deadline = Math.min(deadline, checks.run(nowNanos));
        stack.resumeDelivery(nowNanos);
        output.flush();
        return Math.min(deadline, notices.run(rate, members.size(), nowNanos));
    }

    /** {@return whether segments of some departed sender are still being recovered, of this site or of one that vanished} */
    public boolean recovers() {
        return departedSenders.recovers() || stack.lacksOfVanished();
    }

    /**
     * {@return the names of the members that hold a sender up most, because they have the least of it; empty if all members have everything
     * or nothing is known of the sender}
     *
     * @param sender a local or remote sender
     */
    public List<String> slowestMembers(SenderId sender) {
        return slowMembers.slowest(sender);
    }

    /**
     * {@return the group's state at this site now, for display; a copy}
     *
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public RelayState state(long nowNanos) {
        List<RelayState.Sender> senders = new ArrayList<>();
        List<RelayState.Member> receivers = new ArrayList<>();
        for (LocalMember member : members.values()) {
            SenderId sender = new SenderId(home, member.member());
            senders.add(new RelayState.Sender(sender, member.name(), shares.demand(sender), shares.share(sender)));
            receivers.add(slowMembers.state(member, nowNanos));
        }
        senders.sort(Comparator.comparing(RelayState.Sender::name));
        receivers.sort(Comparator.comparing(RelayState.Member::name));
        return new RelayState(senders, receivers);
    }

    /** The departed senders' streams, as the members receive them. */
    private final class DepartedStreams implements DepartedSenderRecovery.Streams {
        @Override
        public void opened(SenderId sender, long first, long nowNanos) {
            stackProgress.announce(starts.open(sender, first), nowNanos);
        }

        @Override
        public void forget(SenderId sender) {
            GroupRelay.this.forget(sender);
        }
    }

    /** The consequences of slow members. */
    private final class SlowMemberActions implements SlowMembers.Actions {
        @Override
        public void progressed(SenderProgress progress, long nowNanos) {
            stackProgress.announce(progress, nowNanos);
        }

        @Override
        public void memberSuspended(long nowNanos) {
            stackProgress.announceAll(nowNanos);
        }

        @Override
        public void memberExcluded(MemberId member, long nowNanos) {
            remove(member, nowNanos);
            departedSenders.membersChanged(nowNanos);
            stackProgress.announceAll(nowNanos);
            memberNotices.memberExcluded();
        }
    }
}
