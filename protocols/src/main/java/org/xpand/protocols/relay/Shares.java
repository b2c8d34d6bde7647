package org.xpand.protocols.relay;

import java.util.Arrays;
import org.xpand.protocols.allocation.Allocator;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.stack.TopLayer;

/** The rate that each local sender of a group may use: passes the values of rate control and stack to the allocator. */
public final class Shares {
    private static final long INTERVAL_NANOS = 10_000_000;
    /**
     * Segments that wait because a site was away count as this part of a full queue: the queue is to drain while the other sites
     * continue.
     */
    private static final double CATCH_UP_QUEUE = 0.75;
    /** The rate is observed in periods of this length, and remembered for this many: longer than it takes to find a path broken. */
    private static final long PART_NANOS = 500_000_000;
    private static final int PARTS = 8;
    /** Retention for an absent site should last for so long, seconds. */
    private static final double KEPT_SECONDS = 60;

    private final Allocator allocator;
    private final double[] rates = new double[PARTS];
    private final double leastRate;
    private long part = Long.MIN_VALUE;
    private double predecessorRate;
    private long lastNanos;
    private long lastNewBytes = -1;
    private double lastRate;
    private boolean divided;
    private boolean demandChanged;
    private boolean alone = true;
    private boolean aloneChanged;
    private boolean waits;
    private boolean cutOff = true;

    /**
     * @param config settings
     */
    public Shares(RelayConfig config) {
        this.allocator = new Allocator(config.allocation());
        this.leastRate = config.maxRetentionBytes() / KEPT_SECONDS;
    }

    /**
     * A sender announces the rate that it requests.
     *
     * @param member         the sender, perhaps a new one
     * @param bytesPerSecond its demand, bytes of segments per second; 0 or more, finite
     */
    public void demand(SenderId member, double bytesPerSecond) {
        allocator.demand(member, bytesPerSecond);
        demandChanged = true;
    }

    /**
     * A sender has departed: its share is divided among the others.
     *
     * @param member the sender; ignored if it is unknown
     */
    public void remove(SenderId member) {
        allocator.remove(member);
        demandChanged = true;
    }

    /** The rate that an earlier delegate's rate control allowed, as last announced to a member, bytes per second. */
    void predecessorRate(double bytesPerSecond) {
        if (bytesPerSecond > predecessorRate && bytesPerSecond < Double.POSITIVE_INFINITY) {
            predecessorRate = bytesPerSecond;
        }
    }

    /**
     * Divides the rate anew if something has changed and it is time, that is 10 ms after the last time.
     *
     * @param rate     the rate that the group's rate control allows
     * @param stack    the group's stack, for the bytes sent and waiting, and for the receiving sites
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     * @return when it is time again; {@link Long#MAX_VALUE} if only a change can make it necessary
     */
    public long update(GroupRate rate, TopLayer stack, long nowNanos) {
        boolean nowWaits = stack.isRetentionHigh();
        boolean nowAlone = stack.reachableSites() == 0 && !nowWaits;
        aloneChanged |= nowAlone != alone || nowWaits != waits;
        alone = nowAlone;
        waits = nowWaits;
        cutOff = stack.reachableSites() == 0;
        if (nowAlone) {
            forgetRates();
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
        double most = cutOff ? 0 : waits ? CATCH_UP_QUEUE * allocator.queueLimitBytes() : Double.POSITIVE_INFINITY;
        allocator.update(bounded(rate.bytesPerSecond()), lastNewBytes, rate.chargedBytes(),
                (long) Math.min(stack.backlogBytes(), most), rate.rttNanos(), nowNanos);
        if (!waits) {
            remember(rate.bytesPerSecond(), nowNanos);
        }
        return nowNanos + INTERVAL_NANOS;
    }

    /**
     * While a site is absent, and until it has caught up, the other sites continue at the former rate, not faster: the retention
     * for the absent site would fill at once where that site was the one that limited the rate, or where no site is reached and
     * nothing limits it. The rate is not reduced below the one at which the retention lasts for a minute.
     */
    private double bounded(double rate) {
        double before = rateBefore();
        return !waits || before == 0 && !cutOff ? rate : Math.min(cutOff ? Double.MAX_VALUE : rate, Math.max(leastRate, before));
    }

    private double rateBefore() {
        double most = predecessorRate;
        for (double each : rates) {
            most = Math.max(most, each);
        }
        return most;
    }

    private void forgetRates() {
        predecessorRate = 0;
        Arrays.fill(rates, 0);
    }

    /**
     * The rate that is announced to members, for the next delegate to begin with, bytes per second: 0 if nothing is known. The rate
     * allowed while no site receives would make it flood the paths. The rate of the remaining sites while a site is absent (parts
     * of this site count too) is not the rate from before, which the next delegate expects.
     */
    double rateToAnnounce(GroupRate rate) {
        double before = rateBefore();
        return cutOff ? before : waits && before > 0 ? Math.min(before, rate.bytesPerSecond()) : rate.bytesPerSecond();
    }

    private void remember(double rate, long nowNanos) {
        predecessorRate = 0;
        long now = nowNanos / PART_NANOS;
        while (part < now) {
            part = Math.max(part + 1, now - PARTS);
            rates[(int) Math.floorMod(part, (long) PARTS)] = 0;
        }
        int at = (int) Math.floorMod(now, (long) PARTS);
        rates[at] = Math.max(rates[at], rate);
    }

    /** {@return whether the shares or the {@link #flags} have changed since {@link #announced} and are to be announced to the members} */
    public boolean changed() {
        return aloneChanged || divided && !alone && allocator.changed();
    }

    /** The shares and flags have been announced to the members. */
    public void announced() {
        aloneChanged = false;
        allocator.clearChanged();
    }

    /** {@return the flags of a {@link LanMessage#NOTICE}, as of the last {@link #update}} */
    public int flags() {
        return (alone ? LanMessage.LAN_ONLY : 0) | (waits ? LanMessage.WAITS_FOR_SITE : 0);
    }

    /** The last demand of a sender, bytes of segments per second; 0 if there is none. */
    double demand(SenderId member) {
        return allocator.demand(member);
    }

    /**
     * {@return the share of a sender, bytes of segments per second; 0 while no rate is known, so that it goes on as before}
     *
     * @param member the sender
     */
    public double share(SenderId member) {
        return divided ? allocator.share(member) : 0;
    }
}
