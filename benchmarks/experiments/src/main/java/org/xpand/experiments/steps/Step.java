package org.xpand.experiments.steps;

import org.xpand.experiments.Experiment;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Plan;
import org.xpand.simulator.LinkModelSettings;

/** A property of a path changes at once and changes back. */
public final class Step implements Experiment {
    private static final LinkModelSettings LOSSY = LinkModelSettings.PERFECT.withDelayNanos(30_000_000);
    private static final double LITTLE_LOSS = 0.005;
    private static final double MUCH_LOSS = 0.05;
    private static final double LOSS = 0.01;
    private static final LinkModelSettings NEAR = LinkModelSettings.PERFECT.withLoss(LOSS).withDelayNanos(15_000_000);
    private static final LinkModelSettings FAR = NEAR.withDelayNanos(60_000_000);

    private final String name;
    private final String what;
    private final String title;
    private final StepRun.Stage first;
    private final StepRun.Stage second;
    private final StepRun.Expected expected;

    private Step(String name, String what, String title, StepRun.Stage first, StepRun.Stage second,
                 StepRun.Expected expected) {
        this.name = name;
        this.what = what;
        this.title = title;
        this.first = first;
        this.second = second;
        this.expected = expected;
    }

    /** Loss rises tenfold. */
    public static Step ofLoss() {
        return new Step("loss-step", "loss rises tenfold", "Loss of 0.5 %, 5 % and 0.5 % again",
                new StepRun.Stage(LOSSY.withLoss(LITTLE_LOSS), LITTLE_LOSS),
                new StepRun.Stage(LOSSY.withLoss(MUCH_LOSS), MUCH_LOSS), new StepRun.Expected(2, 3.5, 0.98, 0.775));
    }

    /** The round-trip time rises fourfold. */
    public static Step ofRtt() {
        return new Step("rtt-step", "round-trip time rises fourfold", "Round-trip time of 30 ms, 120 ms and 30 ms again",
                new StepRun.Stage(NEAR, LOSS), new StepRun.Stage(FAR, LOSS),
                new StepRun.Expected(0.8, 1.9, 0.96, 0.96));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String question() {
        return "How fast does the rate follow when a path's " + what + " and falls back?";
    }

    @Override
    public String source() {
        return "beyond the papers";
    }

    @Override
    public Findings run(Plan plan) {
        return StepRun.findings(plan, name, title, first, second, expected);
    }
}
