package org.xpand.experiments.tfmcc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.xpand.experiments.Experiment;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Finding;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Line;
import org.xpand.experiments.Plan;
import org.xpand.protocols.rate.ThroughputEquation;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.session.SessionSample;

/**
 * How many loss events a round-trip time has, by Eq. 1 and in sessions to one receiver whose packets are lost at random. Losses
 * are merged to events if a receiver assumes too long a round-trip time, so that it matters whether one after the other can last.
 */
public final class LossEvents implements Experiment {
    private static final int POINTS_PER_DECADE = 10;
    private static final int DECADES = 4;
    private static final double RTO_FACTOR = 4;
    private static final List<Double> LOSSES = List.of(0.001, 0.003, 0.01, 0.03, 0.1, 0.3);
    /** Events per round-trip time of a session with each of these, about. */
    private static final List<Double> PER_RTT = List.of(0.042, 0.071, 0.119, 0.175, 0.202, 0.06);
    /** The report names none; for the equation only the packets in a round-trip time matter. */
    private static final long RTT_NANOS = 100_000_000;
    private static final double PACKET_SIZE = 1000;
    private static final long SETTLED_NANOS = 50 * Flows.SECOND;

    /** What a session settled at. */
    private record Settled(double lossEventRate, double eventsPerRtt) {
    }

    @Override
    public String name() {
        return "tfmcc-loss-events";
    }

    @Override
    public String question() {
        return "Can every round-trip time have a loss event?";
    }

    @Override
    public String source() {
        return "TFMCC App. A, Fig. 17";
    }

    @Override
    public Findings run(Plan plan) {
        List<Finding> numbers = new ArrayList<>();
        Line one = equation(numbers, "Eq. 1", 1, 0.187, 0.188);
        Line two = equation(numbers, "Eq. 1 with b = 2", 2, 0.132, 0.133);
        double[] x = new double[LOSSES.size()];
        double[] y = new double[LOSSES.size()];
        for (int i = 0; i < LOSSES.size(); i++) {
            double loss = LOSSES.get(i);
            List<Settled> runs = plan.overSeeds(seed -> settle(plan, seed, loss));
            String where = ", session with " + loss * 100 + " % loss";
            Finding rate = Finding.of("loss event rate" + where, "", runs, Settled::lossEventRate);
            Finding events = Finding.of("loss events per RTT" + where, "", runs, Settled::eventsPerRtt)
                    .expect(0.75 * PER_RTT.get(i), 1.25 * PER_RTT.get(i)).ifBrief(plan, 0, 0.23);
            numbers.add(rate);
            numbers.add(events);
            x[i] = rate.value().mean();
            y[i] = events.value().mean();
        }
        return new Findings(numbers, List.of(new Figure("curve", "Loss events per round-trip time (Fig. 17)", "loss event rate",
                "loss events per RTT", Figure.Style.POINTS_LOG_X, List.of(one, two, new Line("session", x, y)))));
    }

    private static Line equation(List<Finding> numbers, String what, double b, double least, double most) {
        ThroughputEquation equation = ThroughputEquation.unbounded(b, RTO_FACTOR);
        double[] p = IntStream.rangeClosed(0, DECADES * POINTS_PER_DECADE)
                .mapToDouble(i -> StrictMath.pow(10, (double) i / POINTS_PER_DECADE - DECADES)).toArray();
        double[] events = Arrays.stream(p).map(each -> perRtt(equation.rate(PACKET_SIZE, RTT_NANOS, each), each)).toArray();
        int top = IntStream.range(0, p.length).reduce((i, j) -> events[i] < events[j] ? j : i).orElseThrow();
        numbers.add(Finding.of("most loss events per RTT, " + what, "", List.of(events[top]), each -> each).expect(least, most));
        numbers.add(Finding.of("loss event rate with the most, " + what, "", List.of(p[top]), each -> each));
        return new Line(what, p, events);
    }

    private static double perRtt(double rate, double lossEventRate) {
        return rate / PACKET_SIZE * RTT_NANOS / Flows.SECOND * lossEventRate;
    }

    private static Settled settle(Plan plan, long seed, double loss) {
        TfmccGroup group = new TfmccGroup(seed, LinkModelSettings.PERFECT.withDelayNanos(RTT_NANOS / 2).withLoss(loss));
        group.receiver(LinkModelSettings.PERFECT);
        long end = plan.fullOrBrief(600L, 200L) * Flows.SECOND;
        group.network.queue().runUntil(end);
        double lossEventRate = group.session.samples().stream().filter(each -> each.nanos() >= SETTLED_NANOS)
                .mapToDouble(SessionSample::lossEventRate).average().orElseThrow();
        return new Settled(lossEventRate, perRtt(group.session.sent().mean(SETTLED_NANOS, end), lossEventRate));
    }
}
