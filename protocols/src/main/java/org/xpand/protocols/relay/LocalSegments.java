package org.xpand.protocols.relay;

import java.util.Map;
import java.util.TreeMap;
import org.xpand.protocols.api.Epoch;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.reliability.ReliabilityLayer;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * Passes the segments that the site's senders multicast on the LAN to the stack, in order. A sender with missing segments is
 * asked to send again from there until it does.
 */
final class LocalSegments {
    private static final long AGAIN_NANOS = 100_000_000;

    private final SiteId home;
    private final GroupId group;
    private final Epoch epoch;
    private final LanOut lan;
    private final Map<MemberId, LocalMember> members;
    private final DepartedSenders departedSenders;
    private final SegmentReader reading = new SegmentReader();
    private final WireWriter out = new WireWriter(new byte[LanMessage.MAX_LENGTH]);
    private final TreeMap<MemberId, Long> dueNanos = new TreeMap<>();

    /**
     * @param members the members; a live view
     */
    LocalSegments(SiteId home, GroupId group, Epoch epoch, LanOut lan, Map<MemberId, LocalMember> members,
                  DepartedSenders departedSenders) {
        this.home = home;
        this.group = group;
        this.epoch = epoch;
        this.lan = lan;
        this.members = members;
        this.departedSenders = departedSenders;
    }

    /** A message of segments, local or relayed, of which the kind and the group have been read. */
    void read(int kind, WireReader in, ReliabilityLayer stack, long nowNanos) {
        if (reads(kind)) {
            reading.read(in, (sender, number, segment) -> take(kind, sender, number, segment, stack, nowNanos));
        }
    }

    /** A message that this process itself has multicast. */
    void take(SegmentMessage message, ReliabilityLayer stack, long nowNanos) {
        if (reads(message.kind())) {
            message.forEach((sender, number, segment) -> take(message.kind(), sender, number, segment, stack, nowNanos));
        }
    }

    /** Usually this delegate has relayed the relayed ones itself, and need not read them. */
    private boolean reads(int kind) {
        return kind == LanMessage.LOCAL_SEGMENTS || !departedSenders.isEmpty();
    }

    private void take(int kind, SenderId sender, long number, Segment segment, ReliabilityLayer stack, long nowNanos) {
        if (kind == LanMessage.LOCAL_SEGMENTS) {
            sent(sender, number, segment, stack, nowNanos);
        } else if (sender.site().equals(home) && departedSenders.contains(sender.member())) {
            stack.offer(sender, number, segment);
        }
    }

    private void sent(SenderId sender, long number, Segment segment, ReliabilityLayer stack, long nowNanos) {
        long end = sender.site().equals(home) ? stack.end(sender) : -1;
        if (number == end && stack.offer(sender, number, segment)) {
            dueNanos.remove(sender.member());
        } else if (end >= 0 && number >= end && members.containsKey(sender.member())) {
            dueNanos.putIfAbsent(sender.member(), nowNanos);
        }
    }

    /** A member has left. */
    void leaves(MemberId member) {
        dueNanos.remove(member);
    }

    /** Sends the questions that are due, as far as the LAN has room; returns when the next is due. */
    long run(ReliabilityLayer stack, long nowNanos) {
        dueNanos.keySet().removeIf(member -> stack.end(new SenderId(home, member)) < 0);
        long deadline = Long.MAX_VALUE;
        for (Map.Entry<MemberId, Long> entry : dueNanos.entrySet()) {
            if (nowNanos - entry.getValue() >= 0 && lan.hasRoom()) {
                LanMessage.begin(out, LanMessage.RESEND, group).putLong(epoch.value())
                        .putLong(stack.end(new SenderId(home, entry.getKey())));
                lan.send(members.get(entry.getKey()).process(), LanMessage.bytes(out));
                entry.setValue(nowNanos + AGAIN_NANOS);
            }
            deadline = Math.min(deadline, entry.getValue());
        }
        return deadline;
    }
}
