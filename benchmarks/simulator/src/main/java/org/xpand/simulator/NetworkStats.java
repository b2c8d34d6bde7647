package org.xpand.simulator;

/**
 * Counters of a whole network since it was made, in packets. They are complete:
 * {@code sent + duplicated = delivered + unclaimed + dropped + inFlight}.
 *
 * @param sent        packets sent by nodes
 * @param duplicated  copies made by links
 * @param delivered   packets and copies passed to a port
 * @param unclaimed   packets and copies that arrived at a node without an open port
 * @param dropped     packets dropped by links, whatever the cause
 * @param inFlight    packets and copies on the links
 */
public record NetworkStats(long sent, long duplicated, long delivered, long unclaimed, long dropped, long inFlight) {
}
