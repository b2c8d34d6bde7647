package org.xpand.protocols.relay;

import java.util.Arrays;
import org.xpand.protocols.allocation.Allocator;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.stack.TopLayer;

/** What each local sender of a group may send per second: feeds the allocator with what rate control and stack say. */
public final class Shares {
    private static final long INTERVAL_NANOS = 10_000_000;
    /** What waits because a site was away counts as this part of a full queue: it is to drain, and those at hand are to go on. */
    private static final double CATCH_UP_QUEUE = 0.75;
    /** The rate is looked at for so long at a time, and remembered for this many times: longer than a way takes to be found cut. */
    private static final long PART_NANOS = 500_000_000;
    private static final int PARTS = 8;
    /** What is kept for a site that is away should last for so long, seconds. */
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

    /** What an earlier delegate's rate control allowed when a member heard of it last, bytes per second. */
    void predecessorRate(double bytesPerSecond) {
        if (bytesPerSecond > predecessorRate && bytesPerSecond < Double.POSITIVE_INFINITY) {
            predecessorRate = bytesPerSecond;
        }
    }

    /** Divides anew if it is time; answers when it will be again. */
    public long update(GroupRate rate, TopLayer stack, long nowNanos) {
        boolean nowWaits = stack.keepsMuch();
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
     * While a site is away, and until it has caught up, the others go on as before, and not faster: what is kept for the site would be
     * full at once where it was the one that limited the rate, or where nobody is reached and nothing limits any more. Slower than
     * lets what is kept last for a minute nobody is made.
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
     * What members are told of the rate, for the next delegate to begin with, bytes per second: 0 if nothing is known. What is
     * allowed where nobody listens would have it flood the ways. What those bear who are left while a site is away, as parts of this
     * site do, is no rate from before it went, which is what the next delegate takes the told rate for.
     */
    double rateToTell(GroupRate rate) {
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
