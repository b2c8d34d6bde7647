package org.xpand.experiments.tfmcc;

import java.util.ArrayList;
import java.util.List;
import org.xpand.experiments.Experiment;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Finding;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Plan;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.RedSettings;
import org.xpand.simulator.net.Dumbbell;
import org.xpand.simulator.tcp.TcpSettings;

/**
 * One session and fifteen TCP flows over one bottleneck of 8 Mbit/s. With a full drop-tail queue it matters how TCP's
 * packets come: one for each that leaves, they find the place that became free, and what is paced is dropped; in pairs,
 * after delayed acknowledgements, they are dropped themselves. So both are run, and RED, which drops alike.
 */
public final class SingleBottleneck implements Experiment {
    private static final int TCP_FLOWS = 15;
    /** The report gives neither delay nor queue: 60 ms, and one bandwidth-delay product. */
    private static final LinkModelSettings DROP_TAIL = LinkModelSettings.PERFECT.withRate(1e6).withDelayNanos(30_000_000)
            .withQueuePackets(60);
    private static final RedSettings THRESHOLDS = RedSettings.between(20, 60);
    private static final LinkModelSettings RED = DROP_TAIL.withQueuePackets(120).withRed(THRESHOLDS);
    /** With equal delays the session loses several times as many packets as the queue drops of all, with these as many as the others. */
    private static final long SPREAD_NANOS = 2_000_000;

    @Override
    public String name() {
        return "tfmcc-bottleneck";
    }

    @Override
    public String question() {
        return "Does a session get what each of fifteen TCP flows gets, more smoothly?";
    }

    @Override
    public String source() {
        return "TFMCC §4.1, Fig. 9";
    }

    @Override
    public Findings run(Plan plan) {
        List<Finding> numbers = new ArrayList<>();
        List<Figure> figures = new ArrayList<>();
        List<Flows> runs = runs(plan, DROP_TAIL, TcpSettings.DEFAULT, 0);
        numbers.addAll(findings(", drop-tail, TCP acknowledged by the packet", runs, 0.35, 0.55));
        figures.add(runs.get(0).figure("drop-tail", "One session and 15 TCP flows over 8 Mbit/s, drop-tail (Fig. 9)"));
        runs = runs(plan, DROP_TAIL, TcpSettings.DEFAULT, SPREAD_NANOS);
        numbers.addAll(findings(", drop-tail, RTTs spread", runs, 0.83, 1.02));
        figures.add(runs.get(0).figure("spread", "The same with RTTs of 60 to 64 ms"));
        runs = runs(plan, DROP_TAIL, TcpSettings.DEFAULT.withDelayedAcks(true), 0);
        numbers.addAll(findings(", drop-tail, TCP with delayed acknowledgements", runs, 1.6, 2.05));
        figures.add(runs.get(0).figure("delayed-acks", "The same with delayed acknowledgements"));
        runs = runs(plan, RED, TcpSettings.DEFAULT, 0);
        numbers.addAll(findings(", RED", runs, 0.9, 1.12));
        figures.add(runs.get(0).figure("red", "The same with RED, acknowledged by the packet"));
        runs = runs(plan, RED.withRed(THRESHOLDS.withWaits()), TcpSettings.DEFAULT, 0);
        numbers.addAll(findings(", RED of ns-2", runs, 0.9, 1.12));
        return new Findings(numbers, figures);
    }

    private static List<Finding> findings(String where, List<Flows> runs, double least, double most) {
        List<Finding> numbers = new ArrayList<>(Flows.findings(where, runs, least, most));
        numbers.add(Finding.of("loss of the session" + where, "", runs, Flows::sessionLoss));
        numbers.add(Finding.of("drop rate of the queue" + where, "", runs, Flows::dropRate));
        return numbers;
    }

    private static List<Flows> runs(Plan plan, LinkModelSettings bottleneck, TcpSettings tcp, long spreadNanos) {
        return plan.overSeeds(seed -> {
            Dumbbell dumbbell = new Dumbbell(seed, bottleneck);
            Flows flows = new Flows(dumbbell, tcp, plan.fullOrBrief(200L, 80L) * Flows.SECOND, spreadNanos);
            flows.receiver(dumbbell.receiver("receiver")).joinAt(0);
            for (int i = 0; i < TCP_FLOWS; i++) {
                flows.tcp(dumbbell.receiver("tcp receiver " + i));
            }
            return flows.run();
        });
    }
}
