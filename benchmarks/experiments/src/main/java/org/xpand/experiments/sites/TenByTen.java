package org.xpand.experiments.sites;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.xpand.experiments.Experiment;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Finding;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Line;
import org.xpand.experiments.Plan;
import org.xpand.simulator.WanProfile;
import org.xpand.simulator.measure.ThroughputRecorder;

/** A hundred senders in ten sites of one group send as much as they may to all. */
public final class TenByTen implements Experiment {
    private static final int TEN = 10;
    /** Sites, and senders of each, of the shortened version. */
    private static final int THREE = 3;
    private static final long SETTLING_NANOS = 4 * SiteRun.BIN_NANOS;

    /**
     * What the first process of one site was delivered, by sending site and sender, and what the equation says of each site's slowest
     * receiver, along the tree and over direct paths; bytes per second.
     */
    private record Run(double[][] rates, double[] alongTree, double[] direct, List<Line> lines) {
        /** The sites' rates over others, on average. */
        double over(double[] theory) {
            double[] sums = sums();
            return IntStream.range(0, sums.length).mapToDouble(site -> sums[site] / theory[site]).average().orElseThrow();
        }

        /** Jain's index of the senders of a site, the least over the sites. */
        double leastFairness() {
            return Arrays.stream(rates).mapToDouble(TenByTen::fairness).min().orElseThrow();
        }

        double[] sums() {
            return Arrays.stream(rates).mapToDouble(site -> Arrays.stream(site).sum()).toArray();
        }

        double total() {
            return Arrays.stream(sums()).sum();
        }

        double leastSender() {
            return Arrays.stream(rates).flatMapToDouble(Arrays::stream).min().orElseThrow();
        }
    }

    @Override
    public String name() {
        return "ten-by-ten";
    }

    @Override
    public String question() {
        return "Do a hundred senders in ten sites all get through, and does each site share its rate equally?";
    }

    @Override
    public String source() {
        return "beyond the papers";
    }

    @Override
    public Findings run(Plan plan) {
        int count = plan.fullOrBrief(TEN, THREE);
        long length = SETTLING_NANOS + plan.fullOrBrief(45L, 9L) * SiteRun.SECOND;
        List<Run> runs = plan.overSeeds(seed -> run(seed, count, length));
        List<Finding> numbers = List.of(
                Finding.of("delivered at one site", "Mbit/s", runs, each -> Line.megabits(each.total())).expect(14, 17.5).ifBrief(plan, 1, 100),
                Finding.of("slowest sender", "kbit/s", runs, each -> Line.megabits(each.leastSender()) * 1000)
                        .expect(130, 172).ifBrief(plan, 1, 1e6),
                Finding.of("Jain's index of a site's senders, the least of the sites", "", runs, Run::leastFairness)
                        .expect(0.99, 1).ifBrief(plan, 0.9, 1),
                Finding.of("Jain's index of the sites", "", runs, each -> fairness(each.sums())).expect(0.99, 1).ifBrief(plan, 0.5, 1),
                Finding.of("the same by the equation along the tree", "", runs, each -> fairness(each.alongTree)),
                Finding.of("mean rate over that equation", "", runs, each -> each.over(each.alongTree)).expect(1.6, 1.95).ifBrief(plan, 0.1, 3),
                Finding.of("mean rate over the equation for direct paths", "", runs, each -> each.over(each.direct))
                        .expect(0.69, 0.86).ifBrief(plan, 0.1, 1.5));
        return new Findings(numbers, List.of(Figure.rates("sites", "Ten sites with ten senders each, delivered at one",
                runs.get(0).lines)));
    }

    private static double fairness(double[] values) {
        double sum = Arrays.stream(values).sum();
        return sum * sum / (values.length * Arrays.stream(values).map(value -> value * value).sum());
    }

    private static Run run(long seed, int count, long lengthNanos) {
        WanProfile profile = WanProfile.load("lossy", count);
        SiteRun sites = new SiteRun(profile, count, Map.of(), seed);
        long end = SiteRun.BEGIN_NANOS + lengthNanos;
        List<List<SiteRun.Application>> applications = new ArrayList<>();
        for (String site : profile.sites()) {
            List<SiteRun.Application> own = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                own.add(sites.send(site, i, SiteRun.BEGIN_NANOS, end));
            }
            applications.add(own);
        }
        sites.run(SiteRun.BEGIN_NANOS);
        Theory theory = new Theory(sites, profile, 1);
        double[] alongTree = profile.sites().stream()
                .mapToDouble(site -> theory.slowest(site, profile.sites()).bytesPerSecond()).toArray();
        double[] direct = profile.sites().stream().mapToDouble(site -> profile.sites().stream().filter(other -> !other.equals(site))
                .mapToDouble(other -> theory.direct(site, other)).min().orElseThrow()).toArray();
        sites.run(end);
        String observer = profile.sites().get(0);
        double[][] rates = new double[count][];
        List<Line> lines = new ArrayList<>();
        for (int site = 0; site < count; site++) {
            List<ThroughputRecorder> received = applications.get(site).stream().map(each -> each.receivedAt(observer))
                    .toList();
            rates[site] = received.stream().mapToDouble(each -> each.mean(SiteRun.BEGIN_NANOS + SETTLING_NANOS, end))
                    .toArray();
            lines.add(Line.sum(profile.sites().get(site), received, SiteRun.BEGIN_NANOS, end));
        }
        return new Run(rates, alongTree, direct, lines);
    }
}
