package org.xpand.experiments.steps;

import org.xpand.experiments.Experiment;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Plan;
import org.xpand.simulator.LinkSettings;

/** A path's loss rises tenfold and falls back. */
public final class LossStep implements Experiment {
    private static final long DELAY_NANOS = 30_000_000;
    private static final double BEFORE = 0.005;
    private static final double DURING = 0.05;

    @Override
    public String name() {
        return "loss-step";
    }

    @Override
    public String question() {
        return "How fast does the rate follow when a path's loss rises tenfold and falls back?";
    }

    @Override
    public String source() {
        return "beyond the papers";
    }

    @Override
    public Findings run(Plan plan) {
        LinkSettings path = LinkSettings.PERFECT.withDelayNanos(DELAY_NANOS);
        return StepRun.findings(plan, "loss-step", "Loss of 0.5 %, 5 % and 0.5 % again",
                new StepRun.Stage(path.withLoss(BEFORE), BEFORE), new StepRun.Stage(path.withLoss(DURING), DURING));
    }
}
