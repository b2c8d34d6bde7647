package org.xpand.protocols.relay;

import org.xpand.protocols.allocation.Allocator;
import org.xpand.protocols.directory.SenderId;
import org.xpand.protocols.reliability.ReliabilityLayer;

/** What each local sender of a group may send per second: feeds the allocator with what rate control and stack say. */
final class Shares {
    private static final long INTERVAL_NANOS = 10_000_000;

    private final Allocator allocator;
    private long lastNanos;
    private long lastNewBytes = -1;
    private double lastRate;
    private boolean divided;
    private boolean demandChanged;
    private boolean alone = true;
    private boolean aloneChanged;
    private boolean waits;

    Shares(RelayConfig config) {
        this.allocator = new Allocator(config.allocation());
    }

    void demand(SenderId member, double bytesPerSecond) {
        allocator.demand(member, bytesPerSecond);
        demandChanged = true;
    }

    void remove(SenderId member) {
        allocator.remove(member);
        demandChanged = true;
    }

    /** Divides anew if it is time; answers when it will be again. */
    long update(GroupRate rate, ReliabilityLayer stack, long nowNanos) {
        boolean nowWaits = stack.waitsForUnreachable();
        boolean nowAlone = stack.reachableSites() == 0 && !nowWaits;
        aloneChanged |= nowAlone != alone || nowWaits != waits;
        alone = nowAlone;
        waits = nowWaits;
        if (stack.reachableSites() == 0) {
            return Long.MAX_VALUE;
        }
        boolean active = demandChanged || stack.newSegmentBytes() != lastNewBytes
                || Double.compare(rate.bytesPerSecond(), lastRate) != 0;
        if (!active) {
            return Long.MAX_VALUE;
        }
        if (nowNanos - lastNanos < INTERVAL_NANOS) {
            return lastNanos + INTERVAL_NANOS;
        }
        lastNanos = nowNanos;
        lastNewBytes = stack.newSegmentBytes();
        lastRate = rate.bytesPerSecond();
        demandChanged = false;
        divided = true;
        allocator.update(rate.bytesPerSecond(), stack.newSegmentBytes(), rate.chargedBytes(), stack.backlogBytes(),
                rate.rttNanos(), nowNanos);
        return nowNanos + INTERVAL_NANOS;
    }

    /** Whether senders are to be told. */
    boolean changed() {
        return aloneChanged || divided && !alone && allocator.changed();
    }

    void told() {
        aloneChanged = false;
        allocator.clearChanged();
    }

    /** Flags of a {@link LanMessage#NOTICE}. */
    int flags() {
        return (alone ? LanMessage.LAN_ONLY : 0) | (waits ? LanMessage.WAITS_FOR_SITE : 0);
    }

    /** What a sender may send, bytes of segments per second; 0 while no rate is known, so that it goes on as before. */
    double share(SenderId member) {
        return divided ? allocator.share(member) : 0;
    }
}
