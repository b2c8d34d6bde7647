package org.xpand.protocols.allocation;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.xpand.protocols.api.SenderId;

/**
 * Divides the rate of a group at the delegate among its local senders by max-min fairness over their demands (Xpand
 * §4.3).
 *
 * <ul>
 * <li>What is divided is the aggregate less a smoothed measure of headers and repairs. While more than half of the
 *     delegate's queue is taken, it shrinks linearly, down to {@link AllocatorConfig#backlogFloor} at a full queue.
 * <li>What the demands do not use is given to all senders equally, as headroom for a demand that grows.
 * <li>Every sender may have the initial rate, or the greatest share of the others if that is less, so that it can
 *     begin at once. The part of it that the sender does not demand is not reserved.
 * </ul>
 *
 * <p>A division is made when its result is requested, once for all changes before. Memory is allocated only for new
 * senders. Not thread-safe.
 */
public final class Allocator {
    private final AllocatorConfig config;
    private final Overhead overhead;
    private final StandingQueue standing;
    private final MaxMin maxMin = new MaxMin();
    private final Map<SenderId, Slot> slots = new HashMap<>();
    private Slot[] order = new Slot[16];
    private double[] demands = new double[16];
    private double[] shares = new double[16];
    /** The shares as last announced to the senders; not a number for a sender to which none was announced. */
    private double[] announced = new double[16];
    private int count;
    private boolean stale;
    private boolean changed;
    private boolean updated;
    private double divisible;
    private double startShare;
    private double queueLimit;

    /** Index of a sender in the arrays. */
    private static final class Slot {
        private int index;

        private Slot(int index) {
            this.index = index;
        }
    }

    /**
     * @param config settings
     */
    public Allocator(AllocatorConfig config) {
        this.config = config;
        overhead = new Overhead(config);
        standing = new StandingQueue(config);
        startShare = config.initialRate();
        queueLimit = config.minQueueBytes();
    }

    /**
     * Sets a sender's demand, new or changed.
     *
     * @param sender a sender of this site
     * @param demand bytes per second, 0 or more, infinity allowed
     * @throws IllegalArgumentException if it is negative or no number
     */
    public void demand(SenderId sender, double demand) {
        if (!(demand >= 0)) {
            throw new IllegalArgumentException("demand " + demand + " B/s: accepted are 0 and more");
        }
        Slot slot = slots.get(sender);
        if (slot == null) {
            slot = add(sender);
        } else if (demands[slot.index] == demand) {
            return;
        }
        demands[slot.index] = demand;
        stale = true;
    }

    /**
     * {@return a sender's demand, bytes per second; 0 if it has reported none}
     *
     * @param sender a sender of this site
     */
    public double demand(SenderId sender) {
        Slot slot = slots.get(sender);
        return slot == null ? 0 : demands[slot.index];
    }

    /**
     * A sender left; unknown ones are ignored.
     *
     * @param sender the sender; its demand and share are dropped
     */
    public void remove(SenderId sender) {
        Slot slot = slots.remove(sender);
        if (slot == null) {
            return;
        }
        int last = --count;
        Slot moved = order[last];
        order[last] = null;
        if (moved != slot) {
            order[slot.index] = moved;
            demands[slot.index] = demands[last];
            announced[slot.index] = announced[last];
            moved.index = slot.index;
        }
        stale = true;
    }

    /**
     * Updates what the delegate may send and has sent. Counters that are smaller than before are those of a new stack.
     *
     * @param aggregateRate   the group's rate, headers included, bytes per second: 0 or more and finite
     * @param newSegmentBytes bytes of segments sent for the first time, with the headers of their runs, in total
     * @param chargedBytes    bytes charged to the rate, headers and repairs included, in total
     * @param backlogBytes    bytes of segments that wait at the delegate now
     * @param rttNanos        representative round-trip time of the group's receivers, nanoseconds, 0 or more
     * @param nowNanos        the time, nanoseconds of the stack's monotonic clock
     * @throws IllegalArgumentException if the rate is not in its range
     */
    public void update(double aggregateRate, long newSegmentBytes, long chargedBytes, long backlogBytes, long rttNanos,
                       long nowNanos) {
        if (!(aggregateRate >= 0 && aggregateRate < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("aggregate " + aggregateRate + " B/s: accepted are finite values from 0 on");
        }
        overhead.update(newSegmentBytes, chargedBytes, rttNanos, nowNanos);
        standing.update(newSegmentBytes, backlogBytes, rttNanos, nowNanos);
        queueLimit = Math.max(config.minQueueBytes(),
                standing.rate(aggregateRate) * Math.max(config.minQueueNanos(), config.queueRtts() * rttNanos) / 1e9);
        double left = Math.max(aggregateRate - overhead.rate(aggregateRate), config.leastDivisible() * aggregateRate);
        double newDivisible = left * backlogFactor(backlogBytes);
        stale |= !updated || newDivisible != divisible;
        updated = true;
        divisible = newDivisible;
    }

    /**
     * {@return a sender's share, in bytes of segments per second}. A sender that has reported no demand, and every sender before the first
     * {@link #update}, has the initial rate at most.
     *
     * @param sender a sender of this site
     */
    public double share(SenderId sender) {
        divide();
        Slot slot = slots.get(sender);
        return slot == null ? startShare : shares[slot.index];
    }

    /**
     * {@return how much may wait at the delegate, in bytes of segments: some round-trip times at the aggregate, and at least what leaves
     * between two changes of the shares. Where the delegate sends less than half of the aggregate though segments always wait, twice what it
     * sends counts instead}
     */
    public double queueLimitBytes() {
        return queueLimit;
    }

    /** {@return whether a sender is new, or a share has changed by more than the tolerance, since {@link #clearChanged}} */
    public boolean changed() {
        divide();
        return changed;
    }

    /** The shares are announced to the senders. */
    public void clearChanged() {
        divide();
        System.arraycopy(shares, 0, announced, 0, count);
        changed = false;
    }

    /** {@return the rate that is divided, bytes of segments per second; 0 before the first {@link #update}} */
    public double divisibleRate() {
        return divisible;
    }

    private double backlogFactor(long backlogBytes) {
        double beyondHalf = Math.min(1, Math.max(0, 2 * backlogBytes / queueLimit - 1));
        return 1 - (1 - config.backlogFloor()) * beyondHalf;
    }

    private Slot add(SenderId sender) {
        if (count == order.length) {
            order = Arrays.copyOf(order, 2 * count);
            demands = Arrays.copyOf(demands, 2 * count);
            shares = Arrays.copyOf(shares, 2 * count);
            announced = Arrays.copyOf(announced, 2 * count);
        }
        Slot slot = new Slot(count);
        slots.put(sender, slot);
        order[count] = slot;
        announced[count] = Double.NaN;
        count++;
        return slot;
    }

    private void divide() {
        if (!stale) {
            return;
        }
        stale = false;
        double surplus = 0;
        maxMin.allocate(divisible, demands, count, shares);
        if (updated) {
            startShare = Math.min(config.initialRate(), Math.min(maxMin.level(), divisible));
            surplus = config.shareSurplus() ? (divisible - sum()) / count : 0;
        }
        changed = false;
        for (int i = 0; i < count; i++) {
            shares[i] = Math.max(shares[i], startShare) + surplus;
            changed |= !(Math.abs(shares[i] - announced[i]) <= config.tolerance() * announced[i]);
        }
    }

    private double sum() {
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += shares[i];
        }
        return sum;
    }
}
