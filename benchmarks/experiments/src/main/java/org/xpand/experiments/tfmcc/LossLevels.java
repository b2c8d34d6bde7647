package org.xpand.experiments.tfmcc;

import java.util.List;
import org.xpand.experiments.Experiment;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Plan;
import org.xpand.experiments.tfmcc.Levels.Level;

/** Four receivers with ever higher loss join one after the other, and leave in reverse order. */
public final class LossLevels implements Experiment {
    private static final long RTT_NANOS = 60_000_000;
    private static final double DOWN_SECONDS = 2.2;

    @Override
    public String name() {
        return "tfmcc-loss-levels";
    }

    @Override
    public String question() {
        return "Does the rate follow TCP's at the receiver with the highest loss, and how fast?";
    }

    @Override
    public String source() {
        return "TFMCC §4.2, Fig. 11";
    }

    @Override
    public Findings run(Plan plan) {
        List<Level> levels = List.of(level("0.1 %", 0.001), level("0.5 %", 0.005), level("2.5 %", 0.025),
                level("12.5 %", 0.125));
        return new Levels(plan, levels).run(plan, "Receivers with 0.1, 0.5, 2.5 and 12.5 % loss join and leave (Fig. 11)",
                0.58, 1.35);
    }

    private static Level level(String name, double loss) {
        return new Level(name, loss, RTT_NANOS, DOWN_SECONDS);
    }
}
