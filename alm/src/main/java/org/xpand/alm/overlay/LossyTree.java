package org.xpand.alm.overlay;

import java.util.List;
import java.util.OptionalLong;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.strategy.RateSourceStats;

/**
 * Decides when a group's packets go directly to all sites because the tree loses too many of them. Each link on the path to a site
 * behind a forwarder loses its share, and Eq. 1 falls faster than the loss rises: with 30 % on each of two links the rate is an
 * eighth of that over one. After a while the tree is tried again, and each time that it loses too much at once, for twice as long
 * not. Not thread-safe.
 *
 * <p>The same if the group's least rate does not reach a site behind a forwarder: the site may be slow, or the forwarder. The rate that the
 * forwarder accepts does not tell which, since it never gets more than the site behind it allows. Over direct paths the slow one shows.
 */
final class LossyTree {
    /**
     * The rate of loss events from which on the tree is avoided. Congestion alone causes so many only at a few packets a second, where
     * another copy of each packet on the source's own link costs little.
     */
    static final double LOSS = 0.2;
    /** The most sites behind forwarders for which packets are sent directly. */
    static final int MOST_BEYOND = 8;
    /** How long the tree is avoided at first, and at most. */
    static final long FIRST_NANOS = 60_000_000_000L;
    static final long LONGEST_NANOS = 300_000_000_000L;
    /** So soon after it was avoided the tree still loses too much. */
    private static final long AGAIN_NANOS = 10_000_000_000L;
    private static final long LOOK_NANOS = 500_000_000L;
    /** So many consecutive looks decide. */
    private static final int LOOKS = 4;

    private final double minimumRate;
    private boolean avoided;
    private long nextNanos;
    private long lengthNanos;
    private long untilNanos = Long.MIN_VALUE / 2;
    private int poorLooks;

    /** @param minimumRate the group's least rate, bytes per second; 0 for none */
    LossyTree(double minimumRate) {
        this.minimumRate = minimumRate;
    }

    /** Whether it is time for {@link #look}. */
    boolean isDue(long nowNanos) {
        return nowNanos - nextNanos >= 0;
    }

    /** Whether packets are to go directly. */
    boolean isAvoided() {
        return avoided;
    }

    /**
     * Looks at what the paths lose.
     *
     * @param beyond the sites that packets reach through others
     * @return whether packets are to take other paths than before
     */
    boolean look(RateSourceStats stats, List<SiteId> beyond, long nowNanos) {
        nextNanos = nowNanos + LOOK_NANOS;
        if (avoided) {
            avoided = nowNanos - untilNanos < 0;
            poorLooks = 0;
            return !avoided;
        }
        poorLooks = isPoor(stats, beyond) ? poorLooks + 1 : 0;
        if (poorLooks < LOOKS) {
            return false;
        }
        avoided = true;
        lengthNanos = nowNanos - untilNanos < AGAIN_NANOS ? Math.min(LONGEST_NANOS, 2 * lengthNanos) : FIRST_NANOS;
        untilNanos = nowNanos + lengthNanos;
        return true;
    }

    private boolean isPoor(RateSourceStats stats, List<SiteId> beyond) {
        OptionalLong limiting = stats.limitingReceiver();
        return limiting.isPresent() && beyond.size() <= MOST_BEYOND && beyond.contains(new SiteId(limiting.getAsLong()))
                && stats.receivers().stream().anyMatch(each -> each.key() == limiting.getAsLong() && isPoor(each));
    }

    private boolean isPoor(RateSourceStats.Receiver receiver) {
        return receiver.lossEventRate() >= LOSS || receiver.acceptableRate() < minimumRate;
    }
}
