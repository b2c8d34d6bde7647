package org.xpand.experiments.tfmcc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.xpand.experiments.Finding;
import org.xpand.experiments.Line;
import org.xpand.experiments.Plan;
import org.xpand.protocols.tfmcc.TfmccConfig;
import org.xpand.protocols.tfmcc.TfmccFeedback;

/** Many feedback rounds of groups of ever more receivers. */
final class Rounds {
    /** Rounds of large groups are costly and alike: they are fewer. */
    private static final int MOST_DRAWS = 400_000;
    private static final int LEAST_ROUNDS = 20;

    private final Plan plan;
    private final List<Integer> counts;

    Rounds(Plan plan) {
        this.plan = plan;
        this.counts = plan.fullOrBrief(List.of(1, 3, 10, 30, 100, 300, 1000, 3000, 10_000), List.of(1, 10, 100, 1000));
    }

    /** How many receivers there are. */
    List<Integer> counts() {
        return counts;
    }

    /** The most receivers. */
    int most() {
        return counts.get(counts.size() - 1);
    }

    /** The report's settings with some changed: name, value, name, value. */
    static TfmccFeedback feedback(String... settings) {
        Map<String, String> all = new TreeMap<>(Map.of("preset", "paper"));
        for (int i = 0; i < settings.length; i += 2) {
            all.put(settings[i], settings[i + 1]);
        }
        return TfmccConfig.fromSettings(all).feedback();
    }

    /** Mean over a seed's rounds, for each seed, of groups whose rates are uniform between two. */
    List<Double> means(TfmccFeedback feedback, int count, double low, double high,
                       ToDoubleFunction<FeedbackRound> value) {
        int rounds = Math.max(LEAST_ROUNDS, Math.min(plan.fullOrBrief(2000, 400), MOST_DRAWS / count));
        return plan.overSeeds(seed -> {
            SplittableRandom random = new SplittableRandom(seed * FeedbackRound.N + count);
            double sum = 0;
            for (int i = 0; i < rounds; i++) {
                double[] rates = new double[count];
                Arrays.setAll(rates, receiver -> low + (high - low) * random.nextDouble());
                sum += value.applyAsDouble(FeedbackRound.play(feedback, rates, random));
            }
            return sum / rounds;
        });
    }

    /** A line over the number of receivers; adds a finding for each, called what it shows. */
    Line line(String what, String unit, List<Finding> numbers, TfmccFeedback feedback, double low, double high,
              ToDoubleFunction<FeedbackRound> value) {
        List<Double> means = new ArrayList<>();
        for (int count : counts) {
            Finding finding = Finding.of(what + ", n = " + count, unit, means(feedback, count, low, high, value),
                    each -> each);
            numbers.add(finding);
            means.add(finding.value().mean());
        }
        return Line.over(what, counts, means);
    }
}
