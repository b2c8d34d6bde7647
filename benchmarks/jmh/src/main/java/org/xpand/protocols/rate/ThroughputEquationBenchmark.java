package org.xpand.protocols.rate;

import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.xpand.jmh.Peers;

/**
 * What does a receiver's reckoning of its acceptable rate cost, and its inverse, beside the equation written down as it
 * is printed? Loss event rates and round-trip times change from call to call.
 */
@State(Scope.Thread)
public class ThroughputEquationBenchmark {
    private static final int CASES = 1024;
    private static final double SIZE = 1400;
    private static final double B = 1;
    private static final double RTO = 4;
    private static final int DOUBLE_BITS = 53;

    private final ThroughputEquation equation = new ThroughputEquation(B, RTO);
    private final double[] losses = new double[CASES];
    private final long[] rtts = new long[CASES];
    private final double[] rates = new double[CASES];
    private int next;

    /** Fills the cases: p from 0.01 % to all, RTT from 1 to 500 ms. */
    public ThroughputEquationBenchmark() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < CASES; i++) {
            losses[i] = StrictMath.pow(10, random.nextDouble(-4, 0));
            rtts[i] = random.nextLong(1_000_000, 500_000_000);
            rates[i] = equation.rate(SIZE, rtts[i], losses[i]);
        }
    }

    /** The rate. */
    @Benchmark
    @Peers("straightforward")
    public double rate() {
        int i = next();
        return equation.rate(SIZE, rtts[i], losses[i]);
    }

    /** The rate as RFC 5348 §3.1 prints it. */
    @Benchmark
    public double straightforward() {
        int i = next();
        return printed(SIZE, rtts[i] / 1e9, losses[i]);
    }

    /** The loss event rate that gives a rate. */
    @Benchmark
    @Peers("straightforwardInverse")
    public double inverse() {
        int i = next();
        return equation.inverse(SIZE, rtts[i], rates[i]);
    }

    /** The inverse by halving p's range as often as a double has bits of precision. */
    @Benchmark
    public double straightforwardInverse() {
        int i = next();
        double low = 0;
        double high = 1;
        for (int step = 0; step < DOUBLE_BITS; step++) {
            double middle = (low + high) / 2;
            if (printed(SIZE, rtts[i] / 1e9, middle) > rates[i]) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    private static double printed(double s, double r, double p) {
        return s / (r * Math.sqrt(2 * B * p / 3) + RTO * r * Math.min(1, 3 * Math.sqrt(3 * B * p / 8)) * p * (1 + 32 * p * p));
    }

    private int next() {
        return next++ & CASES - 1;
    }
}
