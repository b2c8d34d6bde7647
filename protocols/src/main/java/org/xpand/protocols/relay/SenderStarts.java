package org.xpand.protocols.relay;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.xpand.protocols.api.Epoch;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.reliability.ReliabilityLayer;
import org.xpand.protocols.wire.WireWriter;

/** From which number on each member of the site hears each sender, which the delegate alone says, and how far it is since. */
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
    private final Map<SenderId, SenderProgress> view = Collections.unmodifiableMap(senders);
    private ReliabilityLayer stack;
    private PartitionMap partitionMap;

    /**
     * @param members the members, at any time
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

    /** How far the members are with every sender that is known, at any time. */
    Map<SenderId, SenderProgress> senders() {
        return view;
    }

    /** How far the members are with a sender, which is known from now on. */
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

    /** A member comes: it hears from here on whom the others hear, unless it is for nobody any more. */
    void joins(MemberId member) {
        for (SenderProgress progress : senders.values()) {
            boolean forIt = progress.open() && !departedSenders.cameLater(progress.sender().member(), member);
            if (forIt && !mustAwait(progress)) {
                progress.members().put(member, position(end(progress.sender())));
            }
        }
    }

    /** A member goes. */
    void leaves(MemberId member) {
        senders.values().forEach(progress -> progress.members().remove(member));
    }

    private MemberPosition position(long first) {
        return MemberPosition.assumed(first, first + config.windowSegments());
    }

    /**
     * The members hear a sender from this number on, but for those who were somewhere else with it: they tell, and are brought what they
     * lack.
     */
    SenderProgress open(SenderId sender, long first) {
        SenderProgress progress = progress(sender);
        progress.opened();
        if (partitionMap.isLocal(sender) && departedSenders.contains(sender.member())) {
            startOthers(progress, first);
        } else if (!mustAwait(progress)) {
            startAll(progress, first);
        }
        return progress;
    }

    /** A sender was taken for gone and is back: who came meanwhile hears it from here on. */
    void back(SenderId sender) {
        SenderProgress progress = senders.get(sender);
        if (progress != null && progress.open()) {
            startOthers(progress, end(sender));
        }
    }

    /** Who does not hear a sender yet starts when its site has told where it is: before that may be what is stable. */
    private boolean mustAwait(SenderProgress progress) {
        boolean awaits = !partitionMap.isLocal(progress.sender()) && stack.presumes(progress.sender());
        if (awaits) {
            progress.startsAwaited(true);
        }
        return awaits;
    }

    /** Who has not told where it is with a sender hears it from here on, unless the sender was gone when it came. */
    private void startOthers(SenderProgress progress, long first) {
        progress.startsAwaited(false);
        for (MemberId member : members) {
            if (!progress.members().containsKey(member) && !departedSenders.cameLater(progress.sender().member(), member)) {
                MemberPosition position = position(first);
                progress.members().put(member, position);
                if (!memberNotices.awaits(member)) {
                    begin(member, LanMessage.GOES_ON);
                    write(progress.sender(), first);
                    output.inOrder(LanMessage.bytes(out));
                }
            }
        }
    }

    private void startAll(SenderProgress progress, long first) {
        begin(LanMessage.ALL, LanMessage.LAST_STARTS | LanMessage.GOES_ON);
        write(progress.sender(), first);
        output.inOrder(LanMessage.bytes(out));
        members.forEach(member -> progress.members().computeIfAbsent(member, id -> position(first)));
    }

    /** Who waits for a sender's site to tell where the sender is hears it from here on, if the site has told. */
    void startIfTold(SenderProgress progress, long first) {
        if (progress.startsAwaited() && !mustAwait(progress)) {
            startOthers(progress, first);
        }
    }

    /**
     * Its site has told where a sender is, and the sender is silent: the members are told before it goes on. One that came in
     * this delegate's time would know nothing of it under the next one, of which the site may have told more already.
     *
     * @return whether the sender is heard from now on
     */
    boolean startSilent(SenderProgress progress) {
        long next = stack.delivered(progress.sender());
        if (progress.open()) {
            startIfTold(progress, next);
        } else if (next >= 0 && !stack.presumes(progress.sender())) {
            open(progress.sender(), next);
            return true;
        }
        return false;
    }

    /** A member hears a sender from here on: what it lacks before is lost to it. */
    void goOnFrom(long first, SenderProgress progress, MemberId member, MemberPosition position) {
        position.told(first, first + config.windowSegments());
        begin(member, 0);
        write(progress.sender(), first);
        output.inOrder(LanMessage.bytes(out));
    }

    /** Tells a member from where on it hears every sender, and that this is all. */
    void tell(MemberId member) {
        begin(member, LanMessage.GOES_ON);
        for (SenderProgress progress : senders.values()) {
            MemberPosition position = progress.members().get(member);
            if (!progress.open() || position == null) {
                continue;
            }
            if (out.remaining() < LanMessage.STARTS_ENTRY_LENGTH) {
                output.inOrder(LanMessage.bytes(out));
                begin(member, LanMessage.GOES_ON);
            }
            write(progress.sender(), position.next());
        }
        output.inOrder(LanMessage.bytes(out));
        begin(member, LanMessage.LAST_STARTS | LanMessage.GOES_ON);
        output.inOrder(LanMessage.bytes(out));
    }

    private void begin(MemberId target, int flags) {
        LanMessage.begin(out, LanMessage.STARTS, group).putLong(epoch.value()).putMember(target).putByte(flags);
    }

    private void write(SenderId sender, long first) {
        out.putSender(sender).putLong(first);
    }
}
