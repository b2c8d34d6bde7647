package org.xpand.alm.overlay;

/**
 * How long each of many busy groups rests between two turns of a loop. A turn costs about the same whether it has one packet or fifty
 * to handle; groups that take one for each piece of news would share the loop's time in many small pieces. So a busy group rests the longer
 * the more of them there are and the less time the loop has left, and one that is not busy gets a turn at once. Not thread-safe.
 */
public final class TurnSpacing {
    static final long PERIOD_NANOS = 100_000_000;
    /** A group that takes a turn this often, without rests or in spite of them, is busy. */
    static final long BUSY_NANOS = 2_500_000;
    /** So many busy groups do not rest if the loop has time. */
    static final int FREE = 16;
    /** What each further one adds to a rest. */
    static final long EACH_NANOS = 100_000;
    /** The longest rest if the loop has time: less than any timer of rate control on a path that is longer than a LAN. */
    static final long MOST_NANOS = 2_000_000;
    /** So many do not rest at all. */
    static final int FEW = 4;
    /** What each busy group, from the first one on, adds to a rest if the loop has no time: they wait for each other anyway. */
    static final long LOADED_EACH_NANOS = 250_000;
    /** The longest rest. */
    static final long LOADED_NANOS = 40_000_000;
    /** A group that could send nothing, because a site's socket has no room, rests no longer: there is room soon. */
    static final long HELD_NANOS = 3_000_000;
    /** Most packets that a group sends in a turn where more than {@link #FEW} are busy: with more one would get more than its part. */
    static final int MOST_PACKETS = 128;
    /** All busy groups together send no more in a rest, or the later ones find the sockets full; but each sends {@link #LEAST_PACKETS}. */
    private static final int ALL_PACKETS = 3200;
    static final int LEAST_PACKETS = 64;
    /** With small sockets a turn fills this part of the least one at most: whoever filled it would leave nothing to the others. */
    private static final int ROOM_PARTS = 8;
    private static final int LEAST_OF_ROOM = 8;
    private static final int PACKET_BYTES = 1400;
    /** A loop that spends this share of the time in its turns has no time: it also reads packets, and shares processors with others. */
    private static final double LOADED_SHARE = 0.5;
    private static final double OFTEN = 0.8;
    private static final int FREE_TURNS = (int) (PERIOD_NANOS / BUSY_NANOS);
    /** What a loop without time takes in a period. */
    private static final int LOADED_TURNS = (int) (PERIOD_NANOS / LOADED_EACH_NANOS);
    private static final long LOAD_NANOS = 20_000_000;
    /** Weight of the newest measurement of that share. */
    private static final double LOAD_WEIGHT = 0.3;

    private long period = -1;
    private int busy;
    private int busyBefore;
    /** Turns in the period, and groups that have taken more than one. */
    private int turns;
    private int active;
    /** Turns in a period that make a group busy, however long groups rest. */
    private int busyTurns = FREE_TURNS;
    private long mostOfRoom = MOST_PACKETS;
    private long workedNanos;
    private boolean measures;
    private long measuredNanos;
    private double load;

    /**
     * The loop has taken a turn.
     *
     * @param fromNanos its beginning, nanoseconds of the loop's monotonic clock
     * @param toNanos   its end
     */
    public void worked(long fromNanos, long toNanos) {
        if (!measures) {
            measures = true;
            measuredNanos = fromNanos;
        }
        workedNanos += toNanos - fromNanos;
        long passed = toNanos - measuredNanos;
        if (passed >= LOAD_NANOS) {
            load += LOAD_WEIGHT * (Math.min(1, (double) workedNanos / passed) - load);
            measuredNanos = toNanos;
            workedNanos = 0;
        }
    }

    /**
     * A group's turn has begun; it rests after it.
     *
     * @param due      the group's
     * @param nowNanos the time, nanoseconds of the loop's monotonic clock
     * @return how long it rests, ns, 0 if it does not
     */
    public long taken(Due<?> due, long nowNanos) {
        long now = Math.floorDiv(nowNanos, PERIOD_NANOS);
        if (now != period) {
            begin(now);
        }
        long nanos = rest(groups());
        turns++;
        int taken = due.takesTurn(now);
        active += taken == 2 ? 1 : 0;
        if (taken >= Math.min(busyTurns, turns(nanos)) && due.becomesBusy()) {
            busy++;
        }
        if (nanos == 0 || !due.isBusy()) {
            return 0;
        }
        due.rest(nowNanos + nanos);
        return nanos;
    }

    /** Of very many groups none takes many turns, but all together too many: then one that takes more than its part is busy. */
    private void begin(long now) {
        boolean crowded = load >= LOADED_SHARE && turns > LOADED_TURNS / 2;
        busyTurns = crowded ? (int) Math.max(1, OFTEN * LOADED_TURNS / Math.max(1, active)) : FREE_TURNS;
        busyBefore = now == period + 1 ? busy : 0;
        busy = 0;
        turns = 0;
        active = 0;
        period = now;
    }

    /**
     * A group that rests has sent nothing in its turn, because a site's socket has no room.
     *
     * @param due       the group's
     * @param restNanos what {@link #taken} returned for the turn, more than 0
     * @param nowNanos  the turn's time
     */
    void held(Due<?> due, long restNanos, long nowNanos) {
        due.rest(nowNanos + Math.min(restNanos, HELD_NANOS));
    }

    /** Sets the bytes that the site with the smallest socket may have in flight to it. */
    void room(long bytes) {
        mostOfRoom = Math.max(LEAST_OF_ROOM, bytes / ROOM_PARTS / PACKET_BYTES);
    }

    /** Most packets that a group which rests sends in a turn. */
    int packets() {
        int part = Math.max(LEAST_PACKETS, Math.min(ALL_PACKETS / Math.max(1, groups()), MOST_PACKETS));
        return (int) Math.min(part, mostOfRoom);
    }

    private int groups() {
        return Math.max(busy, busyBefore);
    }

    private long rest(int groups) {
        if (groups <= FEW) {
            return 0;
        }
        long loaded = (long) (Math.min(LOADED_NANOS, groups * LOADED_EACH_NANOS) * Math.min(1, load / LOADED_SHARE));
        return Math.max(loaded, Math.min(MOST_NANOS, (groups - FREE) * EACH_NANOS));
    }

    /** So many turns in a period make a group that rests busy: a fifth less than it can take if it always has news. */
    private static int turns(long restNanos) {
        return (int) (OFTEN * PERIOD_NANOS / Math.max(OFTEN * BUSY_NANOS, restNanos));
    }
}
