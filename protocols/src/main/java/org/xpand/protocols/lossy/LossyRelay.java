package org.xpand.protocols.lossy;

import java.util.ArrayDeque;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.xpand.protocols.api.Epoch;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.relay.GroupRate;
import org.xpand.protocols.relay.LanMessage;
import org.xpand.protocols.relay.LanOut;
import org.xpand.protocols.relay.LocalMember;
import org.xpand.protocols.relay.Shares;
import org.xpand.protocols.relay.SiteRelay;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * One layered group at its site's delegate: passes messages of local members to the stack and those of other sites to
 * the LAN, and divides the rate among the senders. Not thread-safe.
 */
public final class LossyRelay implements SiteRelay, LossyLayer.Delivery {
    private static final long NOTICE_NANOS = 2_000_000;
    private static final int SHARE_ENTRY_LENGTH = 16;

    private final SiteId home;
    private final GroupId group;
    private final Epoch epoch;
    private final int precedences;
    private final LossyConfig config;
    private final LanOut lan;
    private final LossyLayer layer;
    private final Shares shares;
    private final WireWriter out = new WireWriter(new byte[LanMessage.MAX_LENGTH]);
    private final WireWriter batch = new WireWriter(new byte[LanMessage.MAX_LENGTH]);
    private final int emptyBatch;
    private final ArrayDeque<byte[]> waiting = new ArrayDeque<>();
    private final TreeMap<MemberId, LocalMember> members = new TreeMap<>();
    private long waitingBytes;
    private long nextAnnounceNanos;
    private long nextAgainNanos;
    private boolean announceDue = true;

    /**
     * @param home     the site, of which this may be a part: its members send in its name
     * @param group    identity of the group
     * @param epoch    the delegate's incarnation, random, not 0
     * @param reserved rate reserved for each drop precedence but the last, bit/s; up to 7
     * @param config   settings
     * @param lan      the site's LAN
     */
    public LossyRelay(SiteId home, GroupId group, Epoch epoch, List<Long> reserved, LossyConfig config, LanOut lan) {
        this.home = home;
        this.group = group;
        this.epoch = epoch;
        this.precedences = reserved.size() + 1;
        this.config = config;
        this.lan = lan;
        this.layer = new LossyLayer(reserved, config, this);
        this.shares = new Shares(config.relay());
        LanMessage.begin(batch, LanMessage.RELAYED_FRAMES, group);
        this.emptyBatch = batch.position();
    }

    /** {@return the top of the group's stack} */
    public LossyLayer layer() {
        return layer;
    }

    @Override
    public void members(List<LocalMember> now, long nowNanos) {
        TreeMap<MemberId, LocalMember> wanted = new TreeMap<>();
        now.forEach(member -> wanted.put(member.member(), member));
        for (MemberId gone : members.keySet()) {
            if (!wanted.containsKey(gone)) {
                shares.remove(new SenderId(home, gone));
            }
        }
        announceDue |= !wanted.equals(members);
        members.clear();
        members.putAll(wanted);
        layer.localMembers(new TreeSet<>(wanted.keySet()), nowNanos);
    }

    @Override
    public void handle(int kind, ProcessId fromProcess, WireReader in, long nowNanos) {
        if (kind == LanMessage.FRAMES) {
            LossyFrames.read(in, precedences, new Offers(nowNanos));
        } else if (kind == LanMessage.DEMAND && epoch.is(in.getLong())) {
            double demand = in.getDouble();
            for (LocalMember member : members.values()) {
                if (member.process().equals(fromProcess) && demand >= 0 && demand <= Double.MAX_VALUE) {
                    shares.demand(new SenderId(home, member.member()), demand);
                }
            }
        }
    }

    /** Frames of a local member. */
    private final class Offers implements LossyFrames.Sink {
        private final long nowNanos;

        private Offers(long nowNanos) {
            this.nowNanos = nowNanos;
        }

        @Override
        public void part(SenderId sender, long ageNanos, int precedence, long number, int index, boolean last,
                         WireReader in, int length) {
            checkLocal(sender);
            layer.offer(sender, ageNanos, precedence, new PartQueue.Part(sender, number, index, last, in.getBytes(length)),
                    nowNanos);
        }

        @Override
        public void digest(SenderId sender, long ageNanos, long[] next) {
            checkLocal(sender);
            layer.digest(sender, ageNanos, next, nowNanos);
        }

        private void checkLocal(SenderId sender) {
            if (!sender.site().equals(home)) {
                throw new MalformedPacketException("a member of site " + home + " speaks for sender " + sender);
            }
        }
    }

    @Override
    public void frame(byte[] buffer, int offset, int length) {
        if (length > batch.remaining()) {
            flush();
            if (!isBatchEmpty()) {
                waitingBytes += batch.position();
                waiting.add(takeBatch());
            }
        }
        if (waitingBytes + length <= config.outputBytes()) {
            batch.putBytes(buffer, offset, length);
        }
    }

    private boolean isBatchEmpty() {
        return batch.position() == emptyBatch;
    }

    private byte[] takeBatch() {
        byte[] message = LanMessage.bytes(batch);
        batch.position(emptyBatch);
        return message;
    }

    private void flush() {
        while (!waiting.isEmpty() && lan.hasRoom()) {
            waitingBytes -= waiting.peek().length;
            lan.multicast(waiting.poll());
        }
        if (waiting.isEmpty() && !isBatchEmpty() && lan.hasRoom()) {
            lan.multicast(takeBatch());
        }
    }

    @Override
    public long run(GroupRate rate, long nowNanos) {
        layer.rate(rate.bytesPerSecond());
        long deadline = shares.update(rate, layer, nowNanos);
        flush();
        announceDue |= shares.changed() || nowNanos - nextAgainNanos >= 0;
        if (announceDue && nowNanos - nextAnnounceNanos >= 0 && lan.hasRoom()) {
            announce(rate, nowNanos);
        }
        if (announceDue) {
            deadline = Math.min(deadline, nextAnnounceNanos);
        }
        return Math.min(deadline, nextAgainNanos);
    }

    private void announce(GroupRate rate, long nowNanos) {
        announceDue = false;
        nextAnnounceNanos = nowNanos + NOTICE_NANOS;
        nextAgainNanos = nowNanos + config.relay().membersIntervalNanos();
        begin(rate);
        for (MemberId member : members.keySet()) {
            if (out.remaining() < SHARE_ENTRY_LENGTH && lan.hasRoom()) {
                lan.multicast(LanMessage.bytes(out));
                begin(rate);
            }
            if (out.remaining() < SHARE_ENTRY_LENGTH) {
                announceDue = true;
                return;
            }
            out.putMember(member).putDouble(shares.share(new SenderId(home, member)));
        }
        if (lan.hasRoom()) {
            lan.multicast(LanMessage.bytes(out));
            shares.announced();
        } else {
            announceDue = true;
        }
    }

    private void begin(GroupRate rate) {
        LanMessage.begin(out, LanMessage.SHARES, group).putLong(epoch.value())
                .putInt((int) Math.min(rate.rttNanos() / 1000, Integer.MAX_VALUE)).putByte(shares.flags());
    }

    /**
     * The share of the site's rate that a local sender has.
     *
     * @param member the sender's member
     * @return bytes per second
     */
    public double share(MemberId member) {
        return shares.share(new SenderId(home, member));
    }
}
