package org.xpand.protocols.relay;

/**
 * What the rate control of a group allows now.
 *
 * @param bytesPerSecond the rate of the whole group in this site, headers and repairs included
 * @param rttNanos       a round-trip time that represents the receivers, nanoseconds
 * @param chargedBytes   bytes charged to the rate so far
 */
public record GroupRate(double bytesPerSecond, long rttNanos, long chargedBytes) {
}
