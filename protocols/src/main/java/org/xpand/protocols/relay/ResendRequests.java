package org.xpand.protocols.relay;

import java.util.Map;
import java.util.TreeMap;
import org.xpand.protocols.directory.SenderId;
import org.xpand.protocols.directory.SiteId;
import org.xpand.protocols.reliability.ReliabilityLayer;
import org.xpand.protocols.wire.WireWriter;

/** Local senders of which the delegate has missed something: each is asked to send again from there until it does. */
final class ResendRequests {
    private static final long AGAIN_NANOS = 100_000_000;

    private final SiteId home;
    private final long group;
    private final long epoch;
    private final LanOut lan;
    private final Map<Long, LocalMember> members;
    private final WireWriter out = new WireWriter(new byte[LanMessage.MAX_LENGTH]);
    private final TreeMap<Long, Long> dueNanos = new TreeMap<>();

    /**
     * @param members the members, at any time
     */
    ResendRequests(SiteId home, long group, long epoch, LanOut lan, Map<Long, LocalMember> members) {
        this.home = home;
        this.group = group;
        this.epoch = epoch;
        this.lan = lan;
        this.members = members;
    }

    /** Something was missed of a member. */
    void missed(long member, long nowNanos) {
        dueNanos.putIfAbsent(member, nowNanos);
    }

    /** What was missed of a member has come, or the member is gone. */
    void over(long member) {
        dueNanos.remove(member);
    }

    /** Asks whom it is time to ask, as far as the LAN takes it; answers when it will be again. */
    long run(ReliabilityLayer stack, long nowNanos) {
        dueNanos.keySet().removeIf(member -> stack.end(new SenderId(home, member)) < 0);
        long deadline = Long.MAX_VALUE;
        for (Map.Entry<Long, Long> entry : dueNanos.entrySet()) {
            if (nowNanos - entry.getValue() >= 0 && lan.hasRoom()) {
                LanMessage.begin(out, LanMessage.RESEND, group).putLong(epoch)
                        .putLong(stack.end(new SenderId(home, entry.getKey())));
                lan.send(members.get(entry.getKey()).process(), LanMessage.bytes(out));
                entry.setValue(nowNanos + AGAIN_NANOS);
            }
            deadline = Math.min(deadline, entry.getValue());
        }
        return deadline;
    }
}
