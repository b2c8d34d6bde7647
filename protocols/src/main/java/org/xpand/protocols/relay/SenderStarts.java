package org.xpand.protocols.relay;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.xpand.protocols.api.Epoch;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.reliability.ReliabilityLayer;
import org.xpand.protocols.wire.WireWriter;

/** The start number of each sender for each member of the site, determined by the delegate alone, and the progress since then. */
final class SenderStarts {
    private final RelayConfig config;
    private final GroupId group;
    private final Epoch epoch;
    private final RelayOutput output;
    private final Set<MemberId> members;
    private final MemberNotices memberNotices;
    private final DepartedSenders departedSenders;
    private final WireWriter out = new WireWriter(new byte[LanMessage.MAX_LENGTH]);
    private final TreeMap<SenderId, SenderProgress> senders = new TreeMap<>();
    /** Members that have joined and have not announced how far they are. */
    private final TreeSet<MemberId> arrived = new TreeSet<>();
    private final Map<SenderId, SenderProgress> view = Collections.unmodifiableMap(senders);
    private ReliabilityLayer stack;
    private PartitionMap partitionMap;

    /**
     * @param members the members; a live view
     */
    SenderStarts(RelayConfig config, GroupId group, Epoch epoch, RelayOutput output, Set<MemberId> members, MemberNotices memberNotices,
                 DepartedSenders departedSenders) {
        this.config = config;
        this.group = group;
        this.epoch = epoch;
        this.output = output;
        this.members = members;
        this.memberNotices = memberNotices;
        this.departedSenders = departedSenders;
    }

    void connect(ReliabilityLayer top, PartitionMap parts) {
        stack = top;
        partitionMap = parts;
    }

    /** The positions of the members in every known sender; a live view. */
    Map<SenderId, SenderProgress> senders() {
        return view;
    }

    /** The positions of the members in a sender, which is known from now on. */
    SenderProgress progress(SenderId sender) {
        return senders.computeIfAbsent(sender, SenderProgress::new);
    }

    void forget(SenderId sender) {
        senders.remove(sender);
    }

    /** The number after the last segment the delegate has of a sender. */
    long end(SenderId sender) {
        return partitionMap.isLocal(sender) ? stack.end(sender) : stack.delivered(sender);
    }

    /**
     * A member joins: from here on it receives every sender that the others receive, except departed ones that are settled for it.
     */
    void joins(MemberId member) {
        arrived.add(member);
        for (SenderProgress progress : senders.values()) {
            boolean forIt = progress.open() && !departedSenders.joinedAfterDeparture(progress.sender().member(), member);
            if (forIt && !mustAwait(progress)) {
                progress.members().put(member, position(end(progress.sender())));
            }
        }
    }

    /** A member leaves. */
    void leaves(MemberId member) {
        arrived.remove(member);
        senders.values().forEach(progress -> progress.members().remove(member));
    }

    /**
     * A member has announced how far it is with everyone it knows. If it has been a member before, it was away when senders began that it does
     * not know: it gets these from their first segment on.
     */
    void announced(MemberId member) {
        boolean returns = arrived.remove(member) && senders.values().stream().map(each -> each.members().get(member))
                .anyMatch(position -> position != null && !position.isAssumed());
        if (!returns) {
            return;
        }
        for (SenderProgress progress : senders.values()) {
            MemberPosition position = progress.members().get(member);
            if (progress.open() && progress.fromFirst() && position != null && position.isAssumed()) {
                progress.members().put(member, position(0));
            }
        }
    }

    private MemberPosition position(long first) {
        return MemberPosition.assumed(first, first + config.windowSegments());
    }

    /**
     * The members receive a sender from this number on, except those with another position: they announce it, and get what they
     * lack.
     */
    SenderProgress open(SenderId sender, long first) {
        SenderProgress progress = progress(sender);
        progress.opened(first);
        if (partitionMap.isLocal(sender) && departedSenders.contains(sender.member())) {
            startOthers(progress, first);
        } else if (!mustAwait(progress)) {
            startAll(progress, first);
        }
        return progress;
    }

    /** A sender that was treated as departed has returned: members that joined meanwhile receive it from here on. */
    void back(SenderId sender) {
        SenderProgress progress = senders.get(sender);
        if (progress != null && progress.open()) {
            startOthers(progress, end(sender));
        }
    }

    /** A member without a position starts when the sender's site has announced the start: earlier segments may be stable ones. */
    private boolean mustAwait(SenderProgress progress) {
        boolean awaits = !partitionMap.isLocal(progress.sender()) && stack.presumes(progress.sender());
        if (awaits) {
            progress.startsAwaited(true);
        }
        return awaits;
    }

    /** Members without a position in a sender receive it from here on, unless it had departed when they joined. */
    private void startOthers(SenderProgress progress, long first) {
        progress.startsAwaited(false);
        for (MemberId member : members) {
            if (!progress.members().containsKey(member) && !departedSenders.joinedAfterDeparture(progress.sender().member(), member)) {
                MemberPosition position = position(first);
                progress.members().put(member, position);
                if (!memberNotices.awaits(member)) {
                    begin(member, LanMessage.KEEPS_POSITION);
                    write(progress.sender(), first);
                    output.inOrder(LanMessage.bytes(out));
                }
            }
        }
    }

    private void startAll(SenderProgress progress, long first) {
        begin(LanMessage.ALL, LanMessage.LAST_STARTS | LanMessage.KEEPS_POSITION);
        write(progress.sender(), first);
        output.inOrder(LanMessage.bytes(out));
        members.forEach(member -> progress.members().computeIfAbsent(member, id -> position(first)));
    }

    /** Members that wait for the sender's site to announce its start receive it from here on, if the site has announced it. */
    void startIfAnnounced(SenderProgress progress, long first) {
        if (progress.startsAwaited() && !mustAwait(progress)) {
            startOthers(progress, first);
        }
    }

    /**
     * The site of a silent sender has announced its start: the members get it before the sender continues. A member that joined in
     * this delegate's term would otherwise not know the sender under the next one, to which the site may announce a later start.
     *
     * @return whether the sender is received from now on
     */
    boolean startSilent(SenderProgress progress) {
        long next = stack.delivered(progress.sender());
        if (progress.open()) {
            startIfAnnounced(progress, next);
        } else if (next >= 0 && !stack.presumes(progress.sender())) {
            open(progress.sender(), next);
            return true;
        }
        return false;
    }

    /** A member receives a sender from here on: earlier segments that it lacks are lost to it. */
    void continueFrom(long first, SenderProgress progress, MemberId member, MemberPosition position) {
        position.announced(first, first + config.windowSegments());
        begin(member, 0);
        write(progress.sender(), first);
        output.inOrder(LanMessage.bytes(out));
    }

    /** Announces to a member the start numbers of all senders, and that these are all. */
    void announce(MemberId member) {
        begin(member, LanMessage.KEEPS_POSITION);
        for (SenderProgress progress : senders.values()) {
            MemberPosition position = progress.members().get(member);
            if (!progress.open() || position == null) {
                continue;
            }
            if (out.remaining() < LanMessage.STARTS_ENTRY_LENGTH) {
                output.inOrder(LanMessage.bytes(out));
                begin(member, LanMessage.KEEPS_POSITION);
            }
            write(progress.sender(), position.next());
        }
        output.inOrder(LanMessage.bytes(out));
        begin(member, LanMessage.LAST_STARTS | LanMessage.KEEPS_POSITION);
        output.inOrder(LanMessage.bytes(out));
    }

    private void begin(MemberId target, int flags) {
        LanMessage.begin(out, LanMessage.STARTS, group).putLong(epoch.value()).putMember(target).putByte(flags);
    }

    private void write(SenderId sender, long first) {
        out.putSender(sender).putLong(first);
    }
}
