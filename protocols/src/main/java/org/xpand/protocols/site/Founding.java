package org.xpand.protocols.site;

import java.time.Duration;

/**
 * What a starting process does while it hears nobody of its site.
 *
 * @param time   how long it looks for others, {@link #LEAST} to {@link #MOST}
 * @param founds whether it takes itself for the first then; otherwise it does not start
 */
public record Founding(Duration time, boolean founds) {
    /** The shortest time that is accepted. */
    public static final Duration LEAST = Duration.ofMillis(100);
    /** The longest time that is accepted. */
    public static final Duration MOST = Duration.ofHours(1);
    /** Looks for 0.6 s, then is the first. */
    public static final Founding DEFAULT = new Founding(Duration.ofMillis(600), true);

    /** @throws IllegalArgumentException naming the setting, its value and what is accepted */
    public Founding {
        if (time.compareTo(LEAST) < 0 || time.compareTo(MOST) > 0) {
            throw new IllegalArgumentException((founds ? "foundAfter " : "joinWithin ") + time + ": accepted are "
                    + LEAST.toMillis() + " ms to " + MOST.toMinutes() + " min");
        }
    }

    /** Looks for others for so long, and is the site's first process if there are none. */
    public static Founding after(Duration time) {
        return new Founding(time, true);
    }

    /** Looks for others for so long, and does not start if there are none. */
    public static Founding never(Duration time) {
        return new Founding(time, false);
    }
}
