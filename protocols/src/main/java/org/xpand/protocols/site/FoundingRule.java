package org.xpand.protocols.site;

/**
 * Whether a starting process keeps looking for others of its site, joins them, founds the site, or gives up. It asks in rounds, its
 * <em>looks</em>, and evaluates the result of each.
 *
 * <ul>
 *   <li>A process that has received from a process that admits others joins it, at any time. If it is not admitted, it asks again.</li>
 *   <li>A look that took much longer than planned says nothing: the process was stopped, and the answers may wait unread. Neither does
 *   a look in which the process did not receive its own question, where it should: on a busy machine it may not have received others'
 *   either.</li>
 *   <li>While a process accepts connections at an address of the site and does not answer, the look goes on: that process may be
 *   stopped for a moment, or just be starting. This ends when the site itself would exclude a silent process.</li>
 *   <li>Of processes that start together the first founds the site, in the order of {@link Founding#precedence}. The others wait as
 *   long as they receive from an earlier one, but not forever: it may hang. A single look without it does not count: it may have asked
 *   all just before that look, which is its answer, and have founded the site meanwhile.</li>
 *   <li>While a process answers that is in the site but does not admit others, or is about to found it, the look goes on; and for some
 *   seconds after one has answered, since its processes may be busy.</li>
 * </ul>
 *
 * <p>Sans-IO and not thread-safe: time is passed as {@code nowNanos}.
 */
public final class FoundingRule {
    /** Whom a look has found. */
    public enum Found {
        /** No process. */
        NOBODY,
        /** No answer, but a silent process that may belong to the site. */
        SILENCE,
        /** Other starting processes only, all of them later in the order. */
        LATER,
        /** A starting process that is earlier in the order. */
        EARLIER,
        /** A process that is in the site or about to found it, and does not admit others. */
        MEMBER,
        /** A process that admits others. */
        SITE
    }

    /**
     * The result of a look.
     *
     * @param found       whom it has found
     * @param receivedItself whether the process received its own question; true where it is not sent to the process itself
     * @param wantedNanos its longest planned time
     * @param tookNanos   how long it took
     */
    public record Look(Found found, boolean receivedItself, long wantedNanos, long tookNanos) {
        private boolean inTime() {
            return tookNanos <= wantedNanos * TOLERANCE;
        }
    }

    /** What to do after a look. */
    public enum Step {
        /** Look again. */
        LOOK_ON,
        /** Join the process found. */
        JOIN,
        /** Found the site. */
        FOUND,
        /** Do not start: no process was found in time. */
        GIVE_UP
    }

    /** A look may take this many times its planned time. */
    private static final double TOLERANCE = 1.5;

    private static final long FIRST_NANOS = Founding.LEAST.toNanos();
    private static final long MOST_NANOS = 1L << 50;
    /** A process that never receives its own questions looks so many times as long: its system may not pass them. */
    private static final int FULL_WEIGHT = 8;
    /** How long an earlier process is waited for: on a busy machine founding takes seconds. */
    private static final long EARLIER_NANOS = 10_000_000_000L;
    /** How long a site that has answered before is looked for. */
    private static final long SITE_NANOS = 5_000_000_000L;

    private final Founding founding;
    private final long silentNanos;
    private final long beganNanos;
    private long looked;
    private long lookNanos = FIRST_NANOS;
    private long waited;
    private boolean earlierBefore;
    private boolean receivedItselfBefore;
    private boolean siteReceived;

    /**
     * @param founding    what to do if there is no other process
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
     * @param look     what it has found
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     * @return what to do next
     */
    public Step looked(Look look, long nowNanos) {
        lookNanos = Math.min(2 * lookNanos, MOST_NANOS);
        count(look);
        if (look.found == Found.SITE) {
            return Step.JOIN;
        }
        if (!founding.founds()) {
            return nowNanos - beganNanos >= founding.time().toNanos() ? Step.GIVE_UP : Step.LOOK_ON;
        }
        return weight(look) > 0 && looked >= enough(look.found) ? Step.FOUND : Step.LOOK_ON;
    }

    private void count(Look look) {
        long counted = weight(look) * Math.min(look.tookNanos, look.wantedNanos) / FULL_WEIGHT;
        if (look.found == Found.MEMBER || look.found == Found.SITE) {
            siteReceived = true;
            looked = 0;
        } else if (look.found == Found.EARLIER && waited < EARLIER_NANOS) {
            waited += counted;
            looked = 0;
            earlierBefore = true;
        } else if (earlierBefore) {
            earlierBefore = counted == 0;
        } else {
            looked += counted;
        }
    }

    private int weight(Look look) {
        receivedItselfBefore |= look.receivedItself;
        if (!look.inTime()) {
            return 0;
        }
        return look.receivedItself ? FULL_WEIGHT : receivedItselfBefore ? 0 : 1;
    }

    private long enough(Found found) {
        long time = siteReceived ? Math.max(founding.time().toNanos(), SITE_NANOS) : founding.time().toNanos();
        return switch (found) {
            case MEMBER -> Long.MAX_VALUE;
            case SILENCE -> Math.max(time, silentNanos);
            default -> time;
        };
    }

    /**
     * {@return the time of the next look: the first ones are short, since processes that start together find each other soon}
     *
     * @param longestNanos the longest time of a look
     */
    public long nextNanos(long longestNanos) {
        long left = founding.time().toNanos() - looked;
        return Math.min(Math.min(longestNanos, lookNanos), left > 0 ? Math.max(left, FIRST_NANOS) : lookNanos);
    }
}
