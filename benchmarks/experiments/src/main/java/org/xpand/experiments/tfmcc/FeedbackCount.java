package org.xpand.experiments.tfmcc;

import java.util.ArrayList;
import java.util.List;
import org.xpand.experiments.Experiment;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Finding;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Line;
import org.xpand.experiments.Plan;
import org.xpand.protocols.tfmcc.TfmccFeedback;

/** How many receivers report in the first round after all of them met congestion. */
public final class FeedbackCount implements Experiment {
    private static final List<String> THETAS = List.of("0", "0.1", "1");
    /** Receivers that need half of what is sent or less are biased alike: their times are the report's worst case. */
    private static final double EQUAL = 0.3;
    /** Of receivers that meet the same congestion, rates are near each other. */
    private static final double ALIKE_LOW = 0.4;
    private static final double ALIKE_HIGH = 0.5;

    @Override
    public String name() {
        return "tfmcc-feedback-count";
    }

    @Override
    public String question() {
        return "How many receivers report when all of them suddenly have to?";
    }

    @Override
    public String source() {
        return "TFMCC §2.5.2 and §2.5.4, Figs 3 and 4";
    }

    @Override
    public Findings run(Plan plan) {
        Rounds rounds = new Rounds(plan);
        List<Finding> numbers = new ArrayList<>();
        List<Line> thetas = new ArrayList<>();
        for (String theta : THETAS) {
            thetas.add(rounds.line("θ = " + theta, "reports", numbers, Rounds.feedback("theta", theta), ALIKE_LOW,
                    ALIKE_HIGH, FeedbackRound::reports));
            numbers.add(Finding.of("θ = " + theta + ", rates from none to the sending rate, n = " + rounds.most(), "reports",
                    rounds.means(Rounds.feedback("theta", theta), rounds.most(), 0, 1, FeedbackRound::reports),
                    each -> each));
        }
        double tenth = last(thetas.get(1));
        double all = last(thetas.get(2));
        numbers.add(single("θ = 0.1 over θ = 1, n = " + rounds.most(), tenth / all).expect(1, plan.fullOrBrief(1.25, 1.5)));
        numbers.add(single("θ = 0 over θ = 0.1, n = " + rounds.most(), last(thetas.get(0)) / tenth)
                .expect(plan.fullOrBrief(3.5, 2.5), plan.fullOrBrief(6.0, 5.0)));
        List<Line> expected = new ArrayList<>();
        for (int factor : List.of(3, 4, 6)) {
            expected.addAll(againstFormula(rounds, numbers, factor, plan.fullOrBrief(0.06, 0.1)));
        }
        return new Findings(numbers, List.of(
                new Figure("thetas", "Reports in a round, rates 0.4 to 0.5 of what is sent (Fig. 3)", "receivers", "reports",
                        Figure.Style.POINTS_LOG_X, thetas),
                new Figure("formula", "Reports in a round, equal rates, θ = 1 (Fig. 4)", "receivers", "reports",
                        Figure.Style.POINTS_LOG_X, expected)));
    }

    /** What E[f] says of rounds with so long to suppress in, and what was counted: no bias, and T of that length. */
    private static List<Line> againstFormula(Rounds rounds, List<Finding> numbers, int factor, double most) {
        TfmccFeedback feedback = Rounds.feedback("theta", "1", "gamma", "0", "roundFactor", Integer.toString(factor));
        Line counted = rounds.line("T' = " + factor + " RTT", "reports", numbers, feedback, EQUAL, EQUAL,
                FeedbackRound::reports);
        List<Double> theory = rounds.counts().stream().map(n -> FeedbackRound.expectedReports(n, factor)).toList();
        double furthest = 0;
        for (int i = 0; i < theory.size(); i++) {
            furthest = Math.max(furthest, Math.abs(counted.y()[i] / theory.get(i) - 1));
        }
        numbers.add(single("furthest from E[f], T' = " + factor + " RTT", furthest).atMost(most));
        return List.of(counted, Line.over("E[f], T' = " + factor, rounds.counts(), theory));
    }

    /** A number that follows from means over the seeds. */
    private static Finding single(String name, double value) {
        return Finding.of(name, "", List.of(value), each -> each);
    }

    private static double last(Line line) {
        return line.y()[line.y().length - 1];
    }
}
