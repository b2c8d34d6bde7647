package org.xpand.experiments.tfmcc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.xpand.experiments.Experiment;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Finding;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Line;
import org.xpand.experiments.Plan;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.session.SessionReceiver;

/** Many receivers behind one bottleneck, and how many of them have measured their round-trip time. */
public final class FirstRtts implements Experiment {
    /** The report gives neither rate nor queue. */
    private static final LinkModelSettings BOTTLENECK = LinkModelSettings.PERFECT.withRate(62_500).withDelayNanos(25_000_000)
            .withQueuePackets(15);
    private static final long LEAST_TAIL_NANOS = 5_000_000;
    /** Half of the difference between 60 and 140 ms. */
    private static final long TAIL_SPREAD_NANOS = 40_000_000;
    private static final int SAMPLES = 40;
    /** The share of the receivers after each quarter. */
    private static final List<Double> LEAST = List.of(0.25, 0.5, 0.9, 0.97);
    private static final List<Double> MOST = List.of(0.55, 0.9, 1.0, 1.0);

    @Override
    public String name() {
        return "tfmcc-first-rtts";
    }

    @Override
    public String question() {
        return "How long do many receivers with the same losses take to measure their round-trip times?";
    }

    @Override
    public String source() {
        return "TFMCC §4.3, Fig. 12";
    }

    @Override
    public Findings run(Plan plan) {
        int count = plan.fullOrBrief(1000, 100);
        long end = plan.fullOrBrief(200L, 60L) * Flows.SECOND;
        List<double[]> runs = plan.overSeeds(seed -> run(seed, count, end));
        List<Finding> numbers = new ArrayList<>();
        for (int quarter = 1; quarter <= 4; quarter++) {
            int at = SAMPLES * quarter / 4;
            numbers.add(Finding.of("share that knows its RTT after " + end / Flows.SECOND * quarter / 4 + " s", "", runs,
                    known -> known[at] / count).expect(LEAST.get(quarter - 1), MOST.get(quarter - 1)).ifBrief(plan, quarter < 4 ? 0 : 0.4, 1));
        }
        numbers.add(Finding.of("share of all first measurements in the first quarter", "", runs,
                known -> known[SAMPLES / 4] / known[SAMPLES]).expect(LEAST.get(0), MOST.get(0)).ifBrief(plan, 0.3, 1));
        double[] x = new double[SAMPLES + 1];
        Arrays.setAll(x, i -> end / (double) Flows.SECOND * i / SAMPLES);
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            lines.add(new Line("seed " + (plan.firstSeed() + i), x, runs.get(i)));
        }
        return new Findings(numbers, List.of(new Figure("known", "Receivers of " + count + " that know their RTT (Fig. 12)",
                "time (s)", "receivers", Figure.Style.LINES, lines)));
    }

    private static double[] run(long seed, int count, long end) {
        TfmccGroup group = new TfmccGroup(seed, BOTTLENECK);
        SplittableRandom delays = group.network.random("delays");
        for (int i = 0; i < count; i++) {
            group.receiver(LinkModelSettings.PERFECT.withDelayNanos(LEAST_TAIL_NANOS + delays.nextLong(TAIL_SPREAD_NANOS + 1)));
        }
        double[] known = new double[SAMPLES + 1];
        for (int i = 0; i <= SAMPLES; i++) {
            int sample = i;
            group.network.queue().schedule(end * i / SAMPLES, () -> known[sample] = group.session.receivers().stream()
                    .map(SessionReceiver::stats).filter(stats -> stats.rttNanos() > 0).count());
        }
        group.network.queue().runUntil(end);
        return known;
    }
}
