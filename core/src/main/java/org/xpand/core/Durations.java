package org.xpand.core;

import java.time.Duration;

/** Converts the durations that applications set to nanoseconds that can be added to a clock. */
final class Durations {
    /** Longer durations are cut to this. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private Durations() {
    }

    /**
     * Returns the nanoseconds of a duration, at most a hundred years.
     *
     * @param setting name of the setting
     * @throws IllegalArgumentException naming the setting, if the duration is null or negative
     */
    static long atLeastZero(String setting, Duration time) {
        if (time == null || time.isNegative()) {
            throw new IllegalArgumentException(setting + " " + time + ": accepted is a time of 0 or more");
        }
        return nanos(time);
    }

    /** Like {@link #atLeastZero}, but refuses 0. */
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
