package org.xpand.protocols.site;

import java.time.Duration;

/**
 * The behaviour of a starting process while it finds no other process of its site.
 *
 * @param time   how long it looks for others, {@link #LEAST} to {@link #MOST}
 * @param founds whether it then founds the site; otherwise it does not start
 */
public record Founding(Duration time, boolean founds) {
    /** The shortest accepted time. */
    public static final Duration LEAST = Duration.ofMillis(100);
    /** The longest accepted time. */
    public static final Duration MOST = Duration.ofHours(1);
    /** Looks for 0.6 s, then founds the site. */
    public static final Founding DEFAULT = new Founding(Duration.ofMillis(600), true);

    private static final int RANDOM_BITS = 12;
    private static final int CLOCK_BITS = Long.SIZE - Byte.SIZE - RANDOM_BITS;

    /** @throws IllegalArgumentException naming the setting, its value and what is accepted */
    public Founding {
        if (time == null || time.compareTo(LEAST) < 0 || time.compareTo(MOST) > 0) {
            throw new IllegalArgumentException((founds ? "foundAfter " : "joinWithin ") + time + ": accepted are "
                    + LEAST.toMillis() + " ms to " + MOST.toMinutes() + " min");
        }
    }

    /**
     * {@return the number that orders processes which start together: the least founds the site}. Those that found it sooner come first,
     * those that do not found it last; among equals the one that began first, so that others wait already when one more begins.
     *
     * @param beganMillis when the process began, by the clock of its host
     * @param random      64 random bits
     */
    public long precedence(long beganMillis, long random) {
        long times = founds ? Long.SIZE - Long.numberOfLeadingZeros(time.toMillis()) : Byte.MAX_VALUE;
        return times << Long.SIZE - Byte.SIZE | (beganMillis & (1L << CLOCK_BITS) - 1) << RANDOM_BITS | random >>> Long.SIZE - RANDOM_BITS;
    }

    /**
     * {@return the rule to look for others for so long, and to found the site if there are none}
     *
     * @param time {@link #LEAST} to {@link #MOST}
     */
    public static Founding after(Duration time) {
        return new Founding(time, true);
    }

    /**
     * {@return the rule to look for others for so long, and not to start if there are none}
     *
     * @param time {@link #LEAST} to {@link #MOST}
     */
    public static Founding never(Duration time) {
        return new Founding(time, false);
    }
}
