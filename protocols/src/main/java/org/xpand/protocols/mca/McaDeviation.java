package org.xpand.protocols.mca;

import org.xpand.protocols.rate.MovingAverage;

/**
 * Average and deviation of a quantity (MCA §3.1.1): A ← q A + (1 − q) s and σ ← σ + (1 − q)(|A − s| − σ), with the new
 * A; the paper prints σ subtracted twice.
 */
final class McaDeviation {
    private final MovingAverage average;
    private final MovingAverage deviation;

    /**
     * @param quotient q, weight of the past
     */
    McaDeviation(double quotient) {
        average = new MovingAverage(quotient);
        deviation = new MovingAverage(quotient);
    }

    void add(double sample) {
        average.add(sample);
        deviation.add(Math.abs(average.value(sample) - sample));
    }

    boolean sampled() {
        return average.sampled();
    }

    /** 0 before the first sample. */
    double average() {
        return average.value(0);
    }

    /** 0 before the second sample. */
    double deviation() {
        return deviation.value(0);
    }
}
