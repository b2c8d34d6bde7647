package org.xpand.experiments.steps;

import org.xpand.experiments.Experiment;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Plan;
import org.xpand.simulator.LinkSettings;

/** A path's round-trip time rises fourfold and falls back. */
public final class RttStep implements Experiment {
    private static final long BEFORE_NANOS = 15_000_000;
    private static final long DURING_NANOS = 60_000_000;
    private static final double LOSS = 0.01;

    @Override
    public String name() {
        return "rtt-step";
    }

    @Override
    public String question() {
        return "How fast does the rate follow when a path's round-trip time rises fourfold and falls back?";
    }

    @Override
    public String source() {
        return "beyond the papers";
    }

    @Override
    public Findings run(Plan plan) {
        LinkSettings path = LinkSettings.PERFECT.withLoss(LOSS);
        return StepRun.findings(plan, "rtt-step", "Round-trip time of 30 ms, 120 ms and 30 ms again",
                new StepRun.Stage(path.withDelayNanos(BEFORE_NANOS), LOSS),
                new StepRun.Stage(path.withDelayNanos(DURING_NANOS), LOSS));
    }
}
