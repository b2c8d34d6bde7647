package org.xpand.protocols.relay;

import java.util.Map;
import java.util.SortedMap;
import org.xpand.protocols.api.Epoch;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.reliability.ReliabilityLayer;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.wire.WireWriter;

/** Recovers the remaining segments of departed senders from the members and the other sites, for all members. */
final class DepartedSenderRecovery implements DepartedSenders.Actions {
    private final SiteId home;
    private final GroupId group;
    private final Epoch epoch;
    private final LanOut lan;
    private final RelayOutput output;
    private final Map<MemberId, LocalMember> members;
    private final Streams streams;
    private final WireWriter out = new WireWriter(new byte[LanMessage.MAX_LENGTH]);
    private ReliabilityLayer stack;

    /** The streams of departed senders, as the members receive them. */
    interface Streams {
        /** The stream is open: the members receive it from {@code first} on. */
        void opened(SenderId sender, long first, long nowNanos);

        /** Nothing of the sender is needed any longer. */
        void forget(SenderId sender);
    }

    /**
     * @param members the members; a live view
     */
    DepartedSenderRecovery(SiteId home, GroupId group, Epoch epoch, LanOut lan, RelayOutput output, Map<MemberId, LocalMember> members,
                       Streams streams) {
        this.home = home;
        this.group = group;
        this.epoch = epoch;
        this.lan = lan;
        this.output = output;
        this.members = members;
        this.streams = streams;
    }

    void connect(ReliabilityLayer top) {
        stack = top;
    }

    private SenderId sender(MemberId member) {
        return new SenderId(home, member);
    }

    @Override
    public long end(MemberId member) {
        return stack.end(sender(member));
    }

    @Override
    public void open(MemberId member, long first, long nowNanos) {
        if (stack.open(sender(member), first, nowNanos)) {
            streams.opened(sender(member), first, nowNanos);
        }
    }

    @Override
    public void offer(MemberId member, long number, Segment segment) {
        stack.offer(sender(member), number, segment);
    }

    @Override
    public void recallFromSites(MemberId member, SortedMap<Long, Long> holes, long nowNanos) {
        stack.recall(sender(member), holes, nowNanos);
    }

    @Override
    public boolean waitsForSite() {
        return stack.waitsForUnreachable();
    }

    @Override
    public void endRecallFromSites(MemberId member) {
        stack.endRecall(sender(member));
    }

    @Override
    public void query(MemberId member) {
        LanMessage.begin(out, LanMessage.QUERY, group).putLong(epoch.value()).putMember(member);
        output.inOrder(LanMessage.bytes(out));
    }

    @Override
    public void recall(MemberId member, MemberId holder, long from) {
        LanMessage.begin(out, LanMessage.RECALL, group).putLong(epoch.value()).putMember(member).putLong(from);
        if (lan.hasRoom()) {
            lan.send(members.get(holder).process(), LanMessage.bytes(out));
        }
    }

    @Override
    public void complete(MemberId member) {
        stack.retire(sender(member));
    }

    @Override
    public void forget(MemberId member) {
        streams.forget(sender(member));
    }
}
