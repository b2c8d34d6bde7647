/**
 * How the rate of a site's delegate reaches the site's senders (Xpand §4.3): each sender estimates its demand, the
 * delegate divides its aggregate rate among the demands by max-min fairness, and each sender shapes its traffic with a
 * token bucket at its share. {@code docs/allocation.md} gives the rules and settings.
 *
 * <p>Everything here is pure: no clock, thread or randomness. Times are nanoseconds of one monotonic clock and are
 * compared by subtraction, rates are bytes per second. Objects are used from one thread unless they are immutable,
 * and allocate nothing per segment.
 */
package org.xpand.protocols.allocation;
