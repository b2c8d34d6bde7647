/**
 * Common parts of rate controls: the throughput equation, estimators of round-trip time and receive rate, the
 * detection of loss from packet numbers, and pacing.
 *
 * <p>Everything here is pure: no clock, no thread, no randomness. Times are nanoseconds of one monotonic clock and are
 * compared by subtraction, rates are bytes per second. Objects are used from one thread unless they are immutable.
 */
package org.xpand.protocols.rate;
