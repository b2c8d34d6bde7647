package org.xpand.examples.drill;

/**
 * When things happened, nanoseconds since the epoch.
 *
 * @param startNanos from when the rate before the fault counts
 * @param faultNanos the fault
 * @param stopNanos  the senders are told to stop
 */
record Timeline(long startNanos, long faultNanos, long stopNanos) {
    Timeline {
        if (startNanos > faultNanos || faultNanos > stopNanos) {
            throw new IllegalArgumentException("times " + startNanos + ", " + faultNanos + ", " + stopNanos
                    + ": accepted are times in order");
        }
    }
}
