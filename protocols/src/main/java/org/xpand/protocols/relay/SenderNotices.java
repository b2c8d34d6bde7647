package org.xpand.protocols.relay;

import java.util.Map;
import java.util.TreeMap;
import org.xpand.protocols.api.Epoch;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.wire.WireWriter;

/** Announces to local senders their stable number, their limit, and their share of the rate. */
final class SenderNotices {
    private static final long INTERVAL_NANOS = 2_000_000;
    /** A notice reaches every member: together they are woken no more often than this. */
    private static final long SPACING_NANOS = 250_000;

    private final SiteId self;
    private final GroupId group;
    private final Epoch epoch;
    private final LanOut lan;
    private final Shares shares;
    private final int much;
    private final WireWriter out = new WireWriter(new byte[LanMessage.MAX_LENGTH]);
    private final TreeMap<MemberId, Progress> unannounced = new TreeMap<>();
    private final TreeMap<MemberId, Progress> announced = new TreeMap<>();
    private long nextNanos;
    private long nextUrgentNanos;
    private boolean urgent;

    private record Progress(long stable, long limit) {
    }

    /** @param much so many segments of progress are announced without delay */
    SenderNotices(SiteId self, GroupId group, Epoch epoch, LanOut lan, Shares shares, int much) {
        this.self = self;
        this.group = group;
        this.epoch = epoch;
        this.lan = lan;
        this.shares = shares;
        this.much = much;
    }

    /** A sender's progress has changed. */
    void progress(MemberId member, long stable, long limit) {
        Progress before = announced.get(member);
        urgent |= before != null && Math.max(stable - before.stable, limit - before.limit) >= much;
        unannounced.put(member, new Progress(stable, limit));
    }

    /** Every member of the group has everything below this number of a member that is in another part of the site. */
    void stableElsewhere(MemberId member, long stable) {
        Progress now = new Progress(stable, stable);
        if (!now.equals(announced.get(member))) {
            unannounced.put(member, now);
        }
    }

    void forget(MemberId member) {
        announced.remove(member);
        unannounced.remove(member);
    }

    /** Repeats all announcements: a new member may have missed them. */
    void announceAgain() {
        announced.forEach(unannounced::putIfAbsent);
    }

    /** Sends what is to be announced, as far as the LAN has room; returns when the next is due. */
    long run(GroupRate rate, int members, long nowNanos) {
        if (shares.changed()) {
            announceAgain();
        }
        if (unannounced.isEmpty()) {
            return Long.MAX_VALUE;
        }
        long dueNanos = urgent ? nextUrgentNanos : nextNanos;
        if (nowNanos - dueNanos < 0) {
            return dueNanos;
        }
        if (!lan.hasRoom()) {
            return Long.MAX_VALUE;
        }
        nextUrgentNanos = nowNanos + members * SPACING_NANOS;
        nextNanos = Math.max(nowNanos + INTERVAL_NANOS, nextUrgentNanos);
        urgent = false;
        LanMessage.begin(out, LanMessage.NOTICE, group).putLong(epoch.value()).putDouble(shares.rateToAnnounce(rate))
                .putInt((int) Math.min(rate.rttNanos() / 1000, Integer.MAX_VALUE)).putByte(shares.flags())
                .putShort(rate.segmentBytes());
        while (!unannounced.isEmpty() && out.remaining() >= LanMessage.NOTICE_ENTRY_LENGTH) {
            Map.Entry<MemberId, Progress> entry = unannounced.pollFirstEntry();
            Progress progress = entry.getValue();
            announced.put(entry.getKey(), progress);
            out.putMember(entry.getKey()).putLong(progress.stable).putLong(progress.limit)
                    .putDouble(shares.share(new SenderId(self, entry.getKey())));
        }
        lan.multicast(LanMessage.bytes(out));
        shares.announced();
        return unannounced.isEmpty() ? Long.MAX_VALUE : nextNanos;
    }
}
