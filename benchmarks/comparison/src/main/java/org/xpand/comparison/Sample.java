package org.xpand.comparison;

import java.util.Map;
import org.HdrHistogram.Histogram;
import org.xpand.comparison.peer.Peer;

/**
 * What one run of a system gave with one size of messages.
 *
 * @param goodput          bytes per second that the slower receiver was handed
 * @param cpuPerGigabyte   seconds of processor time of all processes for a gigabyte handed over, all receivers added up
 * @param allocationRate   bytes per second that all processes allocated on their heaps
 * @param allocatedPerByte the same for each byte handed over
 * @param senderResident   memory of the sender, bytes
 * @param receiverResident memory of a receiver, bytes
 * @param lost             messages missing in all phases, added up over the receivers
 * @param disordered       messages that did not follow the one before
 * @param latencies        by load
 */
record Sample(Peer peer, int size, double goodput, double cpuPerGigabyte, double allocationRate, double allocatedPerByte,
              double senderResident, double receiverResident, long lost, long disordered,
              Map<Load, Latency> latencies) {
    /**
     * How long messages took.
     *
     * @param rate      bytes per second that were sent
     * @param histogram nanoseconds from when a message was due until it was handed over, at all receivers
     */
    record Latency(double rate, Histogram histogram) {
    }

    /** Whether everything arrived once and in order. */
    boolean clean() {
        return lost == 0 && disordered == 0;
    }
}
