package org.xpand.protocols.site;

/**
 * Whether a starting process keeps looking for others of its site, joins them, founds the site, or gives up. It asks in rounds, its
 * <em>looks</em>, and evaluates the result of each.
 *
 * <ul>
 *   <li>A process that has received from a process in the site joins it, at any time. If it is not admitted, it asks again.</li>
 *   <li>A look that took much longer than planned says nothing: the process was stopped, and the answers may wait unread.</li>
 *   <li>While a process accepts connections at an address of the site and does not answer, the look goes on: that process may be
 *   stopped for a moment, or just be starting. This ends when the site itself would exclude a silent process.</li>
 *   <li>Processes that start together and receive from each other agree which one is the first. If that one does not found the
 *   site, one of them does so a second later: the first may be configured not to.</li>
 * </ul>
 *
 * <p>Sans-IO and not thread-safe: time is passed as {@code nowNanos}.
 */
public final class FoundingRule {
    /** The result of a look. */
    public enum Found {
        /** No process. */
        NOBODY,
        /** No answer, but a silent process that may belong to the site. */
        SILENCE,
        /** Other starting processes only. */
        STARTING,
        /** A process in the site. */
        SITE
    }

    /** What to do after a look. */
    public enum Step {
        /** Look again. */
        LOOK_ON,
        /** Continue with the processes found: join, or agree with other starting ones. */
        GO_ON,
        /** Found the site. */
        FOUND,
        /** Do not start: no process was found in time. */
        GIVE_UP
    }

    /** A look may take this many times its planned time. */
    private static final double TOLERANCE = 1.5;

    private static final long FIRST_NANOS = Founding.LEAST.toNanos();
    private static final long MOST_NANOS = 1L << 50;
    private static final long AGREEMENT_NANOS = 1_000_000_000L;

    private final Founding founding;
    private final long silentNanos;
    private final long beganNanos;
    private long looked;
    private long lookNanos = FIRST_NANOS;

    /**
     * @param silentNanos how long the site waits for a silent process
     * @param nowNanos    when the first look begins
     */
    public FoundingRule(Founding founding, long silentNanos, long nowNanos) {
        this.founding = founding;
        this.silentNanos = silentNanos;
        this.beganNanos = nowNanos;
    }

    /**
     * A look is over.
     *
     * @param wantedNanos its longest planned time
     * @param tookNanos   how long it took
     */
    public Step looked(Found found, long wantedNanos, long tookNanos, long nowNanos) {
        if (found == Found.SITE) {
            return Step.GO_ON;
        }
        lookNanos = Math.min(2 * lookNanos, MOST_NANOS);
        if (tookNanos <= wantedNanos * TOLERANCE) {
            looked += Math.min(tookNanos, wantedNanos);
        }
        if (!founding.founds()) {
            return nowNanos - beganNanos >= founding.time().toNanos() ? Step.GIVE_UP : Step.LOOK_ON;
        }
        long enough = founding.time().toNanos();
        if (found == Found.SILENCE) {
            enough = Math.max(enough, silentNanos);
        }
        if (looked < enough) {
            return Step.LOOK_ON;
        }
        return found == Found.STARTING && looked < enough + AGREEMENT_NANOS ? Step.GO_ON : Step.FOUND;
    }

    /**
     * The time of the next look: the first ones are short, since processes that start together find each other soon.
     *
     * @param longestNanos the longest time of a look
     */
    public long nextNanos(long longestNanos) {
        long left = founding.time().toNanos() - looked;
        return Math.min(Math.min(longestNanos, lookNanos), left > 0 ? left : lookNanos);
    }
}
