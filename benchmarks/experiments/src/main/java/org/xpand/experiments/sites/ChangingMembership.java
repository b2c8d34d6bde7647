package org.xpand.experiments.sites;

import java.util.ArrayList;
import java.util.List;
import org.xpand.experiments.Experiment;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Finding;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Line;
import org.xpand.experiments.Plan;
import org.xpand.simulator.LinkModel;
import org.xpand.simulator.WanProfile;

/**
 * Two slow sites join one after the other while RON45 sends, and leave in reverse order. By Table 2 RON35 is not slower
 * than the others as seen from RON45 (Table 3: 1.17 Mbit/s, RON0 0.80), so what Fig. 6 shows needs a link to RON35 that
 * was worse that day: here it has the loss of its other direction.
 */
public final class ChangingMembership implements Experiment {
    private static final String SOURCE = "RON45";
    private static final String OBSERVER = "RON33";
    private static final List<String> FAST = List.of("RON0", "RON2", "RON33", "RON45");
    private static final List<String> WITH_RON35 = List.of("RON0", "RON2", "RON33", "RON45", "RON35");
    private static final List<String> ALL = List.of("RON0", "RON2", "RON33", "RON45", "RON35", "Zikit1");
    private static final List<List<String>> STAGES = List.of(FAST, WITH_RON35, ALL, WITH_RON35, FAST);
    private static final List<String> STAGE_NAMES = List.of("before", "with RON35", "with RON35 and Zikit1",
            "after Zikit1 left", "after both left");
    /** Bins left out of a stage's mean. */
    private static final int SETTLING_BINS = 2;

    private record Run(long stageNanos, SiteRun.Application application, List<RateSample> samples) {
        double mean(int stage) {
            return application.receivedAt(OBSERVER).mean(SiteRun.BEGIN_NANOS + stage * stageNanos
                    + SETTLING_BINS * SiteRun.BIN_NANOS, SiteRun.BEGIN_NANOS + (stage + 1) * stageNanos);
        }
    }

    @Override
    public String name() {
        return "membership";
    }

    @Override
    public String question() {
        return "Does the rate fall when slow sites join, and rise when they leave?";
    }

    @Override
    public String source() {
        return "Xpand §5.2, Fig. 6";
    }

    @Override
    public Findings run(Plan plan) {
        long stageNanos = plan.fullOrBrief(60L, 30L) * SiteRun.SECOND;
        List<Run> runs = plan.overSeeds(seed -> run(seed, stageNanos, true));
        List<Finding> numbers = new ArrayList<>();
        for (int i = 0; i < STAGES.size(); i++) {
            int stage = i;
            numbers.add(Finding.of("rate " + STAGE_NAMES.get(i), "Mbit/s", runs, each -> Line.megabits(each.mean(stage))));
        }
        numbers.add(Finding.of("rate with both over that before and after", "", runs,
                each -> 2 * each.mean(2) / (each.mean(0) + each.mean(4))).expect(0.18, 0.4).ifBrief(plan, 0.15, 0.5));
        numbers.add(change("RON35 joins", runs, 1).expect(0.55, 0.9));
        numbers.add(change("Zikit1 joins", runs, 2).expect(0.25, 0.55).ifBrief(plan, 0.25, 0.7));
        numbers.add(change("Zikit1 leaves", runs, 3).expect(1.7, 3.5).ifBrief(plan, 1.4, 3.5));
        numbers.add(change("RON35 leaves", runs, 4).expect(1.15, 1.8));
        if (!plan.brief()) {
            List<Run> asTable = plan.overSeeds(seed -> run(seed, stageNanos, false));
            numbers.add(change("RON35 joins with Table 2's loss", asTable, 1));
            numbers.add(change("Zikit1 joins with Table 2's loss", asTable, 2));
        }
        Run shown = runs.get(0);
        return new Findings(numbers, List.of(Figure.rates("rate",
                "RON45 sends, RON35 and Zikit1 join and leave (Fig. 6)", List.of(
                        SiteRun.allowed("allowed", shown.samples),
                        Line.throughput("received at RON33", shown.application.receivedAt(OBSERVER), SiteRun.BEGIN_NANOS,
                                SiteRun.BEGIN_NANOS + STAGES.size() * stageNanos)))));
    }

    private static Finding change(String what, List<Run> runs, int stage) {
        return Finding.of("rate over the one before when " + what, "", runs,
                each -> each.mean(stage) / each.mean(stage - 1));
    }

    private static Run run(long seed, long stageNanos, boolean worseLink) {
        SiteRun sites = new SiteRun(WanProfile.load("ron"), 1, SiteRun.PAPER_EQUATION, seed);
        if (worseLink) {
            LinkModel worse = sites.link(SOURCE, "RON35");
            double loss = sites.link("RON35", SOURCE).settings().lossProbability();
            worse.setSettings(worse.settings().withLoss(loss));
        }
        long end = SiteRun.BEGIN_NANOS + STAGES.size() * stageNanos;
        for (int i = 0; i < STAGES.size(); i++) {
            sites.membersAt(SiteRun.BEGIN_NANOS + i * stageNanos - (i == 0 ? SiteRun.SECOND : 0), STAGES.get(i));
        }
        SiteRun.Application application = sites.send(SOURCE, 0, SiteRun.BEGIN_NANOS, end);
        List<RateSample> samples = sites.sample(SOURCE, SiteRun.BEGIN_NANOS, end);
        sites.run(end);
        return new Run(stageNanos, application, samples);
    }
}
