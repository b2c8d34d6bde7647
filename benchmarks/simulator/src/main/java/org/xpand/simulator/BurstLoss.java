package org.xpand.simulator;

/**
 * Loss in bursts (Gilbert and Elliott): the link is in a good or a bad state, each with its own loss, and may change
 * the state before each packet. A link starts in the good state. Immutable.
 *
 * @param toBad      probability that the link turns bad before a packet in the good state, 0 to 1
 * @param toGood     probability that the link turns good before a packet in the bad state, 0 to 1
 * @param lossInGood loss in the good state, 0 to 1; 0 in Gilbert's model
 * @param lossInBad  loss in the bad state, 0 to 1
 */
public record BurstLoss(double toBad, double toGood, double lossInGood, double lossInBad) {
    /** @throws IllegalArgumentException naming the first value out of range */
    public BurstLoss {
        LinkModelSettings.requireProbability("toBad", toBad);
        LinkModelSettings.requireProbability("toGood", toGood);
        LinkModelSettings.requireProbability("lossInGood", lossInGood);
        LinkModelSettings.requireProbability("lossInBad", lossInBad);
    }

    /**
     * Bursts in which every packet is lost, without losses between them.
     *
     * @param loss         share of packets lost, 0 up to but not including 1
     * @param burstPackets mean length of a burst, 1 or more
     * @throws IllegalArgumentException if a value is out of range, or bursts this short cannot lose that much
     */
    public static BurstLoss of(double loss, double burstPackets) {
        if (!(loss >= 0 && loss < 1)) {
            throw LinkModelSettings.refused("loss", loss, "0 up to but not including 1");
        }
        if (!(burstPackets >= 1)) {
            throw LinkModelSettings.refused("burstPackets", burstPackets, "1 or more");
        }
        double toBad = loss / (1 - loss) / burstPackets;
        if (toBad > 1) {
            throw LinkModelSettings.refused("burstPackets", burstPackets, "at least " + loss / (1 - loss) + " with loss "
                    + loss);
        }
        return new BurstLoss(toBad, 1 / burstPackets, 0, 1);
    }

    /** Share of packets lost in the long run. */
    public double meanLoss() {
        if (toBad == 0) {
            return lossInGood;
        }
        double bad = toBad / (toBad + toGood);
        return bad * lossInBad + (1 - bad) * lossInGood;
    }
}
