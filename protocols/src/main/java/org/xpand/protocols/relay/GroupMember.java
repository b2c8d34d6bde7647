package org.xpand.protocols.relay;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.xpand.protocols.api.Epoch;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * One process's membership in one group: its sender, its receiver, and its messages with the delegate of its site.
 * Every new delegate begins an epoch, in which the member first announces its position in every sender and then sends again
 * what is not stable. Not thread-safe.
 */
public final class GroupMember {
    private static final long ACK_INTERVAL_NANOS = 5_000_000;
    /** The delegate receives acknowledgements no more often than this, with any number of members. */
    private static final long ACK_SPACING_NANOS = 500_000;
    /**
     * Shortest time between two messages of segments that are not full, per other sender of the site: every process
     * receives every message, and its cost per message is to be independent of the number of senders.
     */
    private static final long SEGMENT_SPACING_NANOS = 1_000_000;
    private static final long START_AGAIN_NANOS = 500_000_000;

    private final GroupId group;
    private final SiteId site;
    private final LanOut lan;
    private final Events events;
    private final LocalSender sender;
    private final MemberReceiver receiver;
    private final SegmentBatch batch;
    private final SegmentBatch recalled;
    private final SegmentReader reading = new SegmentReader();
    private final WireWriter out = new WireWriter(new byte[LanMessage.MAX_LENGTH]);
    private final ActiveSenders activeSenders;
    private final TreeSet<MemberId> present = new TreeSet<>();
    private final TreeSet<Long> sites = new TreeSet<>();
    private final TreeSet<MemberId> queries = new TreeSet<>();
    private final ArrayDeque<byte[]> answers = new ArrayDeque<>();
    private SenderId recalledSender;
    private long recalledFrom;
    private ProcessId delegate = ProcessId.NONE;
    private Epoch epoch = Epoch.NONE;
    private boolean startDue;
    private boolean synced;
    private boolean joined;
    private boolean expelled;
    private double groupRate;
    private long startedNanos;
    private long lastAckNanos;
    private long nextSegmentsNanos;

    /** Listener of the member's events and messages. */
    public interface Events extends MemberReceiver.Sink {
        /**
         * The start number is known for every sender that the delegate knows. Called once for each member, within {@link GroupMember#handle};
         * messages of these senders that are sent from then on are delivered.
         */
        void joined();

        /**
         * The site's delegate has excluded this member from the group, because it held the group up ({@link
         * org.xpand.protocols.api.SlowMemberPolicy#EXPEL}). Called within {@link GroupMember#handle}; the member sends nothing any more.
         *
         * @param reason one line for display
         */
        void expelled(String reason);

        /**
         * The delegate's notice about this sender was taken: the send window, the share or what is stable may have changed, so an
         * application that waits may send. Called within {@link GroupMember#handle}.
         */
        void windowChanged();
    }

    /**
     * A member whose sender begins with segment number 0 and that knows no delegate yet.
     *
     * @param group    identity of the group
     * @param self     this member as a sender; its identity is new at each join
     * @param config   settings
     * @param budget   what the senders of this process may hold together
     * @param lan      the site's LAN
     * @param events   listener of messages and events
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public GroupMember(GroupId group, SenderId self, RelayConfig config, SenderBudget budget, LanOut lan, Events events,
                       long nowNanos) {
        this.group = group;
        this.site = self.site();
        this.lan = lan;
        this.events = events;
        this.sender = new LocalSender(self, 0, config, budget, nowNanos);
        this.receiver = new MemberReceiver(site, self, config, events);
        this.batch = new SegmentBatch(LanMessage.LOCAL_SEGMENTS, group, lan);
        this.activeSenders = new ActiveSenders(nowNanos);
        this.nextSegmentsNanos = nowNanos;
        this.recalled = new SegmentBatch(LanMessage.RELAYED_SEGMENTS, group, lan);
    }

    /**
     * Continues as this member instead of another one, because the site has another identity: delivers nothing again of senders of other sites, and
     * sends again what is not known to have been received by all members.
     *
     * @param before   the member under its former identity, which is not used any more
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     * @return for each accepted message that was not stable the number after its last segment
     */
    public List<Long> continues(GroupMember before, long nowNanos) {
        receiver.continues(before.receiver);
        return sender.continues(before.sender, nowNanos);
    }

    /** {@return the sending side, which accepts the application's messages} */
    public LocalSender sender() {
        return sender;
    }

    /** {@return the receiving side, to which the application reports what it has consumed} */
    public MemberReceiver receiver() {
        return receiver;
    }

    /**
     * {@return whether this member holds a segment that is not known to be stable: its own, or one of another sender of its site; false for
     * senders of other sites, of which members keep nothing}
     *
     * @param from   the sender
     * @param number the segment's number
     */
    public boolean holds(SenderId from, long number) {
        ReceiveStream received = from.site().equals(site) ? receiver.stream(from) : null;
        Segment segment = from.equals(sender.id()) ? sender.segment(number) : received == null ? null : received.get(number);
        return segment != null && !segment.lost();
    }

    /**
     * Takes the site's members of the group, and which process is its delegate; called at every change. With another delegate the epoch
     * ends: this member announces its positions once the new delegate has announced the members.
     *
     * @param members         the members in the site, this one included
     * @param delegateProcess the delegate's process, {@link ProcessId#NONE} if there is none
     */
    public void view(Set<MemberId> members, ProcessId delegateProcess) {
        present.clear();
        present.addAll(members);
        if (!delegate.equals(delegateProcess)) {
            delegate = delegateProcess;
            epoch = Epoch.NONE;
            synced = false;
            queries.clear();
        }
        queries.removeIf(gone -> !present.contains(gone) && answer(gone));
    }

    /**
     * A message of this group arrived on the LAN. Messages that are for the delegate, that another process than the delegate sent, or that
     * belong to another epoch are ignored.
     *
     * @param kind        the kind, as {@link LanMessage#readKind} read it
     * @param fromProcess the process that sent it
     * @param in          positioned after the group; its bytes may be kept and must not be changed any more
     * @param nowNanos    the time, nanoseconds of the process's monotonic clock
     * @throws MalformedPacketException if no process of the site can have written it
     */
    public void handle(int kind, ProcessId fromProcess, WireReader in, long nowNanos) {
        if (kind == LanMessage.LOCAL_SEGMENTS || kind == LanMessage.RELAYED_SEGMENTS) {
            activeSenders.received(fromProcess, nowNanos);
            reading.read(in, receiver::segment);
            return;
        }
        if (!fromProcess.equals(delegate) || expelled) {
            return;
        }
        long messageEpoch = in.getLong();
        if (kind == LanMessage.MEMBERS) {
            members(messageEpoch, in, nowNanos);
        } else if (epoch.is(messageEpoch)) {
            handleOfEpoch(kind, in, nowNanos);
        }
    }

    /**
     * Takes segments of this group that this process itself, as member or delegate, has multicast; the LAN passes them as objects instead
     * of as bytes.
     *
     * @param message the segments, in the LAN's order with the messages given to {@link #handle}
     */
    public void segments(SegmentMessage message) {
        message.forEach(receiver::segment);
    }

    private void members(long messageEpoch, WireReader in, long nowNanos) {
        boolean listed = false;
        boolean received = false;
        int count = in.getShort();
        for (int i = 0; i < count; i++) {
            boolean mine = in.getMember().equals(sender.id().member());
            listed |= mine;
            received |= in.getByte() != 0 && mine;
        }
        if (!listed) {
            return;
        }
        if (received && epoch.is(messageEpoch)) {
            sites.clear();
        }
        while (in.remaining() > 0) {
            sites.add(in.getLong());
        }
        if (!epoch.is(messageEpoch) || !(received && synced) && nowNanos - startedNanos >= START_AGAIN_NANOS) {
            epoch = new Epoch(messageEpoch);
            synced = false;
            startDue = true;
            startedNanos = nowNanos;
            receiver.announceAgain();
            sender.delegateChanged();
        }
    }

    private void handleOfEpoch(int kind, WireReader in, long nowNanos) {
        switch (kind) {
            case LanMessage.STARTS -> starts(in);
            case LanMessage.NOTICE -> notice(in, nowNanos);
            case LanMessage.GAPS -> {
                while (synced && in.remaining() > 0) {
                    receiver.gap(readSender(in), in.getNumber(), in.getNumber());
                }
            }
            case LanMessage.RESEND -> sender.resend(in.getNumber());
            case LanMessage.QUERY -> {
                MemberId gone = in.getMember();
                if (present.contains(gone)) {
                    queries.add(gone);
                } else {
                    answer(gone);
                }
            }
            case LanMessage.RECALL -> {
                recalledSender = new SenderId(site, in.getMember());
                recalledFrom = in.getNumber();
            }
            case LanMessage.FORGET -> {
                while (in.remaining() > 0) {
                    receiver.forget(readSender(in), nowNanos);
                }
            }
            case LanMessage.EXPELLED -> {
                if (in.getMember().equals(sender.id().member())) {
                    expelled = true;
                    events.expelled(in.getString());
                }
            }
            default -> {
                // For the delegate, or from a later version.
            }
        }
    }

    private void starts(WireReader in) {
        MemberId target = in.getMember();
        int flags = in.getByte();
        if (!target.equals(sender.id().member()) && (!target.equals(LanMessage.ALL) || !synced)) {
            return;
        }
        while (in.remaining() > 0) {
            receiver.start(readSender(in), in.getNumber(), (flags & LanMessage.KEEPS_POSITION) != 0);
        }
        if (!target.equals(LanMessage.ALL) && (flags & LanMessage.LAST_STARTS) != 0) {
            synced = true;
            if (!joined) {
                joined = true;
                events.joined();
            }
        }
    }

    private void notice(WireReader in, long nowNanos) {
        groupRate = in.getDouble();
        long rttNanos = in.getInt() * 1000L;
        int flags = in.getByte();
        sender.segmentBytes(in.getShort());
        boolean mine = false;
        while (in.remaining() > 0) {
            MemberId member = in.getMember();
            long stable = in.getNumber();
            long limit = in.getNumber();
            double share = in.getDouble();
            if (!member.equals(sender.id().member())) {
                receiver.stable(new SenderId(site, member), stable);
                continue;
            }
            mine = true;
            receiver.stable(sender.id(), stable);
            sender.notice(stable, limit);
            if ((flags & LanMessage.LAN_ONLY) != 0) {
                sender.lanOnly();
            } else if (share > 0 && share < Double.POSITIVE_INFINITY) {
                sender.allotted(share, rttNanos, (flags & LanMessage.WAITS_FOR_SITE) != 0, nowNanos);
            }
        }
        if (mine) {
            events.windowChanged();
        }
    }

    private static SenderId readSender(WireReader in) {
        return in.getSender();
    }

    /** Announces to the delegate what is held of a departed sender; more of it can arrive only from other members. */
    private boolean answer(MemberId gone) {
        SenderId of = new SenderId(site, gone);
        ReceiveStream received = receiver.stream(of);
        long upTo = receiver.receivedUpTo(of);
        LanMessage.begin(out, LanMessage.HELD, group).putLong(epoch.value()).putMember(gone).putLong(received == null ? upTo : received.stable())
                .putLong(received == null ? upTo : received.base()).putLong(received == null ? upTo : received.next());
        answers.add(LanMessage.bytes(out));
        return true;
    }

    /**
     * Does what is due, as far as the LAN has room: answers, segments and progress. To be called after every input and every message that
     * was accepted, when the LAN has room again, and at the time that the previous call returned.
     *
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     * @return when to call again at the latest, on that clock; {@link Long#MAX_VALUE} if only an input makes something due
     */
    public long run(long nowNanos) {
        if (expelled) {
            return Long.MAX_VALUE;
        }
        receiver.expire(nowNanos);
        while (!answers.isEmpty() && !delegate.equals(ProcessId.NONE) && lan.hasRoom()) {
            lan.send(delegate, answers.poll());
        }
        if (startDue && !announceStart(nowNanos)) {
            return Long.MAX_VALUE;
        }
        sendRecalled();
        sender.senders(1 + activeSenders.count(nowNanos));
        long deadline = Math.min(sender.take(nowNanos), sendSegments(nowNanos));
        if (sender.demandDeadlineNanos() <= nowNanos) {
            sender.demandDeadlineReached(nowNanos);
        }
        deadline = Math.min(deadline, sender.demandDeadlineNanos());
        return Math.min(deadline, announceProgress(nowNanos));
    }

    /** A message of so many bytes has no room for another segment of usual length. */
    private int fullBytes() {
        return Math.max(Segment.USUAL_PAYLOAD, lan.mostLength() - Segment.USUAL_PAYLOAD);
    }

    /** A member that sends rarely sends at once; segments within the spacing are sent together. */
    private long sendSegments(long nowNanos) {
        boolean ripe = nowNanos - nextSegmentsNanos >= 0;
        while (sender.nextNumber() >= 0 && (ripe || sender.fills(fullBytes()))) {
            if (!lan.hasRoom()) {
                return Long.MAX_VALUE;
            }
            pack();
            nextSegmentsNanos = nowNanos + activeSenders.count(nowNanos) * SEGMENT_SPACING_NANOS;
        }
        return sender.nextNumber() < 0 ? Long.MAX_VALUE : nextSegmentsNanos;
    }

    private void pack() {
        long number = sender.nextNumber();
        while (number >= 0 && batch.add(sender.id(), number, sender.segment(number))) {
            sender.sent();
            number = sender.nextNumber();
        }
        lan.multicast(batch.take());
    }

    /** Progress as a receiver is announced before the number where sending continues, both in the order of the segments. */
    private boolean announceStart(long nowNanos) {
        while (receiver.hasProgress()) {
            if (!lan.hasRoom()) {
                return false;
            }
            lan.multicast(progress(nowNanos));
        }
        if (!lan.hasRoom()) {
            return false;
        }
        LanMessage.begin(out, LanMessage.START, group).putLong(epoch.value()).putLong(sender.stable())
                .putDouble(groupRate);
        sites.forEach(out::putLong);
        lan.multicast(LanMessage.bytes(out));
        startDue = false;
        startedNanos = nowNanos;
        return true;
    }

    private byte[] progress(long nowNanos) {
        LanMessage.begin(out, LanMessage.ACK, group).putLong(epoch.value()).putDouble(sender.reportDemand(nowNanos));
        receiver.writeProgress(out);
        return LanMessage.bytes(out);
    }

    private void sendRecalled() {
        ReceiveStream received = recalledSender == null ? null : receiver.stream(recalledSender);
        if (received == null) {
            recalledSender = null;
            return;
        }
        recalledFrom = Math.max(recalledFrom, received.base());
        while (recalledFrom < received.next() && lan.hasRoom()) {
            Segment segment = received.get(recalledFrom);
            while (recalledFrom < received.next() && segment != null
                    && recalled.add(recalledSender, recalledFrom, segment)) {
                recalledFrom++;
                segment = received.get(recalledFrom);
            }
            lan.multicast(recalled.take());
        }
        if (recalledFrom >= received.next()) {
            recalledSender = null;
        }
    }

    private long announceProgress(long nowNanos) {
        if (epoch.equals(Epoch.NONE) || !receiver.hasProgress() && !sender.demandDue(nowNanos)) {
            return Long.MAX_VALUE;
        }
        long spacing = present.size() * ACK_SPACING_NANOS;
        long interval = Math.max(ACK_INTERVAL_NANOS, spacing);
        long due = lastAckNanos + (receiver.hasMuchProgress() ? spacing : interval);
        if (nowNanos - due < 0) {
            return due;
        }
        if (!lan.hasRoom()) {
            return Long.MAX_VALUE;
        }
        lastAckNanos = nowNanos;
        lan.send(delegate, progress(nowNanos));
        return receiver.hasProgress() ? nowNanos + interval : Long.MAX_VALUE;
    }
}
