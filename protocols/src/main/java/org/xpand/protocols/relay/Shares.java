package org.xpand.protocols.relay;

import org.xpand.protocols.allocation.Allocator;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.stack.TopLayer;

/** What each local sender of a group may send per second: feeds the allocator with what rate control and stack say. */
public final class Shares {
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

    /**
     * @param config settings
     */
    public Shares(RelayConfig config) {
        this.allocator = new Allocator(config.allocation());
    }

    /** What a sender asks for, new or changed. */
    public void demand(SenderId member, double bytesPerSecond) {
        allocator.demand(member, bytesPerSecond);
        demandChanged = true;
    }

    /** A sender is gone. */
    public void remove(SenderId member) {
        allocator.remove(member);
        demandChanged = true;
    }

    /** Divides anew if it is time; answers when it will be again. */
    public long update(GroupRate rate, TopLayer stack, long nowNanos) {
        boolean nowWaits = stack.keepsMuch();
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
    public boolean changed() {
        return aloneChanged || divided && !alone && allocator.changed();
    }

    /** The senders are told. */
    public void told() {
        aloneChanged = false;
        allocator.clearChanged();
    }

    /** Flags of a {@link LanMessage#NOTICE}. */
    public int flags() {
        return (alone ? LanMessage.LAN_ONLY : 0) | (waits ? LanMessage.WAITS_FOR_SITE : 0);
    }

    /** What a sender asked for last, bytes of segments per second; 0 if it has asked for nothing. */
    double demand(SenderId member) {
        return allocator.demand(member);
    }

    /** What a sender may send, bytes of segments per second; 0 while no rate is known, so that it goes on as before. */
    public double share(SenderId member) {
        return divided ? allocator.share(member) : 0;
    }
}
