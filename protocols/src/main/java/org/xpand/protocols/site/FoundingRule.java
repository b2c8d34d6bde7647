package org.xpand.protocols.site;

/**
 * Whether a process that is starting goes on looking for others of its site, joins them, founds the site, or gives up. It
 * asks in rounds, its <em>looks</em>, and says after each what it has found.
 *
 * <ul>
 *   <li>Who has heard a process that is in the site joins it, whatever the time is. If it is not let in, it asks again.</li>
 *   <li>A look that took much longer than it was to take says nothing: the process was stopped, and the answers may wait unread.</li>
 *   <li>While somebody accepts connections where a process of the site may be, and does not answer, it looks on: what is
 *   there may be stopped for a moment, or just be starting. It does so until the site itself would give up who is silent.</li>
 *   <li>Those that start together and hear each other agree who is the first. If that one does not found, one of them does it
 *   a second later: the first may be one that is not to.</li>
 * </ul>
 *
 * <p>Sans-IO and not thread-safe: time comes in as {@code nowNanos}.
 */
public final class FoundingRule {
    /** What a look has found. */
    public enum Found {
        /** Nobody. */
        NOBODY,
        /** Nobody who answers, but somebody who may be of the site. */
        SILENCE,
        /** Others that are starting, and nobody else. */
        STARTING,
        /** A process that is in the site. */
        SITE
    }

    /** What to do after a look. */
    public enum Step {
        /** Look again. */
        LOOK_ON,
        /** Go on with those that were found: join, or agree with others that are starting. */
        GO_ON,
        /** Found the site. */
        FOUND,
        /** Do not start: nobody was heard in time. */
        GIVE_UP
    }

    /** A look may take this much longer than it was to take. */
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
     * @param silentNanos how long the site waits for a process that is silent
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
     * @param wantedNanos how long it was to take at most
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
     * How long the next look is to take: the first ones are short, since those that start together hear each other soon.
     *
     * @param longestNanos the longest time of one
     */
    public long nextNanos(long longestNanos) {
        long left = founding.time().toNanos() - looked;
        return Math.min(Math.min(longestNanos, lookNanos), left > 0 ? left : lookNanos);
    }
}
