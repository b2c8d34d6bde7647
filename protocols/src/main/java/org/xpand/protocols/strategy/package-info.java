/**
 * The interface of a rate control to the stack: a provider found by name, and three roles.
 *
 * <ul>
 * <li>{@link org.xpand.protocols.strategy.RateSource}: at the sending delegate, decides the rate;
 * <li>{@link org.xpand.protocols.strategy.RateReceiver}: at each receiving delegate, measures, and reports or stays
 *     silent;
 * <li>{@link org.xpand.protocols.strategy.RateHop}: at both ends of an overlay link, filters and probes; optional.
 * </ul>
 *
 * <p>A strategy handles packets, receivers and time, never delegates, groups or membership. Its headers are its own: the
 * stack carries them without understanding them. All roles are pure state machines: they own no thread, socket or
 * clock, take the time as a parameter in nanoseconds of one monotonic clock, and are called from one thread.
 */
package org.xpand.protocols.strategy;
