package org.xpand.experiments.tfmcc;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.xpand.experiments.Experiment;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Finding;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Line;
import org.xpand.experiments.Plan;
import org.xpand.protocols.tfmcc.TfmccFeedback;

/**
 * How soon the first report comes, and how near to the lowest rate the reports are: three ways to bias the timers. Any
 * report silences those who receive it in time, or else the lowest would always get through (θ = 1).
 */
public final class FeedbackBias implements Experiment {
    private static final Map<String, TfmccFeedback> WAYS = new TreeMap<>(Map.of(
            "exponential", Rounds.feedback("theta", "1", "gamma", "0"),
            "offset", Rounds.feedback("theta", "1", "biasLow", "0", "biasHigh", "1"),
            "modified offset", Rounds.feedback("theta", "1")));

    /** First reports of the most receivers over that of one: at most, in full length; in a brief plan there are fewer receivers. */
    private static final Map<String, Double> FIRST_MOST = Map.of("exponential", 0.06, "modified offset", 0.1, "offset", 0.2);
    private static final double FIRST_MOST_BRIEF = 0.4;

    @Override
    public String name() {
        return "tfmcc-bias";
    }

    @Override
    public String question() {
        return "Does favouring low rates make the reports better without making them later?";
    }

    @Override
    public String source() {
        return "TFMCC §2.5.4, Figs 5 and 6";
    }

    @Override
    public Findings run(Plan plan) {
        Rounds rounds = new Rounds(plan);
        List<Finding> numbers = new ArrayList<>();
        List<Line> times = new ArrayList<>();
        List<Line> excesses = new ArrayList<>();
        WAYS.forEach((way, feedback) -> {
            times.add(rounds.line("first report, " + way, "RTT", numbers, feedback, 0, 1, FeedbackRound::firstDelays)
                    .labelled(way));
            excesses.add(rounds.line("lowest reported above the lowest, " + way, "of the sending rate", numbers, feedback,
                    0, 1, FeedbackRound::excess).labelled(way));
        });
        int most = rounds.counts().size() - 1;
        for (int i = 0; i < times.size(); i++) {
            double[] y = times.get(i).y();
            numbers.add(ratio("first report, " + times.get(i).label() + ", n = " + rounds.most() + " over n = 1", y[most] / y[0])
                    .atMost(plan.fullOrBrief(FIRST_MOST.get(times.get(i).label()), FIRST_MOST_BRIEF)));
        }
        double plain = excesses.get(0).y()[most];
        numbers.add(Finding.of("lowest reported above the lowest, modified offset, θ = 0.1, n = " + rounds.most(),
                "of the sending rate", rounds.means(Rounds.feedback(), rounds.most(), 0, 1, FeedbackRound::excess),
                each -> each).atMost(1e-4).wideBecause("next to none"));
        for (Line line : excesses.subList(1, excesses.size())) {
            numbers.add(ratio("lowest reported above the lowest, " + line.label() + " over exponential, n = " + rounds.most(),
                    line.y()[most] / plain)
                    .atMost(0.6));
        }
        return new Findings(numbers, List.of(
                new Figure("times", "Time of the first report (Fig. 5)", "receivers", "RTT", Figure.Style.POINTS_LOG_X,
                        times),
                new Figure("rates", "Lowest rate reported above the lowest (Fig. 6)", "receivers",
                        "fraction of the sending rate", Figure.Style.POINTS_LOG_X, excesses)));
    }

    private static Finding ratio(String name, double value) {
        return Finding.of(name, "", List.of(value), each -> each);
    }
}
