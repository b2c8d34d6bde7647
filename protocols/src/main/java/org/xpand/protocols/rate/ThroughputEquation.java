package org.xpand.protocols.rate;

/**
 * The rate TCP would reach on a path (Padhye et al.; Xpand §3 Eq. 1, RFC 5348 §3.1):
 *
 * <pre>
 *                                 s
 * X = ---------------------------------------------------------
 *     R sqrt(2bp/3) + RTO min(1, sqrt(27bp/8)) p (1 + 32 p^2)
 * </pre>
 *
 * <p>with packet size s, round-trip time R, loss event rate p, b packets per acknowledgement and the retransmission
 * time-out RTO as a multiple of R. Immutable and thread-safe.
 */
public final class ThroughputEquation {
    /** Halvings after which the inverse stops: more than a double has bits. */
    private static final int MAX_HALVINGS = 64;

    private final double b;
    private final double rtoFactor;
    private final double windowTerm;
    private final double timeoutTerm;
    private final double timeoutBound;

    /**
     * The equation with the bound on the time-out term.
     *
     * @param b         packets acknowledged by one acknowledgement, positive: 2 in Xpand §3, 1 in RFC 5348 §3.1
     * @param rtoFactor retransmission time-out in round-trip times, positive: 4 in both
     * @throws IllegalArgumentException if b is above 100, the factor is above 1000, or one of them is not positive
     */
    public ThroughputEquation(double b, double rtoFactor) {
        this(b, rtoFactor, 1);
    }

    private ThroughputEquation(double b, double rtoFactor, double timeoutBound) {
        if (!(b > 0 && b <= 100) || !(rtoFactor > 0 && rtoFactor <= 1000)) {
            throw new IllegalArgumentException("b " + b + " and RTO factor " + rtoFactor
                    + ": accepted are 0 to 100 and 0 to 1000, both above 0");
        }
        this.b = b;
        this.rtoFactor = rtoFactor;
        // Both roots share sqrt(p), so that one square root serves an evaluation.
        this.windowTerm = Math.sqrt(2 * b / 3);
        this.timeoutTerm = Math.sqrt(27 * b / 8);
        this.timeoutBound = timeoutBound;
    }

    /**
     * The equation without min(1, …), as TFMCC §2.1 Eq. 1 and RFC 4654 §2.1 have it: a lower rate where p &gt; 8/(27 b).
     *
     * @param b         packets acknowledged by one acknowledgement, positive
     * @param rtoFactor retransmission time-out in round-trip times, positive
     * @return the equation
     * @throws IllegalArgumentException if b is above 100, the factor is above 1000, or one of them is not positive
     */
    public static ThroughputEquation unbounded(double b, double rtoFactor) {
        return new ThroughputEquation(b, rtoFactor, Double.POSITIVE_INFINITY);
    }

    /**
     * The b of the equation.
     *
     * @return packets acknowledged by one acknowledgement, above 0 up to 100
     */
    public double b() {
        return b;
    }

    /**
     * The retransmission time-out of the equation, RTO / R.
     *
     * @return round-trip times, above 0 up to 1000
     */
    public double rtoFactor() {
        return rtoFactor;
    }

    /**
     * The rate for a path.
     *
     * @param size     packet size s in bytes, positive
     * @param rttNanos round-trip time R in nanoseconds, positive
     * @param p        loss event rate, 0 to 1
     * @return bytes per second; infinite for p = 0
     */
    public double rate(double size, long rttNanos, double p) {
        return size * 1e9 / (rttNanos * delay(Math.sqrt(p)));
    }

    /**
     * The loss event rate at which a path would give a rate.
     *
     * @param size     packet size s in bytes, positive
     * @param rttNanos round-trip time R in nanoseconds, positive
     * @param rate     bytes per second, 0 to infinity
     * @return p, 0 to 1: 1 for every rate that is lower than the equation can give, 0 for an infinite one
     */
    public double inverse(double size, long rttNanos, double rate) {
        double target = size * 1e9 / (rttNanos * rate);
        if (target >= delay(1)) {
            return 1;
        }
        // The denominator rises with sqrt(p) and is at least its first term, which bounds the root from above.
        double low = 0;
        double high = Math.min(1, target / windowTerm);
        for (int i = 0; i < MAX_HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (middle <= low || middle >= high) {
                break;
            }
            if (delay(middle) < target) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high * high;
    }

    /** The equation's denominator in round-trip times, as a function of sqrt(p). */
    private double delay(double root) {
        double p = root * root;
        return windowTerm * root + rtoFactor * Math.min(timeoutBound, timeoutTerm * root) * p * (1 + 32 * p * p);
    }
}
