package org.xpand.protocols.relay;

import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.xpand.protocols.directory.SenderId;
import org.xpand.protocols.directory.SiteId;
import org.xpand.protocols.reliability.Delivery;
import org.xpand.protocols.reliability.ReliabilityLayer;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.wire.WireWriter;

/**
 * One group at its site's delegate, between the LAN and the WAN stack: hands local senders' segments to the stack and
 * remote senders' segments to the LAN, and keeps how far each member of the site is. A member that joins in mid-stream
 * counts from its first acknowledgement on; one that was there before a sender counts from that sender's first segment.
 * Not thread-safe.
 */
public final class GroupRelay implements Delivery {
    /** Acknowledgements wait on the LAN of the receiver, in its delegate and in the sender's delegate. */
    private static final double ACK_DELAYS_NANOS = 60e6;

    private final SiteId self;
    private final RelayConfig config;
    private final LanOut lan;
    private final TreeSet<Long> members = new TreeSet<>();
    private final TreeMap<SenderId, TreeMap<Long, Position>> positions = new TreeMap<>();
    private final TreeMap<Long, Position> untold = new TreeMap<>();
    private ReliabilityLayer stack;

    /** Where segments of other sites go. */
    @FunctionalInterface
    public interface LanOut {
        /** Takes a segment for all members of the site; answers false if the LAN takes nothing now. */
        boolean remote(SenderId sender, long number, Segment segment);
    }

    /**
     * @param self   the site
     * @param config settings
     * @param lan    where segments of other sites go
     */
    public GroupRelay(SiteId self, RelayConfig config, LanOut lan) {
        this.self = self;
        this.config = config;
        this.lan = lan;
    }

    /** Connects the relay with the top of its stack; called once. */
    public void connect(ReliabilityLayer top) {
        stack = top;
    }

    /** The processes of the site that are members of the group now. */
    public void members(Set<Long> processes, long nowNanos) {
        for (Long gone : new TreeSet<>(members)) {
            if (!processes.contains(gone)) {
                stack.retire(new SenderId(self, gone));
            }
        }
        members.clear();
        members.addAll(processes);
        for (Map.Entry<SenderId, TreeMap<Long, Position>> entry : positions.entrySet()) {
            if (entry.getValue().keySet().retainAll(members)) {
                tellStack(entry.getKey(), entry.getValue(), nowNanos);
            }
        }
    }

    /** A sender of this site has put its next segment on the LAN. */
    public void localSegment(SenderId sender, long number, Segment segment) {
        positionsOf(sender, number);
        stack.offer(sender, number, segment);
    }

    /** A member tells how far it is with a sender. */
    public void acknowledged(long member, SenderId sender, long next, long limit, long nowNanos) {
        if (!members.contains(member) || next < 0 || limit < next) {
            return;
        }
        TreeMap<Long, Position> bySender = positions.computeIfAbsent(sender, id -> new TreeMap<>());
        bySender.put(member, new Position(next, limit));
        tellStack(sender, bySender, nowNanos);
    }

    private void tellStack(SenderId sender, TreeMap<Long, Position> bySender, long nowNanos) {
        if (bySender.isEmpty()) {
            return;
        }
        long next = Long.MAX_VALUE;
        long limit = Long.MAX_VALUE;
        for (Position position : bySender.values()) {
            next = Math.min(next, position.next);
            limit = Math.min(limit, position.limit);
        }
        if (sender.site().equals(self)) {
            stack.localProgress(sender, next, limit);
        } else {
            stack.siteProgress(sender, next, limit, nowNanos);
        }
    }

    private TreeMap<Long, Position> positionsOf(SenderId sender, long first) {
        return positions.computeIfAbsent(sender, id -> {
            TreeMap<Long, Position> all = new TreeMap<>();
            members.forEach(member -> all.put(member, new Position(first, first + config.windowSegments())));
            return all;
        });
    }

    @Override
    public boolean deliver(SenderId sender, long number, Segment segment) {
        positionsOf(sender, number);
        return lan.remote(sender, number, segment);
    }

    @Override
    public void progress(SenderId sender, long stable, long limit) {
        untold.put(sender.process(), new Position(stable, limit));
    }

    /** Whether local senders are to be told something. */
    public boolean hasNotice() {
        return !untold.isEmpty();
    }

    /** Writes entries of a {@link LanMessage#NOTICE} as far as there is room. */
    public void writeNotice(WireWriter out) {
        Iterator<Map.Entry<Long, Position>> entries = untold.entrySet().iterator();
        while (entries.hasNext() && out.remaining() >= LanMessage.NOTICE_ENTRY_LENGTH) {
            Map.Entry<Long, Position> entry = entries.next();
            out.putLong(entry.getKey()).putLong(entry.getValue().next).putLong(entry.getValue().limit);
            entries.remove();
        }
    }

    /**
     * The send window of each sender: enough to keep the site's rate up over a round trip with its acknowledgements,
     * and not much more, so that what was accepted does not wait long.
     *
     * @param rate     the group's rate, bytes per second
     * @param rttNanos a round-trip time that represents the receivers, nanoseconds
     */
    public int windowBytes(double rate, long rttNanos) {
        double bytes = 2 * rate * (rttNanos + ACK_DELAYS_NANOS) / 1e9;
        return (int) Math.max(config.minWindowBytes(), Math.min(bytes, config.maxWindowBytes()));
    }

    /** How far somebody is, and how far it lets others go. */
    private record Position(long next, long limit) {
    }
}
