package org.xpand.experiments.tfmcc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.xpand.experiments.Experiment;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Finding;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Line;
import org.xpand.experiments.Plan;
import org.xpand.protocols.tfmcc.TfmccFeedback;
import org.xpand.protocols.tfmcc.TfmccTimer;

/** When receivers' timers expire: without a bias, with a smaller N, and with an offset by the receiver's rate. */
public final class FeedbackTimers implements Experiment {
    /** What "reduce N" is shown with. */
    private static final int REDUCED = 100;
    /** A receiver that can take much less than what is sent. */
    private static final double LOW_RATE = 0.2;
    private static final int STEPS = 50;
    /** Without a bias, and with the offset of Eq. 3; any report suppresses the others. */
    private static final TfmccFeedback PLAIN = Rounds.feedback("theta", "1", "gamma", "0");
    private static final TfmccFeedback OFFSET = Rounds.feedback("theta", "1", "biasLow", "0", "biasHigh", "1");

    @Override
    public String name() {
        return "tfmcc-timers";
    }

    @Override
    public String question() {
        return "How do the ways to favour receivers with low rates change when they report?";
    }

    @Override
    public String source() {
        return "TFMCC §2.5.1, Figs 1 and 2";
    }

    @Override
    public Findings run(Plan plan) {
        TfmccFeedback plain = Rounds.feedback("gamma", "0");
        TfmccFeedback offset = Rounds.feedback();
        List<Finding> numbers = new ArrayList<>();
        List<Line> lines = List.of(
                line(plan, numbers, "plain", plain, FeedbackRound.N, 1 / Math.sqrt(FeedbackRound.N), 0.15),
                line(plan, numbers, "N reduced to " + REDUCED, plain, REDUCED, 1 / Math.sqrt(REDUCED), 0.06),
                line(plan, numbers, "offset, low rate", offset, FeedbackRound.N,
                        StrictMath.pow(FeedbackRound.N, 2.0 / 3 - 1), 0.06));
        List<Finding> plainValues = values(plan, "plain", PLAIN, 0.13, 0.2);
        List<Finding> offsetValues = values(plan, "offset", OFFSET, 0.02, 0.05);
        numbers.addAll(plainValues);
        numbers.addAll(offsetValues);
        numbers.addAll(values(plan, "modified offset", Rounds.feedback("theta", "1"), 0.04, 0.085));
        return new Findings(numbers, List.of(new Figure("times", "Time of a receiver's report (Fig. 1)", "t / T",
                "probability that it is due by then", Figure.Style.LINES, lines),
                round(plan, "values-plain", "no bias", PLAIN, plainValues.get(0)),
                round(plan, "values-offset", "offset of Eq. 3", OFFSET, offsetValues.get(0))));
    }

    /** Fig. 2: of the first seed the first round with as many reports as there are on average. */
    private static Figure round(Plan plan, String name, String what, TfmccFeedback feedback, Finding reports) {
        int count = new Rounds(plan).most() / 10;
        SplittableRandom random = new SplittableRandom(plan.firstSeed());
        FeedbackRound.Timers timers = Stream.generate(() -> FeedbackRound.timers(feedback, random.doubles(count).toArray(), random))
                .filter(each -> reporters(each).count() == Math.round(reports.value().mean())).findFirst().orElseThrow();
        int lowest = reporters(timers).boxed().min(Comparator.comparingDouble(i -> timers.rates()[i])).orElseThrow();
        double scale = (double) FeedbackRound.DELAY_NANOS / FeedbackRound.durationNanos(feedback);
        return new Figure(name, "A round of " + count + " receivers, " + what + " (Fig. 2)", "t / T", "rate over the sending rate",
                Figure.Style.MARKS, List.of(
                marks("suppressed", timers, i -> !timers.reports()[i], scale),
                marks("reported", timers, i -> timers.reports()[i] && i != lowest, scale),
                marks("lowest reported", timers, i -> i == lowest, scale)));
    }

    private static IntStream reporters(FeedbackRound.Timers timers) {
        return IntStream.range(0, timers.rates().length).filter(i -> timers.reports()[i]);
    }

    private static Line marks(String label, FeedbackRound.Timers timers, IntPredicate which, double scale) {
        int[] shown = IntStream.range(0, timers.rates().length).filter(which).toArray();
        return new Line(label, Arrays.stream(shown).mapToDouble(i -> scale * timers.delays()[i]).toArray(),
                Arrays.stream(shown).mapToDouble(i -> timers.rates()[i]).toArray());
    }

    /** The share of timers that have expired by t; at T/2 the inverse of what is drawn says how many must, which draws meet but for a part. */
    private static Line line(Plan plan, List<Finding> numbers, String what, TfmccFeedback feedback, int groupSize,
                             double half,
                             double part) {
        int samples = plan.fullOrBrief(200_000, 20_000);
        long duration = FeedbackRound.durationNanos(feedback);
        List<double[]> runs = plan.overSeeds(seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            long[] times = new long[samples];
            Arrays.setAll(times, i -> TfmccTimer.delayNanos(feedback, duration, groupSize, 1 - random.nextDouble(),
                    LOW_RATE));
            double[] due = new double[STEPS + 1];
            Arrays.setAll(due, step -> Arrays.stream(times).filter(time -> time <= duration * step / STEPS).count()
                    / (double) samples);
            return due;
        });
        double beside = plan.fullOrBrief(1.0, 2.0) * part;
        numbers.add(Finding.of("due by T/2, " + what, "", runs, due -> due[STEPS / 2])
                .expect(rounded((1 - beside) * half), rounded((1 + beside) * half)));
        double[] x = new double[STEPS + 1];
        Arrays.setAll(x, step -> step / (double) STEPS);
        return new Line(what, x, runs.get(0));
    }

    private static double rounded(double value) {
        return Math.round(10_000 * value) / 10_000.0;
    }

    /** Fig. 2: of receivers whose rates are uniform, what the reports of a round say if any of them silences. */
    private static List<Finding> values(Plan plan, String what, TfmccFeedback feedback, double least, double most) {
        Rounds rounds = new Rounds(plan);
        int count = rounds.most() / 10;
        String of = ", " + what + ", n = " + count;
        return List.of(
                Finding.of("reports" + of, "", rounds.means(feedback, count, 0, 1, FeedbackRound::reports), each -> each),
                Finding.of("mean rate reported" + of, "of the sending rate",
                        rounds.means(feedback, count, 0, 1, FeedbackRound::meanRate), each -> each),
                Finding.of("lowest reported above the lowest" + of, "of the sending rate",
                        rounds.means(feedback, count, 0, 1, FeedbackRound::excess), each -> each).expect(least, most));
    }
}
