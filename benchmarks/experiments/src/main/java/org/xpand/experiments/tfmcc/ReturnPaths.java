package org.xpand.experiments.tfmcc;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.xpand.experiments.Experiment;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Finding;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Line;
import org.xpand.experiments.Plan;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.net.Dumbbell;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.tcp.TcpSettings;

/** A session to four receivers, each beside a TCP flow, whose ways back carry other traffic or lose packets. */
public final class ReturnPaths implements Experiment {
    private static final LinkModelSettings BACKBONE = LinkModelSettings.PERFECT.withRate(125_000_000).withDelayNanos(20_000_000);
    /** The report gives neither rate nor delay nor queue. */
    private static final LinkModelSettings TAIL = LinkModelSettings.PERFECT.withRate(125_000).withDelayNanos(10_000_000)
            .withQueueBytes(15_000);
    /** A queue that counts packets: an acknowledgement of traffic the other way takes the place of a data packet. */
    private static final LinkModelSettings TAIL_IN_PACKETS = LinkModelSettings.PERFECT.withRate(125_000).withDelayNanos(10_000_000)
            .withQueuePackets(15);
    /** Seconds of which the figures show the means. */
    private static final int DRAWN_SECONDS = 5;
    private static final double BRIEF_BESIDE = 0.15;
    private static final List<Integer> FLOWS_BACK = List.of(0, 1, 2, 4);
    private static final List<Double> LOSS_BACK = List.of(0.0, 0.1, 0.2, 0.3);

    @Override
    public String name() {
        return "tfmcc-return-paths";
    }

    @Override
    public String question() {
        return "Is the session slowed by traffic or loss on the ways that reports take?";
    }

    @Override
    public String source() {
        return "TFMCC App. D.1, Figs 18 and 19";
    }

    @Override
    public Findings run(Plan plan) {
        List<Flows> quiet = runs(plan, TAIL, i -> link -> link, i -> 0);
        List<Flows> busy = runs(plan, TAIL, i -> link -> TAIL, FLOWS_BACK::get);
        List<Flows> packets = runs(plan, TAIL_IN_PACKETS, i -> link -> TAIL_IN_PACKETS, FLOWS_BACK::get);
        List<Flows> lossy = runs(plan, TAIL, i -> link -> link.withLoss(LOSS_BACK.get(i)), i -> 0);
        List<Finding> numbers = new ArrayList<>();
        add(plan, numbers, "quiet ways back", quiet, quiet, 0.85, 1.18);
        add(plan, numbers, "0, 1, 2 and 4 TCP flows back", busy, quiet, 0.85, 1.18);
        add(plan, numbers, "0, 1, 2 and 4 TCP flows back, queues in packets", packets, quiet, 0.28, 0.75);
        add(plan, numbers, "0, 10, 20 and 30 % loss back", lossy, quiet, 0.85, 1.18);
        return new Findings(numbers, List.of(
                figure(plan, "traffic", "0, 1, 2 and 4 TCP flows on the ways back (Fig. 18)", busy.get(0),
                        i -> "TCP, " + FLOWS_BACK.get(i) + " back"),
                figure(plan, "loss", "0, 10, 20 and 30 % loss on the ways back (Fig. 19)", lossy.get(0),
                        i -> "TCP, " + Math.round(LOSS_BACK.get(i) * 100) + " % back")));
    }

    private static long end(Plan plan) {
        return plan.fullOrBrief(200L, 60L) * Flows.SECOND;
    }

    private static void add(Plan plan, List<Finding> numbers, String where, List<Flows> runs, List<Flows> quiet,
                            double least, double most) {
        double alone = quiet.stream().mapToDouble(run -> session(plan, run)).average().orElseThrow();
        numbers.add(Finding.of("session, " + where, "Mbit/s", runs, run -> session(plan, run)));
        for (int i = 0; i < LOSS_BACK.size(); i++) {
            int flow = i;
            numbers.add(Finding.of("TCP " + (i + 1) + ", " + where, "Mbit/s", runs, run -> mean(plan, run, flow)));
        }
        numbers.add(Finding.of("session over that with quiet ways back, " + where, "", runs,
                run -> session(plan, run) / alone).expect(least, most)
                .ifBrief(plan, least - BRIEF_BESIDE, most + BRIEF_BESIDE));
    }

    private static double session(Plan plan, Flows run) {
        return Line.megabits(run.session.sent().mean(20 * Flows.SECOND, end(plan)));
    }

    private static double mean(Plan plan, Flows run, int flow) {
        return Line.megabits(run.tcp(flow).mean(20 * Flows.SECOND, end(plan)));
    }

    private static List<Flows> runs(Plan plan, LinkModelSettings tail, IntFunction<UnaryOperator<LinkModelSettings>> back,
                                    IntFunction<Integer> flowsBack) {
        return plan.overSeeds(seed -> {
            Dumbbell dumbbell = new Dumbbell(seed, BACKBONE);
            Flows flows = new Flows(dumbbell, TcpSettings.DEFAULT, end(plan));
            List<Node> nodes = new ArrayList<>();
            for (int i = 0; i < LOSS_BACK.size(); i++) {
                Node node = dumbbell.receiver("receiver" + i, tail);
                node.outgoing().get(0).change(back.apply(i));
                flows.receiver(node).joinAt(0);
                flows.tcp(node);
                nodes.add(node);
            }
            for (int i = 0; i < nodes.size(); i++) {
                for (int flow = 0; flow < flowsBack.apply(i); flow++) {
                    flows.tcp(nodes.get(i), dumbbell.sender("back " + i + " " + flow), 0);
                }
            }
            return flows.run();
        });
    }

    private static Figure figure(Plan plan, String name, String title, Flows run, IntFunction<String> label) {
        List<Line> lines = new ArrayList<>(IntStream.range(0, LOSS_BACK.size())
                .mapToObj(i -> Line.throughput(label.apply(i), run.tcp(i), 0, end(plan))
                        .averaged(DRAWN_SECONDS)).toList());
        lines.add(Line.throughput("session", run.session.sent(), 0, end(plan)).averaged(DRAWN_SECONDS));
        return Figure.rates(name, title, lines);
    }
}
