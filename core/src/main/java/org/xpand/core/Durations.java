package org.xpand.core;

import java.time.Duration;

/** Times that applications give, as nanoseconds that can be added to a clock. */
final class Durations {
    /** So long nobody waits. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private Durations() {
    }

    /**
     * Longer times than a hundred years are as good as those.
     *
     * @param setting as the application knows it
     * @throws IllegalArgumentException naming the setting if there is no time, or it is below 0
     */
    static long atLeastZero(String setting, Duration time) {
        if (time == null || time.isNegative()) {
            throw new IllegalArgumentException(setting + " " + time + ": accepted is a time of 0 or more");
        }
        return nanos(time);
    }

    /** As {@link #atLeastZero}, and refuses 0. */
    static long positive(String setting, Duration time) {
        if (time == null || time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException(setting + " " + time + ": accepted is a time above 0");
        }
        return nanos(time);
    }

    private static long nanos(Duration time) {
        return (time.compareTo(LONGEST) < 0 ? time : LONGEST).toNanos();
    }
}
