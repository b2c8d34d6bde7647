package org.xpand.alm.overlay;

/**
 * Finds out by trial whether a group's packets are to go directly to all sites because they get there faster. A site behind a forwarder has the
 * losses of each link on its path and the sum of their round-trip times, and Eq. 1 allows less for both: over two equal links a third of
 * what it allows over one. Over direct paths the source's own link carries a copy for each site. Whether it has room for them shows only
 * when they are sent.
 *
 * <p>So the rates over both are measured one after the other, and the source stays with the better one; with the tree if there is little
 * difference. The other one is tried again after a while, and each time that it is no better after twice as long. Not thread-safe.
 */
final class DirectTrial {
    /** Direct paths are better if they allow more by this factor. */
    static final double BETTER = 1.15;
    /** How long it takes until the other paths are tried again, ns, at first and at most. */
    static final long FIRST_WAIT_NANOS = 60_000_000_000L;
    static final long LONGEST_WAIT_NANOS = 1_920_000_000_000L;
    /** So many consecutive looks, 5 s, make a mean: several loss intervals of most paths. */
    static final int LOOKS = 10;
    /** In so many of them direct paths must be worth a trial: the receiver that limits the rate may change with chance. */
    private static final int WORTH_LOOKS = 7;
    /** A trial takes so many looks. The first half of them does not count: rates follow a history of losses. */
    private static final int TRIAL_LOOKS = 2 * LOOKS;
    /** While the rate still rises a trial goes on, for so many looks at most. */
    private static final int LONGEST_LOOKS = 6 * LOOKS;
    /** A rate is steady if it changes by less than this factor between the halves of a mean; no trial begins while it falls, as after a start. */
    private static final double STEADY = 1.1;
    /** After so many looks a trial ends early if its rate is below {@link #POOR} of the former one. */
    private static final int EARLY_LOOKS = 6;
    private static final int POOR_LOOKS = 4;
    private static final double POOR = 0.5;
    private static final long WATCH_NANOS = 50_000_000L;
    /** So many watches in a row must find the own link full, half a second: single loss event rates and rates vary by chance. */
    private static final int FULL_WATCHES = 10;
    /** Direct paths are compared with the tree before it is time if they allow less than this part of what it allowed. */
    private static final double SLOWER = 0.8;

    private final double[] rates = new double[LOOKS];
    private int looks;
    private int worthLooks;
    private boolean direct;
    private boolean trying;
    /** Over the paths that are not in use: as they were measured last. */
    private double otherRate;
    private double lossBound;
    private int fullWatches;
    private long watchNanos;
    private long waitNanos = FIRST_WAIT_NANOS;
    private long nextTrialNanos = Long.MIN_VALUE / 2;

    /** Whether packets are to go directly, on trial or because it is better. */
    boolean isDirect() {
        return direct;
    }

    /** Rates seen so far say nothing about what comes; a trial is given up. Returns whether packets are to take other paths than before. */
    boolean restart(long nowNanos) {
        looks = 0;
        worthLooks = 0;
        boolean givenUp = trying;
        if (givenUp) {
            trying = false;
            direct = !direct;
            nextTrialNanos = nowNanos + FIRST_WAIT_NANOS;
        }
        return givenUp;
    }

    /**
     * Looks at the rate.
     *
     * @param rate  what the source may send, bytes per second
     * @param worth whether it sends so much, and the paths that are not in use may allow more
     * @param bound for a trial that begins now: the loss that ends it, see {@link #watch}
     * @return whether packets are to take other paths than before
     */
    boolean look(double rate, boolean worth, double bound, long nowNanos) {
        rates[looks++ % LOOKS] = rate;
        worthLooks = worthLooks << 1 & (1 << LOOKS) - 1 | (worth ? 1 : 0);
        if (trying) {
            return isJudged(false, nowNanos);
        }
        if (!isWorth() || !isDue(nowNanos) || change() < 1 / STEADY) {
            return false;
        }
        otherRate = mean(LOOKS);
        lossBound = bound;
        fullWatches = 0;
        direct = !direct;
        trying = true;
        watchNanos = nowNanos;
        looks = 0;
        return true;
    }

    /** Whether it is time for {@link #watch}: while direct paths are tried. */
    boolean isWatchDue(long nowNanos) {
        return trying && direct && nowNanos - watchNanos >= 0;
    }

    /**
     * Looks, more often than {@link #look} does, whether this site's own link is full: if it stays so for half a second the trial ends.
     *
     * @param loss loss events per packet on paths that are the same both ways
     * @return whether packets are to take the former paths again
     */
    boolean watch(double rate, double loss, long nowNanos) {
        watchNanos = nowNanos + WATCH_NANOS;
        fullWatches = loss > lossBound && rate < otherRate ? fullWatches + 1 : 0;
        if (fullWatches < FULL_WATCHES) {
            return false;
        }
        rates[looks++ % LOOKS] = rate;
        return isJudged(true, nowNanos);
    }

    private boolean isWorth() {
        return looks >= LOOKS && Integer.bitCount(worthLooks) >= WORTH_LOOKS;
    }

    private boolean isDue(long nowNanos) {
        return nowNanos - nextTrialNanos >= 0 || direct && mean(LOOKS) < SLOWER * otherRate;
    }

    /** Ends the trial if it is time; returns whether packets are to take the former paths again. */
    private boolean isJudged(boolean full, long nowNanos) {
        boolean hopeless = full || looks >= EARLY_LOOKS && mean(POOR_LOOKS) < POOR * otherRate;
        if (!hopeless && (looks < TRIAL_LOOKS || looks < LONGEST_LOOKS && change() > STEADY)) {
            return false;
        }
        if (!hopeless && !isWorth()) {
            return restart(nowNanos);
        }
        double rate = mean(Math.min(looks, hopeless ? POOR_LOOKS : LOOKS));
        boolean kept = !hopeless && (direct ? rate > BETTER * otherRate : otherRate <= BETTER * rate);
        trying = false;
        looks = 0;
        if (kept) {
            waitNanos = FIRST_WAIT_NANOS;
        } else {
            direct = !direct;
            otherRate = rate;
        }
        nextTrialNanos = nowNanos + waitNanos;
        waitNanos = Math.min(LONGEST_WAIT_NANOS, 2 * waitNanos);
        return !kept;
    }

    /** How much the second half of the last looks is above the first one. */
    private double change() {
        double later = mean(LOOKS / 2);
        return later / (2 * mean(LOOKS) - later);
    }

    /** Of the last looks. */
    private double mean(int count) {
        double sum = 0;
        for (int i = 1; i <= count; i++) {
            sum += rates[(looks - i) % LOOKS];
        }
        return sum / count;
    }
}
