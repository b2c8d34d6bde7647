package org.xpand.experiments.steps;

import java.util.SplittableRandom;
import org.xpand.protocols.rate.ThroughputEquation;

/**
 * Xpand's loss rule (§4.2) and nothing else: packets that leave at the rate the rule allows, each lost by chance, and a
 * receiver whose reports arrive at once. It shows what of a session's distance from the equation is the rule's own.
 */
final class LossRule {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double SECONDS = 20_000;
    private static final int PACKET_SIZE = 1000;
    private static final double RTO_FACTOR = 4;
    private static final double NEW_SHARE = 0.5;

    private final ThroughputEquation equation = new ThroughputEquation(1, RTO_FACTOR);
    private final long rttNanos;
    private final double loss;
    private final boolean countsFirstRtt;

    /** @param countsFirstRtt whether packets of the RTT after a loss event began belong to the interval (RFC 5348 §5.3) */
    LossRule(StepRun.Stage stage, boolean countsFirstRtt) {
        this.rttNanos = 2 * stage.link().delayNanos();
        this.loss = stage.loss();
        this.countsFirstRtt = countsFirstRtt;
    }

    /** The rate over a long time, over that of the equation. */
    double overEquation(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double rtt = rttNanos / NANOS_PER_SECOND;
        double past = 1 / loss;
        double interval = past;
        double sample = 0;
        double eventEnd = 0;
        double now = 0;
        long packets = 0;
        while (now < SECONDS) {
            now += PACKET_SIZE / equation.rate(PACKET_SIZE, rttNanos, Math.min(1, 1 / interval));
            packets++;
            boolean isLost = random.nextDouble() < loss;
            if (isLost && now >= eventEnd) {
                past = Math.max(1, NEW_SHARE * sample + (1 - NEW_SHARE) * past);
                sample = countsFirstRtt ? 1 : 0;
                eventEnd = now + rtt;
            } else if (countsFirstRtt || !isLost && now >= eventEnd) {
                sample++;
            }
            interval = sample < past ? past : NEW_SHARE * sample + (1 - NEW_SHARE) * past;
        }
        return packets * PACKET_SIZE / now / equation.rate(PACKET_SIZE, rttNanos, loss);
    }
}
