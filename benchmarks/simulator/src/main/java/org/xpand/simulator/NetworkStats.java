package org.xpand.simulator;

/**
 * Counters of a whole network since it was made, in packets. They are complete:
 * {@code sent + duplicated = delivered + unclaimed + dropped + unconnected + inFlight}.
 *
 * @param sent        packets sent by nodes
 * @param duplicated  copies made by links
 * @param delivered   packets and copies passed to a handler
 * @param unclaimed   packets and copies that arrived at a node without a handler
 * @param dropped     packets dropped by links, whatever the cause
 * @param unconnected packets dropped because no link leads from their sender to their receiver
 * @param inFlight    packets and copies on the links
 */
public record NetworkStats(long sent, long duplicated, long delivered, long unclaimed, long dropped, long unconnected,
                           long inFlight) {
}
