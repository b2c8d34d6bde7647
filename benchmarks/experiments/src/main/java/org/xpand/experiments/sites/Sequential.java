package org.xpand.experiments.sites;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.ToDoubleFunction;
import org.xpand.experiments.Experiment;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Finding;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Line;
import org.xpand.experiments.Plan;
import org.xpand.simulator.WanProfile;
import org.xpand.simulator.measure.Summary;

/** Six sites send in turn, and the slowest receiver limits each. */
public final class Sequential implements Experiment {
    /** Fig. 2. */
    private static final List<List<String>> TREE = List.of(List.of("Zikit1", "RON0"), List.of("RON0", "RON33"),
            List.of("RON33", "RON45"), List.of("RON45", "RON2"), List.of("RON45", "RON35"));
    private static final List<String> TURNS = List.of("Zikit1", "RON0", "RON2", "RON33", "RON35", "RON45");
    private static final String OBSERVER = "Zikit1";
    private static final List<String> SLOWEST = List.of("RON2", "RON35");
    /** Left out of means: slow start, and the first estimate of the loss rate. */
    private static final long SETTLING_NANOS = 9 * SiteRun.SECOND;
    private static final int B = 2;

    private record Turn(String site, long begin, long end, SiteRun.Application application, List<RateSample> samples) {
        double mean() {
            return application.receivedAt(OBSERVER).mean(begin + SETTLING_NANOS, end);
        }

        Line received() {
            return Line.throughput(site, application.receivedAt(OBSERVER), begin, end);
        }
    }

    private record Run(SiteRun sites, Theory theory, List<Turn> turns) {
        double overEquation(Turn turn) {
            return turn.mean() / theory.slowest(turn.site(), TURNS).bytesPerSecond();
        }

        double overEquation() {
            return turns.stream().mapToDouble(this::overEquation).average().orElseThrow();
        }

        Turn first() {
            return turns.get(0);
        }
    }

    @Override
    public String name() {
        return "sequential";
    }

    @Override
    public String question() {
        return "Is a sender limited by its slowest receiver?";
    }

    @Override
    public String source() {
        return "Xpand §5.1, Figs 4 and 5";
    }

    @Override
    public Findings run(Plan plan) {
        long turnNanos = plan.fullOrBrief(60L, 30L) * SiteRun.SECOND;
        List<Run> runs = plan.overSeeds(seed -> run(seed, turnNanos, SiteRun.PAPER_EQUATION));
        List<Finding> numbers = new ArrayList<>();
        numbers.add(Finding.of("links of the paper's tree", "of 5", runs, Sequential::linksOfPaper).expect(5, 5));
        for (int i = 0; i < TURNS.size(); i++) {
            int turn = i;
            numbers.add(Finding.of("rate of " + TURNS.get(i), "Mbit/s", runs,
                    each -> Line.megabits(each.turns.get(turn).mean())));
            numbers.add(Finding.of("rate of " + TURNS.get(i) + " over its slowest receiver's equation", "", runs,
                    each -> each.overEquation(each.turns.get(turn))));
        }
        numbers.add(Finding.of("mean rate over the slowest receiver's equation", "", runs, Run::overEquation).expect(0.65, 0.95));
        if (!plan.brief()) {
            numbers.add(Finding.of("the same without RFC 5348's safeguards", "",
                    plan.overSeeds(seed -> run(seed, turnNanos, Map.of("preset", "paper"))), Run::overEquation));
            numbers.add(Finding.of("the same with the slowest receiver alone", "",
                    plan.overSeeds(seed -> aloneOverEquation(seed, turnNanos)), each -> each));
        }
        numbers.add(Finding.of("share of time in which RON2 or RON35 limits Zikit1", "", runs,
                each -> limitedBySlowest(each.first())).expect(0.9, 1));
        numbers.add(Finding.of("variation of the rate that RON35 reports", "", runs,
                each -> variation(each.first(), sample -> sample.acceptableRate(each.sites.site("RON35").id())))
                .expect(0.2, 0.75).ifBrief(plan, 0.1, 0.75));
        numbers.add(Finding.of("variation of the round-trip time to RON35", "", runs, each -> variation(each.first(),
                sample -> sample.receiver(each.sites.site("RON35").id()).orElseThrow().rttNanos())).atMost(0.002));
        return new Findings(numbers, figures(runs.get(0)));
    }

    private static Run run(long seed, long turnNanos, Map<String, String> strategy) {
        WanProfile profile = WanProfile.load("ron");
        SiteRun sites = new SiteRun(profile, 1, strategy, seed);
        List<Turn> turns = new ArrayList<>();
        long begin = SiteRun.BEGIN_NANOS;
        for (String site : TURNS) {
            long end = begin + turnNanos;
            turns.add(new Turn(site, begin, end, sites.send(site, 0, begin, end), sites.sample(site, begin, end)));
            begin = end;
        }
        sites.run(begin);
        return new Run(sites, new Theory(sites, profile, B), turns);
    }

    /** The mean over the turns when a turn's group is its sender and the slowest receiver, the link between them their tree. */
    private static double aloneOverEquation(long seed, long turnNanos) {
        WanProfile profile = WanProfile.load("ron");
        SiteRun sites = new SiteRun(profile, 1, SiteRun.PAPER_EQUATION, seed);
        Theory theory = new Theory(sites, profile, B);
        List<DoubleSupplier> ratios = new ArrayList<>();
        long begin = SiteRun.BEGIN_NANOS;
        for (String site : TURNS) {
            String slowest = theory.slowest(site, TURNS).receiver();
            long from = begin;
            long end = begin + turnNanos;
            sites.membersAt(begin - SiteRun.SECOND, List.of(site, slowest));
            SiteRun.Application application = sites.send(site, 0, begin, end);
            ratios.add(() -> application.receivedAt(slowest).mean(from + SETTLING_NANOS, end)
                    / theory.direct(site, slowest));
            // Time for what is in flight, so that the next two begin with nothing left over.
            begin = end + 2 * SiteRun.BIN_NANOS;
        }
        sites.run(begin);
        return ratios.stream().mapToDouble(DoubleSupplier::getAsDouble).average().orElseThrow();
    }

    private static double linksOfPaper(Run run) {
        return TREE.stream().filter(link -> run.sites.path(link.get(0), link.get(1)).size() == 2).count();
    }

    private static List<RateSample> limited(Turn turn) {
        return turn.samples.stream().filter(each -> each.nanos() >= turn.begin + SETTLING_NANOS
                && each.stats().limitingReceiver().isPresent()).toList();
    }

    private static double limitedBySlowest(Turn turn) {
        List<RateSample> samples = limited(turn);
        long slowest = samples.stream().filter(each -> SLOWEST.contains(limiting(each))).count();
        return slowest / (double) samples.size();
    }

    private static String limiting(RateSample sample) {
        return WanProfile.load("ron").sites().get((int) sample.stats().limitingReceiver().orElseThrow() - 1);
    }

    private static double variation(Turn turn, ToDoubleFunction<RateSample> value) {
        Summary summary = Summary.of(limited(turn).stream().mapToDouble(value).filter(Double::isFinite).toArray());
        return summary.deviation() / summary.mean();
    }

    private static List<Figure> figures(Run run) {
        Turn first = run.first();
        List<Line> limits = new ArrayList<>();
        limits.add(SiteRun.allowed("allowed to Zikit1", first.samples));
        for (String site : SLOWEST) {
            limits.add(new Line("reported by " + site, SiteRun.seconds(first.samples), first.samples.stream()
                    .mapToDouble(each -> Line.megabits(each.acceptableRate(run.sites.site(site).id()))).toArray()));
        }
        Line reported = limits.get(limits.size() - 1);
        Line loss = new Line("loss event rate", SiteRun.seconds(first.samples), first.samples.stream()
                .mapToDouble(each -> each.receiver(run.sites.site("RON35").id()).orElseThrow().lossEventRate())
                .toArray());
        return List.of(
                Figure.rates("received", "Rates at Zikit1 of six sites that send in turn (Fig. 4)",
                        run.turns.stream().map(Turn::received).toList()),
                Figure.rates("limits", "Zikit1 is limited by RON2 and RON35 (Fig. 5 a)", limits),
                new Figure("loss", "Rate reported by RON35 and its loss event rate (Fig. 5 b)", "time (s)",
                        "rate (Mbit/s), loss event rate", Figure.Style.LINES, List.of(reported, loss)));
    }
}
