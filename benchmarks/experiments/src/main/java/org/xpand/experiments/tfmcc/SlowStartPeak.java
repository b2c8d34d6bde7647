package org.xpand.experiments.tfmcc;

import java.util.ArrayList;
import java.util.List;
import org.xpand.experiments.Experiment;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Finding;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Line;
import org.xpand.experiments.Plan;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.net.Dumbbell;
import org.xpand.simulator.tcp.TcpSettings;

/** The highest rate of slow start: alone, beside one TCP flow, and beside many. The fair share is 1 Mbit/s always. */
public final class SlowStartPeak implements Experiment {
    private static final double FAIR = 125_000;
    /** Mbit/s; beside one TCP flow a single seed can get as far, so that the mean of a brief plan's two is bounded by it. */
    private static final double ALONE_MOST = 2.2;
    private static final int MANY = 15;
    private static final long TAIL_NANOS = 10_000_000;
    private static final long HALF_RTT_NANOS = 30_000_000;
    /** What ns-2 takes if nothing else is said; the report gives neither queue nor delay. */
    private static final int QUEUE_PACKETS = 50;
    private static final long STEP_NANOS = 10_000_000;
    private static final long JOIN_NANOS = 10 * Flows.SECOND;

    @Override
    public String name() {
        return "tfmcc-slow-start";
    }

    @Override
    public String question() {
        return "How far does slow start go beyond a fair share?";
    }

    @Override
    public String source() {
        return "TFMCC §4.4, Fig. 14";
    }

    @Override
    public Findings run(Plan plan) {
        List<Integer> counts = plan.fullOrBrief(List.of(2, 8, 32, 128, 512), List.of(2, 32));
        List<Finding> numbers = new ArrayList<>();
        List<Line> lines = List.of(
                line(plan, counts, numbers, "alone", 0, 1.5, ALONE_MOST),
                line(plan, counts, numbers, "beside one TCP flow", 1, 0.1, plan.fullOrBrief(1.5, ALONE_MOST)),
                line(plan, counts, numbers, "beside " + MANY + " TCP flows", MANY, 0.02, plan.fullOrBrief(0.15, 1.5)));
        return new Findings(numbers, List.of(new Figure("peak", "Highest rate of slow start; a fair share is 1 Mbit/s "
                + "(Fig. 14)", "receivers", "rate (Mbit/s)", Figure.Style.POINTS_LOG_X, lines)));
    }

    private static Line line(Plan plan, List<Integer> counts, List<Finding> numbers, String what, int tcpFlows,
                             double least, double most) {
        List<Double> means = new ArrayList<>();
        for (int count : counts) {
            Finding peak = Finding.of("highest rate, " + what + ", n = " + count, "Mbit/s",
                    plan.overSeeds(seed -> peak(seed, count, tcpFlows)), each -> each).expect(least, most)
                    .wideBecause(tcpFlows == 0 ? "" : "slow start ends with the first loss, which TCP may cause at any moment");
            numbers.add(peak);
            means.add(peak.value().mean());
        }
        return Line.over(what, counts, means);
    }

    private static double peak(long seed, int count, int tcpFlows) {
        int flows = tcpFlows + 1;
        Dumbbell dumbbell = new Dumbbell(seed, LinkModelSettings.PERFECT.withRate(flows * FAIR)
                .withDelayNanos(HALF_RTT_NANOS - TAIL_NANOS).withQueuePackets(QUEUE_PACKETS));
        LinkModelSettings tail = LinkModelSettings.PERFECT.withDelayNanos(TAIL_NANOS);
        Flows run = new Flows(dumbbell, TcpSettings.DEFAULT, JOIN_NANOS);
        for (int i = 0; i < tcpFlows; i++) {
            run.tcp(dumbbell.receiver("tcp receiver " + i, tail));
        }
        for (int i = 0; i < count; i++) {
            run.receiver(dumbbell.receiver("receiver" + i, tail)).joinAt(JOIN_NANOS);
        }
        run.run();
        long now = JOIN_NANOS;
        double peak = 0;
        boolean begun = false;
        while (!begun || run.session.sourceStats().slowStart()) {
            now += STEP_NANOS;
            dumbbell.run(now);
            if (run.session.sourceStats().slowStart()) {
                begun = true;
                peak = Math.max(peak, run.session.allowedRate());
            }
        }
        return Line.megabits(peak);
    }
}
