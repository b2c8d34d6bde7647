package org.xpand.protocols.lossy;

import java.util.Set;
import org.xpand.protocols.api.Epoch;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.relay.LanMessage;
import org.xpand.protocols.relay.LanOut;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** One process's membership in one layered group: its sender and its receiver. Not thread-safe. */
public final class LossyMember {
    private final GroupId group;
    private final LanOut lan;
    private final Events events;
    private final LossySender sender;
    private final LossyReceiver receiver;
    private final WireWriter out = new WireWriter(new byte[LanMessage.MAX_LENGTH]);
    private ProcessId delegate = ProcessId.NONE;
    private Epoch epoch = Epoch.NONE;
    private boolean digestDue;
    private boolean joined;

    /** Receives messages and other events of the member. */
    public interface Events extends LossyReceiver.Sink {
        /** The site's delegate lists this member among the senders to which it grants shares. Called once. */
        void joined();
    }

    /**
     * Begins the membership, with a sender and a receiver.
     *
     * @param group       identity of the group
     * @param self        this member as a sender
     * @param precedences number of precedences of the group, 1 to 8
     * @param config      settings
     * @param lan         the site's LAN
     * @param events      receives messages and events
     * @param nowNanos    the time, nanoseconds of the process's monotonic clock
     */
    public LossyMember(GroupId group, SenderId self, int precedences, LossyConfig config, LanOut lan, Events events,
                       long nowNanos) {
        this.group = group;
        this.lan = lan;
        this.events = events;
        this.sender = new LossySender(self, precedences, config.relay(), nowNanos);
        this.receiver = new LossyReceiver(self, precedences, config, events, nowNanos);
    }

    /** {@return the sending side} */
    public LossySender sender() {
        return sender;
    }

    /** {@return the receiving side} */
    public LossyReceiver receiver() {
        return receiver;
    }

    /**
     * Sets the process that is the site's delegate. Only its shares and relayed frames are accepted.
     *
     * @param process the delegate, {@link ProcessId#NONE} if there is none
     */
    public void delegate(ProcessId process) {
        if (!delegate.equals(process)) {
            delegate = process;
            epoch = Epoch.NONE;
        }
    }

    /**
     * The processes of the site have changed, or parts of it have merged. Processes that did not see each other for a while may lack the
     * last messages, so that their numbers are announced again.
     */
    public void siteViewChanged() {
        digestDue |= sender.hasSent();
    }

    /**
     * Sets the known members of the group in all sites. What may still arrive of others is awaited for a limited time.
     *
     * @param members  the members as senders
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public void present(Set<SenderId> members, long nowNanos) {
        receiver.present(members, nowNanos);
    }

    /**
     * A message of this group arrived on the LAN.
     *
     * @param kind        kind of the message, as in {@link LanMessage}; others than this member expects are ignored
     * @param fromProcess the process that sent it
     * @param in          positioned after the group
     * @param nowNanos    the time, nanoseconds of the process's monotonic clock
     * @throws MalformedPacketException if no process of the site can have written it
     */
    public void handle(int kind, ProcessId fromProcess, WireReader in, long nowNanos) {
        if (kind == LanMessage.FRAMES || kind == LanMessage.RELAYED_FRAMES && fromProcess.equals(delegate)) {
            receiver.frames(in, nowNanos);
        } else if (kind == LanMessage.SHARES && fromProcess.equals(delegate)) {
            shares(in, nowNanos);
        }
    }

    private void shares(WireReader in, long nowNanos) {
        long newEpoch = in.getLong();
        in.getInt();
        int flags = in.getByte();
        while (in.remaining() > 0) {
            MemberId member = in.getMember();
            double share = in.getDouble();
            if (!member.equals(sender.id().member())) {
                continue;
            }
            if (!epoch.is(newEpoch)) {
                epoch = new Epoch(newEpoch);
                digestDue = true;
                sender.delegateChanged();
            }
            if ((flags & LanMessage.LAN_ONLY) != 0) {
                sender.lanOnly(nowNanos);
            } else if (share > 0 && share < Double.POSITIVE_INFINITY) {
                sender.allotted(share, nowNanos);
            }
            if (!joined) {
                joined = true;
                events.joined();
            }
        }
    }

    /**
     * Does what is due now, as far as the LAN accepts it.
     *
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     * @return latest time of the next call, ns of the same clock
     */
    public long run(long nowNanos) {
        long deadline = receiver.expire(nowNanos);
        while (lan.hasRoom() && (digestDue || sender.maySend(nowNanos))) {
            LanMessage.begin(out, LanMessage.FRAMES, group);
            if (digestDue) {
                digestDue = false;
                sender.digest(out, nowNanos);
            }
            sender.fill(out, nowNanos);
            lan.multicast(LanMessage.bytes(out));
        }
        if (!sender.maySend(nowNanos)) {
            deadline = Math.min(deadline, sender.nextDeadlineNanos(nowNanos));
        }
        if (epoch.equals(Epoch.NONE)) {
            return deadline;
        }
        if (sender.demandDeadlineNanos() <= nowNanos) {
            sender.demandDeadlineReached(nowNanos);
        }
        if (sender.demandDue(nowNanos) && lan.hasRoom()) {
            lan.send(delegate, sender.demandMessage(out, group, epoch, nowNanos));
        }
        return Math.min(deadline, sender.demandDeadlineNanos());
    }
}
