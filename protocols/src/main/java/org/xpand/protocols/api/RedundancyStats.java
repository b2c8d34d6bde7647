package org.xpand.protocols.api;

/**
 * Counters of a redundancy layer.
 *
 * @param packetsSent    packets of redundancy that have left
 * @param bytesSent      their bytes, headers included
 * @param packetsRebuilt packets of others that did not arrive and were rebuilt
 */
public record RedundancyStats(long packetsSent, long bytesSent, long packetsRebuilt) {
}
