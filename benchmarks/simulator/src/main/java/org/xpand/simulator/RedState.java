package org.xpand.simulator;

import java.util.random.RandomGenerator;

/** State of random early detection of one queue (Floyd and Jacobson, 1993, Fig. 2; with {@link RedSettings#waits()} as in ns-2). */
final class RedState {
    private double average;
    /** Packets, or bytes in typical packets, since the last one dropped; -1 while the average is below the threshold. */
    private double count = -1;

    double average() {
        return average;
    }

    /**
     * A packet arrives.
     *
     * @param queued packets queued now, or bytes in typical packets
     * @param slots  typical packets that could have been sent since the queue became empty, 0 if it is not; infinite
     *               on a link without a rate
     * @param weight the packet's own, 1 or its bytes in typical packets
     */
    boolean drops(RedSettings settings, double queued, double slots, double weight, RandomGenerator random) {
        if (queued > 0) {
            average += settings.weight() * (queued - average);
        } else {
            average *= StrictMath.pow(1 - settings.weight(), slots);
        }
        if (average < settings.minPackets()) {
            count = -1;
            return false;
        }
        double probability = probability(settings);
        if (probability >= 1) {
            count = 0;
            return true;
        }
        if (count < 0) {
            // ns-2 counts the packet that finds the average above the threshold, 1993's figure does not.
            count = settings.waits() ? weight : 0;
        } else {
            count += weight;
        }
        double passed = count * probability;
        if (settings.waits() && passed < 1) {
            return false;
        }
        // Dropped packets are spread evenly: p_a = p_b / (1 - count p_b), or with waits p_b / (2 - count p_b).
        double spread = (settings.waits() ? 2 : 1) - passed;
        if (spread <= 0 || random.nextDouble() < weight * probability / spread) {
            count = 0;
            return true;
        }
        return false;
    }

    /** Whether every packet is dropped now; marks must not replace these drops. */
    boolean dropsAll(RedSettings settings) {
        return average >= settings.minPackets() && probability(settings) >= 1;
    }

    private double probability(RedSettings settings) {
        double max = settings.maxPackets();
        if (average < max) {
            return settings.maxProbability() * (average - settings.minPackets()) / (max - settings.minPackets());
        }
        return settings.gentle() ? settings.maxProbability() + (1 - settings.maxProbability()) * (average - max) / max
                : 1;
    }
}
