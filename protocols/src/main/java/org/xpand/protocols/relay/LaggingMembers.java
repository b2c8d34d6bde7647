package org.xpand.protocols.relay;

import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.reliability.ReliabilityLayer;
import org.xpand.protocols.segment.Segment;

/**
 * Sends a member the segments that did not arrive over the LAN. Once it has them it gets more at once, so it catches up as fast
 * as it and the LAN can, and never has more in flight than one such portion. While it acknowledges nothing it gets little: the LAN, which is
 * reliable, keeps all of it and sends it again and again.
 */
final class LaggingMembers {
    /** Segments of a repair after one that brought nothing. */
    private static final int FEW = 8;

    private final RelayConfig config;
    private final LanOut lan;
    private final SegmentBatch batch;

    LaggingMembers(RelayConfig config, LanOut lan, GroupId group) {
        this.config = config;
        this.lan = lan;
        this.batch = new SegmentBatch(LanMessage.RELAYED_SEGMENTS, group, lan);
    }

    /**
     * Sends a member what it lacks.
     *
     * @return the number from which the member has to go on because earlier segments are no longer kept, or -1 otherwise
     */
    long look(LocalMember member, SenderId sender, MemberPosition position, long end, ReliabilityLayer stack,
              long nowNanos) {
        long portion = position.isRepairedInVain() ? FEW : config.muchProgress();
        long last = Math.min(Math.min(end, position.limit()), position.next() + portion);
        // New segments may be on their way over the LAN: only a member that is farther behind is urgent.
        boolean hurries = position.hasWhatItWasSent() && end - position.next() > config.muchProgress() / 8;
        if (position.next() >= last || !hurries && !position.wantsRepair(config.repairAfterNanos(), nowNanos)) {
            return -1;
        }
        position.repaired(position.next(), nowNanos);
        if (stack.segment(sender, position.next()) == null) {
            long from = Math.min(end, stack.want(sender, position.next(), nowNanos));
            if (from <= position.next()) {
                // It is being requested: the delay is not the member's fault.
                position.awaits(nowNanos);
                return -1;
            }
            return from;
        }
        long sent = position.next();
        // Checks for room before it begins a message: the previous full message may have been the last one that fits.
        for (long number = position.next(); number < last && lan.hasRoom(); number = sent) {
            for (Segment segment = stack.segment(sender, number); number < last && segment != null
                    && batch.add(sender, number, segment); segment = stack.segment(sender, number)) {
                number++;
            }
            if (batch.isEmpty()) {
                break;
            }
            lan.send(member.process(), batch.take().bytes());
            sent = number;
        }
        position.repaired(sent, nowNanos);
        return -1;
    }
}
