package org.xpand.experiments.tfmcc;

import java.util.List;
import java.util.stream.Stream;
import org.xpand.experiments.Experiment;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Plan;
import org.xpand.experiments.tfmcc.Levels.Level;

/** Four receivers with ever longer paths join one after the other, and leave in reverse order. */
public final class DelayLevels implements Experiment {
    /** The same everywhere; the report does not give it. */
    private static final double LOSS = 0.005;

    @Override
    public String name() {
        return "tfmcc-delay-levels";
    }

    @Override
    public String question() {
        return "Does the rate follow TCP's at the receiver with the longest round-trip time, and how fast?";
    }

    @Override
    public String source() {
        return "TFMCC App. D.2, Fig. 20";
    }

    @Override
    public Findings run(Plan plan) {
        List<Level> levels = Stream.of(30, 60, 120, 240).map(ms -> new Level(ms + " ms", LOSS, ms * 1_000_000L, ms < 240 ? 2.4 : 5.5)).toList();
        return new Levels(plan, levels).run(plan, "Receivers with RTTs of 30, 60, 120 and 240 ms join and leave (Fig. 20)",
                0.68, 1.35);
    }
}
