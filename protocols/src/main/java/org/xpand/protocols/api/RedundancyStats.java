package org.xpand.protocols.api;

/**
 * Counters of a redundancy layer since its group was opened at this delegate. Immutable.
 *
 * @param packetsSent    packets of redundancy sent
 * @param bytesSent      their length, bytes, headers included
 * @param packetsRebuilt packets of other sites that did not arrive and were rebuilt
 */
public record RedundancyStats(long packetsSent, long bytesSent, long packetsRebuilt) {
}
