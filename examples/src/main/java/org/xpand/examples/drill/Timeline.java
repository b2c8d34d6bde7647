package org.xpand.examples.drill;

/**
 * The times of a drill, nanoseconds since the epoch.
 *
 * @param startNanos  start of the measurement of the rate before the fault
 * @param faultNanos  the fault
 * @param mendedNanos the end of the fault; the fault itself if it is momentary
 * @param stopNanos   the senders stop
 */
record Timeline(long startNanos, long faultNanos, long mendedNanos, long stopNanos) {
    Timeline {
        if (startNanos > faultNanos || faultNanos > mendedNanos || mendedNanos > stopNanos) {
            throw new IllegalArgumentException("times " + startNanos + ", " + faultNanos + ", " + mendedNanos + ", "
                    + stopNanos + ": accepted are times in order");
        }
    }
}
