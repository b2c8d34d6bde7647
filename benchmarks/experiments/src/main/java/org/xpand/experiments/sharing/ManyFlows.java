package org.xpand.experiments.sharing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.xpand.experiments.Experiment;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Finding;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Line;
import org.xpand.experiments.Plan;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.LinkModelStats;
import org.xpand.simulator.RedSettings;
import org.xpand.simulator.measure.ThroughputRecorder;
import org.xpand.simulator.net.Dumbbell;
import org.xpand.simulator.session.Demand;
import org.xpand.simulator.session.SessionReceiver;
import org.xpand.simulator.session.SessionSettings;
import org.xpand.simulator.session.StrategySession;
import org.xpand.simulator.tcp.TcpFlow;
import org.xpand.simulator.tcp.TcpSettings;

/** As many sessions as TCP flows share one bottleneck, drop-tail or RED, whose rate grows with them. */
public final class ManyFlows implements Experiment {
    private static final long SECOND = 1_000_000_000L;
    private static final long DELAY_NANOS = 30_000_000;
    /** Of each flow, bytes per second: 1 Mbit/s. */
    private static final double FAIR_RATE = 125_000;
    /** One bandwidth-delay product of the path without its queue, at 1000 bytes a packet: 15 per pair of flows. */
    private static final int QUEUE_PER_PAIR = 15;
    private static final long START_SPREAD_NANOS = 5 * SECOND;
    /** Floyd's recommendation: the upper threshold three times the lower. */
    private static final double RED_MIN = 1.0 / 6;
    private static final double RED_MAX = 0.5;
    /** A paced packet finds the one place in a full queue that a row of TCP's does not: so few pairs over drop-tail do not share alike. */
    private static final int FEW = 4;

    /** With equal delays TCP's packets come when a place became free, and what is paced loses more; with these less so. */
    private static final long SPREAD_NANOS = 2_000_000;

    /**
     * What differs at the bottleneck and before it.
     *
     * @param label       of it in findings and figures
     * @param red         whether the queue is RED
     * @param waits       whether its drops are spread as in ns-2
     * @param spreadNanos each sender's link has a delay in each direction of up to this, at random
     * @param few         the ratio of sessions to TCP expected of few pairs
     * @param many        the ratio expected of more
     */
    private record Case(String label, boolean red, boolean waits, long spreadNanos, Range few, Range many) {
        RedSettings thresholds(int queue) {
            RedSettings red = RedSettings.between(RED_MIN * queue, RED_MAX * queue);
            return waits ? red.withWaits() : red;
        }
    }

    private record Range(double least, double most) {
    }

    private static final List<Case> CASES = List.of(
            new Case("drop-tail", false, false, 0, new Range(1.05, 1.5), new Range(0.86, 1.18)),
            new Case("drop-tail, RTTs spread", false, false, SPREAD_NANOS, new Range(1.05, 1.5), new Range(0.92, 1.15)),
            new Case("RED", true, false, 0, new Range(0.88, 1.05), new Range(0.9, 1.05)),
            new Case("RED of ns-2", true, true, 0, new Range(0.92, 1.08), new Range(0.92, 1.08)));

    private record Run(List<ThroughputRecorder> ours, List<ThroughputRecorder> tcp, double utilisation, long from,
                       long to) {
        double mean(List<ThroughputRecorder> flows) {
            return flows.stream().mapToDouble(each -> each.mean(from, to)).average().orElseThrow();
        }

        double variation(List<ThroughputRecorder> flows) {
            return flows.stream().mapToDouble(each -> each.coefficientOfVariation(from, to)).average().orElseThrow();
        }

        double ratio() {
            return mean(ours) / mean(tcp);
        }
    }

    @Override
    public String name() {
        return "many-flows";
    }

    @Override
    public String question() {
        return "Do N sessions and N TCP flows share a bottleneck equally?";
    }

    @Override
    public String source() {
        return "beyond the papers";
    }

    @Override
    public Findings run(Plan plan) {
        List<Integer> counts = plan.fullOrBrief(List.of(1, 2, 4, 8, 16), List.of(1, 4));
        List<Finding> numbers = new ArrayList<>();
        List<Line> ratios = new ArrayList<>();
        List<Line> variations = new ArrayList<>();
        for (Case each : CASES) {
            List<Double> ratio = new ArrayList<>();
            List<Double> ours = new ArrayList<>();
            List<Double> theirs = new ArrayList<>();
            for (int count : counts) {
                List<Run> runs = plan.overSeeds(seed -> run(plan, seed, count, each));
                String where = ", N = " + count + ", " + each.label();
                Range expected = count < FEW ? each.few() : each.many();
                Finding share = Finding.of("session over TCP" + where, "", runs, Run::ratio)
                        .expect(expected.least(), expected.most());
                Finding variation = Finding.of("variation of sessions" + where, "", runs, one -> one.variation(one.ours));
                Finding tcp = Finding.of("variation of TCP" + where, "", runs, one -> one.variation(one.tcp));
                numbers.add(share);
                numbers.add(Finding.of("utilisation" + where, "", runs, Run::utilisation).expect(0.9, 1));
                numbers.add(variation);
                numbers.add(tcp);
                ratio.add(share.value().mean());
                ours.add(variation.value().mean());
                theirs.add(tcp.value().mean());
            }
            ratios.add(Line.over(each.label(), counts, ratio));
            variations.add(Line.over("sessions, " + each.label(), counts, ours));
            variations.add(Line.over("TCP, " + each.label(), counts, theirs));
        }
        return new Findings(numbers, List.of(
                new Figure("ratio", "N sessions and N TCP flows on one bottleneck", "N", "mean session over mean TCP",
                        Figure.Style.POINTS_LOG_X, ratios),
                new Figure("variation", "How much flows vary from second to second", "N", "coefficient of variation",
                        Figure.Style.POINTS_LOG_X, variations)));
    }

    private static Run run(Plan plan, long seed, int count, Case which) {
        long to = plan.fullOrBrief(120L, 60L) * SECOND;
        long from = 20 * SECOND;
        int queue = QUEUE_PER_PAIR * count;
        LinkModelSettings link = LinkModelSettings.PERFECT.withDelayNanos(DELAY_NANOS).withRate(2 * count * FAIR_RATE)
                .withQueuePackets(which.red() ? 2 * queue : queue);
        Dumbbell dumbbell = new Dumbbell(seed, which.red() ? link.withRed(which.thresholds(2 * queue)) : link);
        List<ThroughputRecorder> ours = new ArrayList<>();
        List<ThroughputRecorder> tcp = new ArrayList<>();
        RandomGenerator starts = dumbbell.network().random("starts");
        RandomGenerator delays = dumbbell.network().random("delays");
        for (int i = 0; i < count; i++) {
            StrategySession session = new StrategySession("session" + i, dumbbell.network(),
                    dumbbell.sender("from" + i, delays.nextLong(which.spreadNanos() + 1)),
                    RateStrategies.create("tfrc", Map.of()), Demand.greedy(), SessionSettings.DEFAULT);
            SessionReceiver receiver = session.receiver(dumbbell.receiver("to" + i));
            receiver.joinAt(starts.nextLong(START_SPREAD_NANOS));
            ours.add(receiver.throughput());
            TcpFlow flow = new TcpFlow(dumbbell.network(), dumbbell.sender("tcp from" + i, delays.nextLong(which.spreadNanos() + 1)),
                    dumbbell.receiver("tcp to" + i), TcpSettings.DEFAULT);
            flow.startAt(starts.nextLong(START_SPREAD_NANOS));
            tcp.add(flow.throughput());
        }
        dumbbell.run(from);
        LinkModelStats before = dumbbell.bottleneck().stats();
        dumbbell.run(to);
        return new Run(ours, tcp, dumbbell.bottleneck().stats().since(before).utilisation(to - from), from, to);
    }
}
