package org.xpand.protocols.relay;

import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.reliability.ReliabilityLayer;
import org.xpand.protocols.segment.Segment;

/**
 * Brings a member what it lacks, when the LAN has not. Once it has what it was brought it is brought more at once, so it catches
 * up as fast as it and the LAN take it, and never has more under way than is brought at once.
 */
final class LaggingMembers {

    private final RelayConfig config;
    private final LanOut lan;
    private final SegmentBatch batch;

    LaggingMembers(RelayConfig config, LanOut lan, GroupId group) {
        this.config = config;
        this.lan = lan;
        this.batch = new SegmentBatch(LanMessage.RELAYED_SEGMENTS, group);
    }

    /**
     * Sends a member what it lacks.
     *
     * @return the number it has to go on from because nothing before it is kept any more, or -1 if that is not so
     */
    long look(LocalMember member, SenderId sender, MemberPosition position, long end, ReliabilityLayer stack,
              long nowNanos) {
        long last = Math.min(Math.min(end, position.limit()), position.next() + config.muchProgress());
        // What is new may be on its way on the LAN: only who is farther behind is in a hurry.
        boolean hurries = position.hasWhatItWasBrought() && end - position.next() > config.muchProgress() / 8;
        if (position.next() >= last || !hurries && !position.wantsRepair(config.repairAfterNanos(), nowNanos)) {
            return -1;
        }
        position.repaired(position.next(), nowNanos);
        if (stack.segment(sender, position.next()) == null) {
            long from = Math.min(end, stack.want(sender, position.next(), nowNanos));
            if (from <= position.next()) {
                // It is on its way: that is not the member's fault.
                position.awaits(nowNanos);
                return -1;
            }
            return from;
        }
        long brought = position.next();
        // Room is asked for before a message is begun: the message that is full may have been the last one that fits.
        for (long number = position.next(); number < last && lan.hasRoom(); number = brought) {
            for (Segment segment = stack.segment(sender, number); number < last && segment != null
                    && batch.add(sender, number, segment); segment = stack.segment(sender, number)) {
                number++;
            }
            if (batch.isEmpty()) {
                break;
            }
            lan.send(member.process(), batch.take().bytes());
            brought = number;
        }
        position.repaired(brought, nowNanos);
        return -1;
    }
}
