package org.xpand.experiments.sites;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.xpand.experiments.Experiment;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Finding;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Line;
import org.xpand.experiments.Plan;
import org.xpand.simulator.WanProfile;

/** One, two, three, two and one senders of one site share the site's rate. */
public final class LocalSenders implements Experiment {
    private static final String SOURCE = "Zikit1";
    private static final String OBSERVER = "RON0";
    private static final int SENDERS = 3;
    private static final int STAGES = 5;
    /** Bins left out of a stage's means: the allocation is on its way. */
    private static final int SETTLING_BINS = 2;

    private record Run(long stageNanos, List<SiteRun.Application> applications, List<RateSample> samples) {
        double mean(int sender, int stage) {
            return applications.get(sender).receivedAt(OBSERVER).mean(SiteRun.BEGIN_NANOS + stage * stageNanos
                    + SETTLING_BINS * SiteRun.BIN_NANOS, SiteRun.BEGIN_NANOS + (stage + 1) * stageNanos);
        }

        double aggregate(int stage) {
            double sum = 0;
            for (int sender = 0; sender < SENDERS; sender++) {
                sum += mean(sender, stage);
            }
            return sum;
        }

        /** How far the sender furthest from its equal share is from it, as a part of the share. */
        double unfairness(int active, int... stages) {
            double worst = 0;
            for (int sender = 0; sender < active; sender++) {
                int each = sender;
                double own = Arrays.stream(stages).mapToDouble(stage -> mean(each, stage)).sum();
                double share = Arrays.stream(stages).mapToDouble(this::aggregate).sum() / active;
                worst = Math.max(worst, Math.abs(own / share - 1));
            }
            return worst;
        }

        Line line(int sender) {
            return Line.throughput("Zikit" + (sender + 1), applications.get(sender).receivedAt(OBSERVER),
                    SiteRun.BEGIN_NANOS, SiteRun.BEGIN_NANOS + STAGES * stageNanos);
        }

        Line sum() {
            return Line.sum("aggregate", applications.stream().map(each -> each.receivedAt(OBSERVER)).toList(),
                    SiteRun.BEGIN_NANOS, SiteRun.BEGIN_NANOS + STAGES * stageNanos);
        }
    }

    @Override
    public String name() {
        return "local-senders";
    }

    @Override
    public String question() {
        return "Do the senders of a site share its rate equally, and is the sum independent of their number?";
    }

    @Override
    public String source() {
        return "Xpand §5.3, Fig. 7";
    }

    @Override
    public Findings run(Plan plan) {
        long stageNanos = plan.fullOrBrief(60L, 36L) * SiteRun.SECOND;
        List<Run> runs = plan.overSeeds(seed -> run(seed, stageNanos));
        List<Finding> numbers = new ArrayList<>();
        numbers.add(Finding.of("aggregate of one sender", "Mbit/s", runs,
                each -> Line.megabits((each.aggregate(0) + each.aggregate(4)) / 2)));
        numbers.add(Finding.of("aggregate of two senders", "Mbit/s", runs,
                each -> Line.megabits((each.aggregate(1) + each.aggregate(3)) / 2)));
        numbers.add(Finding.of("aggregate of three senders", "Mbit/s", runs, each -> Line.megabits(each.aggregate(2))));
        numbers.add(Finding.of("aggregate of three senders over that of one", "", runs,
                each -> 2 * each.aggregate(2) / (each.aggregate(0) + each.aggregate(4))).expect(0.75, 1.35));
        numbers.add(Finding.of("furthest from an equal share, two senders", "of the share", runs,
                each -> each.unfairness(2, 1, 3)).atMost(0.012).ifBrief(plan, 0, 0.05));
        numbers.add(Finding.of("furthest from an equal share, three senders", "of the share", runs,
                each -> each.unfairness(SENDERS, 2)).atMost(0.012).ifBrief(plan, 0, 0.05));
        Run shown = runs.get(0);
        List<Line> aggregate = new ArrayList<>();
        aggregate.add(shown.sum());
        aggregate.add(SiteRun.allowed("allowed to the site", shown.samples));
        return new Findings(numbers, List.of(
                Figure.rates("aggregate", "Three senders of one site together (Fig. 7 a)", aggregate),
                Figure.rates("senders", "Each of three senders of one site (Fig. 7 b)",
                        List.of(shown.line(0), shown.line(1), shown.line(2)))));
    }

    private static Run run(long seed, long stageNanos) {
        SiteRun sites = new SiteRun(WanProfile.load("ron"), SENDERS, SiteRun.PAPER_EQUATION, seed);
        long end = SiteRun.BEGIN_NANOS + STAGES * stageNanos;
        List<SiteRun.Application> applications = new ArrayList<>();
        for (int i = 0; i < SENDERS; i++) {
            applications.add(sites.send(SOURCE, i, SiteRun.BEGIN_NANOS + i * stageNanos, end - i * stageNanos));
        }
        List<RateSample> samples = sites.sample(SOURCE, SiteRun.BEGIN_NANOS, end);
        sites.run(end);
        return new Run(stageNanos, applications, samples);
    }
}
