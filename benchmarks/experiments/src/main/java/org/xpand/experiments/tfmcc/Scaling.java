package org.xpand.experiments.tfmcc;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.xpand.experiments.Experiment;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Finding;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Line;
import org.xpand.experiments.Plan;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.net.RoutedNetwork;
import org.xpand.simulator.session.Demand;
import org.xpand.simulator.session.SessionSettings;
import org.xpand.simulator.session.StrategySession;

/** A session to ever more receivers behind links of their own, each of which loses packets. */
public final class Scaling implements Experiment {
    private static final long SECOND = 1_000_000_000L;
    private static final long DELAY_NANOS = 25_000_000;
    private static final double LOSS = 0.1;
    /** a of the report's a log(n) receivers with high loss. */
    private static final int HIGH_PER_DECADE = 2;
    private static final int MIDDLE_PER_HIGH = 3;
    /** With perfect feedback: packets over which the rate is taken, and packets per interval of the history before. */
    private static final int PACKETS = 400;
    private static final int SETTLING_EVENTS = 20;
    /** What ten thousand receivers keep of the rate of one with perfect feedback, by the intervals of a history. */
    private static final Map<Integer, Double> KEPT = Map.of(8, 0.04, 16, 0.11, 32, 0.25);
    private static final double KEPT_BESIDE = 1.5;

    @Override
    public String name() {
        return "tfmcc-scaling";
    }

    @Override
    public String question() {
        return "How much does independent loss at many receivers slow a session down?";
    }

    @Override
    public String source() {
        return "TFMCC §3, Fig. 7";
    }

    @Override
    public Findings run(Plan plan) {
        List<Integer> counts = plan.fullOrBrief(List.of(1, 10, 100, 1000), List.of(1, 10, 100));
        List<Finding> numbers = new ArrayList<>();
        List<Line> lines = new ArrayList<>();
        for (int intervals : List.of(8, 32)) {
            lines.add(line(plan, counts, numbers, "10 % loss each, m = " + intervals, intervals, true, intervals == 8 ? 0.22 : 0.4, 0.75));
        }
        lines.add(line(plan, counts, numbers, "few with high loss, m = 8", 8, false, 0.55, 1.2));
        List<Integer> more = plan.fullOrBrief(List.of(1, 10, 100, 1000, 10_000), List.of(1, 10, 100));
        for (int intervals : List.of(8, 16, 32)) {
            lines.add(perfect(plan, more, numbers, "10 % loss each, m = " + intervals, intervals, true,
                    plan.fullOrBrief(KEPT.get(intervals) / KEPT_BESIDE, 0.0), plan.fullOrBrief(KEPT.get(intervals) * KEPT_BESIDE, 0.8)));
        }
        lines.add(perfect(plan, more, numbers, "few with high loss, m = 8", 8, false, 0.35, plan.fullOrBrief(1.0, 1.6)));
        return new Findings(numbers, List.of(new Figure("scaling", "Rate of a session to n receivers (Fig. 7)", "n",
                "rate (Mbit/s)", Figure.Style.POINTS_LOG_X, lines)));
    }

    private static Line line(Plan plan, List<Integer> counts, List<Finding> numbers, String what, int intervals,
                             boolean alike, double least, double most) {
        IntFunction<IntFunction<Double>> loss = count -> receiver -> alike ? LOSS : spread(count, receiver);
        List<List<Double>> runs = counts.stream().map(count -> plan.overSeeds(seed -> rate(plan, seed, intervals, count,
                loss.apply(count)))).toList();
        List<Double> means = new ArrayList<>();
        for (int i = 0; i < counts.size(); i++) {
            Finding rate = Finding.of("closed loop, " + what + ", n = " + counts.get(i), "Mbit/s", runs.get(i), each -> each);
            means.add(rate.value().mean());
            numbers.add(rate);
        }
        List<Double> mostReceivers = runs.get(counts.size() - 1);
        Finding kept = Finding.of("kept, closed loop, " + what + ", n = " + counts.get(counts.size() - 1), "of the mean at n = 1", mostReceivers,
                each -> each / means.get(0));
        numbers.add(kept.expect(least, most).ifBrief(plan, alike ? 0 : 0.4, alike ? 0.75 : 1.2));
        return Line.over(what, counts, means);
    }

    /** The same if the source knew every receiver's rate at every packet. */
    private static Line perfect(Plan plan, List<Integer> counts, List<Finding> numbers, String what, int intervals,
                                boolean alike, double least, double most) {
        List<Double> means = new ArrayList<>();
        for (int count : counts) {
            int settling = alike ? SETTLING_EVENTS * intervals : SETTLING_EVENTS * SETTLING_EVENTS * intervals / 2;
            List<Double> runs = plan.overSeeds(seed -> Line.megabits(new PerfectFeedback(seed, intervals, count,
                    receiver -> alike ? LOSS : spread(count, receiver), 2 * DELAY_NANOS).rate(settling, PACKETS)));
            Finding rate = Finding.of("perfect feedback, " + what + ", n = " + count, "Mbit/s", runs,
                    each -> each);
            means.add(rate.value().mean());
            numbers.add(rate);
            if (count == counts.get(counts.size() - 1)) {
                numbers.add(Finding.of("kept, perfect feedback, " + what + ", n = " + count, "of the mean at n = 1",
                        runs, each -> each / means.get(0)).expect(least, most));
            }
        }
        return Line.over("perfect: " + what, counts, means);
    }

    /** Few receivers lose 10 to 5 %, the worst among them; some 5 to 2 %; the others 2 to 0.5 %. */
    private static double spread(int count, int receiver) {
        int high = 1 + (int) (HIGH_PER_DECADE * StrictMath.log10(count));
        int middle = MIDDLE_PER_HIGH * high;
        if (receiver < high) {
            return between(0.1, 0.05, receiver, high);
        }
        return receiver < high + middle ? between(0.05, 0.02, receiver - high, middle)
                : between(0.02, 0.005, receiver - high - middle, count - high - middle);
    }

    private static double between(double first, double last, int index, int count) {
        return first + (last - first) * index / count;
    }

    private static double rate(Plan plan, long seed, int intervals, int count, IntFunction<Double> loss) {
        RoutedNetwork network = new RoutedNetwork(new EventQueue(), seed);
        Node source = network.node("source");
        Node router = network.node("router");
        network.duplex(source, router, LinkModelSettings.PERFECT);
        StrategySession session = new StrategySession("session", network, source, RateStrategies.create("tfmcc",
                Map.of("preset", "paper", "intervals", Integer.toString(intervals))), Demand.greedy(),
                SessionSettings.DEFAULT);
        LinkModelSettings path = LinkModelSettings.PERFECT.withDelayNanos(DELAY_NANOS);
        for (int i = 0; i < count; i++) {
            Node node = network.node("receiver" + i);
            network.link(router, node, path.withLoss(loss.apply(i)));
            network.link(node, router, path);
            session.receiver(node).joinAt(0);
        }
        long from = plan.fullOrBrief(40L, 30L) * SECOND;
        long to = plan.fullOrBrief(100L, 90L) * SECOND;
        network.queue().runUntil(to);
        return Line.megabits(session.sent().mean(from, to));
    }
}
