package org.xpand.examples.traffic;

import java.time.Instant;

/** The machine's time of day at full resolution, by which time stamps of different processes are compared. */
public final class WallClock {
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private WallClock() {
    }

    /** Returns nanoseconds since 1970-01-01T00:00:00Z. */
    public static long nanos() {
        return nanos(Instant.now());
    }

    /** Returns the nanoseconds of a moment. */
    static long nanos(Instant moment) {
        return moment.getEpochSecond() * NANOS_PER_SECOND + moment.getNano();
    }

    /** Converts nanoseconds to a moment. */
    public static Instant instant(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS_PER_SECOND), Math.floorMod(nanos, NANOS_PER_SECOND));
    }
}
