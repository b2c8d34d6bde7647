package org.xpand.protocols.relay;

import java.util.Map;
import java.util.SortedMap;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.reliability.ReliabilityLayer;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.wire.WireWriter;

/** How what there is of senders that are gone gets from the members and the other sites to everybody. */
final class GoneSenderRecovery implements GoneSenders.Actions {
    private final SiteId home;
    private final long group;
    private final long epoch;
    private final LanOut lan;
    private final RelayOutput output;
    private final Map<Long, LocalMember> members;
    private final Streams streams;
    private final WireWriter out = new WireWriter(new byte[LanMessage.MAX_LENGTH]);
    private ReliabilityLayer stack;

    /** The streams of senders that are gone, as the members hear them. */
    interface Streams {
        /** The stream is open: the members hear it from {@code first} on. */
        void opened(SenderId sender, long first, long nowNanos);

        /** Nothing of the sender is needed. */
        void forget(SenderId sender);
    }

    /**
     * @param members the members, at any time
     */
    GoneSenderRecovery(SiteId home, long group, long epoch, LanOut lan, RelayOutput output, Map<Long, LocalMember> members,
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

    private SenderId sender(long process) {
        return new SenderId(home, process);
    }

    @Override
    public long end(long process) {
        return stack.end(sender(process));
    }

    @Override
    public void open(long process, long first, long nowNanos) {
        if (stack.open(sender(process), first, nowNanos)) {
            streams.opened(sender(process), first, nowNanos);
        }
    }

    @Override
    public void offer(long process, long number, Segment segment) {
        stack.offer(sender(process), number, segment);
    }

    @Override
    public void recallFromSites(long process, SortedMap<Long, Long> holes, long nowNanos) {
        stack.recall(sender(process), holes, nowNanos);
    }

    @Override
    public boolean waitsForSite() {
        return stack.waitsForUnreachable();
    }

    @Override
    public void endRecallFromSites(long process) {
        stack.endRecall(sender(process));
    }

    @Override
    public void query(long process) {
        LanMessage.begin(out, LanMessage.QUERY, group).putLong(epoch).putLong(process);
        output.inOrder(LanMessage.bytes(out));
    }

    @Override
    public void recall(long process, long holder, long from) {
        LanMessage.begin(out, LanMessage.RECALL, group).putLong(epoch).putLong(process).putLong(from);
        if (lan.hasRoom()) {
            lan.send(members.get(holder).process(), LanMessage.bytes(out));
        }
    }

    @Override
    public void complete(long process) {
        stack.retire(sender(process));
    }

    @Override
    public void forget(long process) {
        streams.forget(sender(process));
    }
}
