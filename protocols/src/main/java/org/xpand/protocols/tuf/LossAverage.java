package org.xpand.protocols.tuf;

import org.xpand.protocols.rate.ThroughputEquation;

/**
 * The smoothed loss of a link, p of strategy 2 (TUF §3.2): the inverse of the mean number of packets between two losses,
 * an exponential average over losses, not over time, so that its memory fits the rate. As long as no loss ends the
 * newest distance, it counts only if it raises the mean (TFMCC §2.3). Not thread-safe.
 */
final class LossAverage {
    private final double quotient;
    private final double outlived;
    private final boolean events;
    private final boolean seeded;
    private final long leastRtt;
    private final ThroughputEquation equation;
    private boolean begun;
    private double mean;
    private double open;

    LossAverage(TufHopConfig config, ThroughputEquation equation) {
        this.quotient = config.lossQuotient();
        this.outlived = config.outlived();
        this.events = config.lossEvents();
        this.seeded = config.seededHistory();
        this.leastRtt = config.leastRtt();
        this.equation = equation;
    }

    /**
     * Adds the result of one interval.
     *
     * @param sent     packets sent
     * @param lost     lost packets among them
     * @param nanos    time in which they were sent
     * @param rttNanos round-trip time, positive
     * @param rate     units per second that the link was to carry
     */
    void add(long sent, long lost, long nanos, long rttNanos, double rate) {
        open += sent;
        if (lost == 0) {
            return;
        }
        // Losses within a round-trip time are one event; their distribution in the interval is unknown.
        double count = events ? Math.min(lost, Math.max(1, (double) nanos / rttNanos)) : lost;
        double distance = open / count;
        if (begun) {
            double past = StrictMath.pow(quotient, count);
            mean = past * mean + (1 - past) * distance;
        } else {
            mean = distance;
            begun = true;
            if (seeded) {
                begin(rate * (sent - lost) / sent, rttNanos);
            }
        }
        open = 0;
    }

    /** The link is known to carry this rate and no more: p becomes the one for which strategy 2, with R_UDP, gives it. */
    void begin(double rate, long rttNanos) {
        mean = 1 / equation.inverse(1, Math.max(leastRtt, rttNanos), rate);
        begun = true;
        open = 0;
    }

    /** Nothing was lost: in each round-trip time the rate of strategy 2 rises by one unit per round-trip time, as TCP's window does. */
    void climb(long nanos, long rttNanos) {
        double rtt = Math.max(leastRtt, rttNanos);
        begin(equation.rate(1, Math.round(rtt), loss()) + nanos / rtt * 1e9 / rtt, rttNanos);
    }

    /** p, 0 before the first loss. */
    double loss() {
        if (!begun) {
            return 0;
        }
        // An open distance of more than twice the mean reduces the weight of the past (RFC 5348 §5.5).
        double past = outlived > 0 && open > 2 * mean ? quotient * 2 * mean / open : quotient;
        double grown = (past * mean + (1 - quotient) * open) / (past + 1 - quotient);
        return 1 / Math.max(1, Math.max(mean, grown));
    }

    /** Whether the open distance is so long that earlier measurements are no longer valid for the link. */
    boolean isOutlived() {
        return begun && outlived > 0 && open > outlived * mean;
    }

    /** Forgets all measurements: the next loss is the first. */
    void forget() {
        begun = false;
        open = 0;
    }
}
