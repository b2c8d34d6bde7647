package org.xpand.simulator;

/**
 * Random early detection (Floyd and Jacobson, 1993): packets are dropped with a probability that rises with the average
 * queue, before the queue is full. The queue's own limits apply too. Immutable.
 *
 * @param minPackets      min_th: below this average nothing is dropped; above 0
 * @param maxPackets      max_th: from this average on every packet is dropped, unless {@code gentle}; above
 *                        {@code minPackets}
 * @param weight          w_q: weight of a packet's queue in the average, above 0, at most 1
 * @param maxProbability  max_p: probability reached at {@code maxPackets}, above 0, at most 1
 * @param gentle          whether the probability rises from max_p to 1 between {@code maxPackets} and twice that,
 *                        instead of jumping to 1
 * @param meanPacketBytes size of a typical packet, bytes, 1 or more: while the queue is empty the average falls as if
 *                        packets of this size were passing
 * @param inBytes         whether the queue is measured in bytes, a typical packet's counting as one packet, and a packet
 *                        is dropped with a probability in proportion to its size
 * @param ecn             whether a packet that announces that it can be marked is marked where it would be dropped with a
 *                        probability below 1 (RFC 3168 §7)
 * @param waits           whether drops are spread as in ns-2 with its default {@code wait_}: between two of them pass 1/p to 2/p
 *                        packets, where p is the probability for the average queue. Without it, as in 1993, up to 1/p pass, so
 *                        that three times as many are dropped
 */
public record RedSettings(double minPackets, double maxPackets, double weight, double maxProbability, boolean gentle,
                          int meanPacketBytes, boolean inBytes, boolean ecn, boolean waits) {
    /** w_q that Floyd and Jacobson recommend. */
    public static final double DEFAULT_WEIGHT = 0.002;
    /** max_p that Floyd recommends. */
    public static final double DEFAULT_MAX_PROBABILITY = 0.1;
    /** Default size of a typical packet. */
    public static final int DEFAULT_PACKET_BYTES = 1000;

    /** @throws IllegalArgumentException naming the first value out of range */
    public RedSettings {
        if (!(minPackets > 0)) {
            throw LinkModelSettings.refused("minPackets", minPackets, "above 0");
        }
        if (!(maxPackets > minPackets)) {
            throw LinkModelSettings.refused("maxPackets", maxPackets, "above minPackets " + minPackets);
        }
        if (!(weight > 0 && weight <= 1)) {
            throw LinkModelSettings.refused("weight", weight, "above 0, at most 1");
        }
        if (!(maxProbability > 0 && maxProbability <= 1)) {
            throw LinkModelSettings.refused("maxProbability", maxProbability, "above 0, at most 1");
        }
        if (meanPacketBytes < 1) {
            throw LinkModelSettings.refused("meanPacketBytes", meanPacketBytes, "1 or more");
        }
    }

    /** Settings without marks, with drops spread as in 1993. */
    public RedSettings(double minPackets, double maxPackets, double weight, double maxProbability, boolean gentle,
                       int meanPacketBytes, boolean inBytes) {
        this(minPackets, maxPackets, weight, maxProbability, gentle, meanPacketBytes, inBytes, false, false);
    }

    /** These settings with marks instead of drops, where packets can be marked. */
    public RedSettings withMarks() {
        return new RedSettings(minPackets, maxPackets, weight, maxProbability, gentle, meanPacketBytes, inBytes, true, waits);
    }

    /** These settings with the queue measured in bytes. */
    public RedSettings withBytes() {
        return new RedSettings(minPackets, maxPackets, weight, maxProbability, gentle, meanPacketBytes, true, ecn, waits);
    }

    /** These settings with drops spread as in ns-2. */
    public RedSettings withWaits() {
        return new RedSettings(minPackets, maxPackets, weight, maxProbability, gentle, meanPacketBytes, inBytes, ecn, true);
    }

    /** Gentle settings with the recommended weight and probability, in packets, between these two averages. */
    public static RedSettings between(double minPackets, double maxPackets) {
        return new RedSettings(minPackets, maxPackets, DEFAULT_WEIGHT, DEFAULT_MAX_PROBABILITY, true,
                DEFAULT_PACKET_BYTES, false);
    }
}
