package org.xpand.protocols.tuf;

import java.util.Locale;
import org.xpand.protocols.rate.RateSettings;
import org.xpand.protocols.rate.ThroughputEquation;

/** Computes a link's threshold from measurements (TUF §3.2, strategies 1 to 3). */
public enum ThresholdRule {
    /** Strategy 1: K + C without loss, γ K with. */
    ADDITIVE {
        @Override
        double next(TufHopConfig config, ThroughputEquation equation, Measured link) {
            return link.loss() == 0 ? link.rate() + config.increase() : link.rate() * config.decrease();
        }
    },
    /**
     * Strategy 2: the rate of TCP with the link's loss and round-trip time, the latter at least R_UDP, with a window
     * of at most W_max; at most 2 K.
     */
    TCP {
        @Override
        double next(TufHopConfig config, ThroughputEquation equation, Measured link) {
            long rtt = Math.max(config.leastRtt(), link.rttNanos());
            double window = config.maxWindow() * 1e9 / rtt;
            return Math.min(2 * link.rate(), Math.min(window, equation.rate(1, rtt, link.smoothedLoss())));
        }
    },
    /** Strategy 3: ω⁺ K without loss, ω⁻ K (1 − p) with. */
    PROPORTIONAL {
        @Override
        double next(TufHopConfig config, ThroughputEquation equation, Measured link) {
            return link.loss() == 0 ? link.rate() * config.growth()
                    : link.rate() * config.shrink() * (1 - link.loss());
        }
    };

    /**
     * Measurements of a link from which its threshold is computed.
     *
     * @param rate         B0 K now, units per second
     * @param loss         p of the last interval, 0 to 1
     * @param smoothedLoss p over the last loss events, 0 to 1
     * @param rttNanos     smoothed round-trip time, positive
     */
    record Measured(double rate, double loss, double smoothedLoss, long rttNanos) {
    }

    /** B0 K for the next interval, units per second. */
    abstract double next(TufHopConfig config, ThroughputEquation equation, Measured link);

    /** The rule that a setting names. */
    static ThresholdRule read(RateSettings in, String setting, ThresholdRule otherwise) {
        String chosen = in.choice(setting, "", ADDITIVE.setting(), TCP.setting(), PROPORTIONAL.setting());
        return chosen.isEmpty() ? otherwise : valueOf(chosen.toUpperCase(Locale.ROOT));
    }

    private String setting() {
        return name().toLowerCase(Locale.ROOT);
    }
}
