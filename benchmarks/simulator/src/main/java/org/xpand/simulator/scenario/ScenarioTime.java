package org.xpand.simulator.scenario;

import org.xpand.simulator.JsonFields;

/** Converts times of a scenario file: seconds in the file, nanoseconds in the program. */
final class ScenarioTime {
    static final double NANOS_PER_SECOND = 1e9;
    /** The longest run, in seconds: eleven days. */
    static final double MAX_SECONDS = 1e6;

    private ScenarioTime() {
    }

    /** A time that must be present. */
    static long nanos(JsonFields fields, String name, double minSeconds, double maxSeconds) {
        return ofSeconds(fields.number(name, minSeconds, maxSeconds));
    }

    /** A time, or another if the field is absent. */
    static long nanos(JsonFields fields, String name, double minSeconds, double maxSeconds, long absentNanos) {
        return fields.has(name) ? nanos(fields, name, minSeconds, maxSeconds) : absentNanos;
    }

    static long ofSeconds(double seconds) {
        return Math.round(seconds * NANOS_PER_SECOND);
    }

    static double seconds(long nanos) {
        return nanos / NANOS_PER_SECOND;
    }
}
