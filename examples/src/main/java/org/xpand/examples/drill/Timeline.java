package org.xpand.examples.drill;

/**
 * When things happened, nanoseconds since the epoch.
 *
 * @param startNanos  from when the rate before the fault counts
 * @param faultNanos  the fault
 * @param mendedNanos it was mended; the fault itself if it is of a moment
 * @param stopNanos   the senders are told to stop
 */
record Timeline(long startNanos, long faultNanos, long mendedNanos, long stopNanos) {
    Timeline {
        if (startNanos > faultNanos || faultNanos > mendedNanos || mendedNanos > stopNanos) {
            throw new IllegalArgumentException("times " + startNanos + ", " + faultNanos + ", " + mendedNanos + ", "
                    + stopNanos + ": accepted are times in order");
        }
    }
}
