package org.xpand.experiments.sharing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.xpand.experiments.Experiment;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Finding;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Line;
import org.xpand.experiments.Plan;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.WanProfile;
import org.xpand.simulator.measure.ThroughputRecorder;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.net.RoutedNetwork;
import org.xpand.simulator.site.SimulatedProcess;
import org.xpand.simulator.site.SimulatedSites;
import org.xpand.simulator.tcp.TcpFlow;
import org.xpand.simulator.tcp.TcpSettings;

/**
 * Zikit1 sends to RON35, alone and beside a TCP flow in turns: two whole sites and TCP on the same two links. Both take
 * the path with the loss of Table 2; with two members the tree is that one link. TCP is of that time: an acknowledgement
 * for two segments, which is what the paper's Eq. 1 describes.
 */
public final class AgainstTcp implements Experiment {
    private static final long SECOND = 1_000_000_000L;
    /** The paper's averages. */
    private static final long BIN_NANOS = 3 * SECOND;
    /** Of each half cycle, left out of means. */
    private static final long SETTLING_NANOS = 3 * BIN_NANOS;
    /** A bottleneck for the second question: at this rate the two fill it, and the loss is their own. */
    private static final double NARROW = 125_000;
    private static final int NARROW_QUEUE = 20;
    /** About a packet's time on the bottleneck, so that the two do not fall into step. */
    private static final long JITTER_NANOS = 10_000_000;
    private static final int SEGMENT_SIZE = 1400;
    /** With all headers a packet of one message is about as long as a segment; a little more would make two packets. */
    private static final int MESSAGE_LENGTH = 1200;
    private static final int RECEIVING_SITE = 2;
    private static final Map<String, String> PAPER_EQUATION = Map.of("b", "2");

    private record Run(long halfNanos, int cycles, ThroughputRecorder ours, List<ThroughputRecorder> tcp) {
        long end() {
            return 2L * cycles * halfNanos;
        }

        double joint(ThroughputRecorder recorder, int cycle) {
            return recorder.mean((2L * cycle + 1) * halfNanos + SETTLING_NANOS, (2L * cycle + 2) * halfNanos);
        }

        double alone() {
            double sum = 0;
            for (int cycle = 0; cycle < cycles; cycle++) {
                sum += ours.mean(2L * cycle * halfNanos + SETTLING_NANOS, (2L * cycle + 1) * halfNanos);
            }
            return sum / cycles;
        }

        double oursJoint() {
            double sum = 0;
            for (int cycle = 0; cycle < cycles; cycle++) {
                sum += joint(ours, cycle);
            }
            return sum / cycles;
        }

        double theirsJoint() {
            double sum = 0;
            for (int cycle = 0; cycle < cycles; cycle++) {
                sum += joint(tcp.get(cycle), cycle);
            }
            return sum / cycles;
        }

        Line tcpLine() {
            return Line.sum("TCP", tcp, 0, end());
        }
    }

    @Override
    public String name() {
        return "against-tcp";
    }

    @Override
    public String question() {
        return "Do two sites get what a TCP flow gets on the same long, lossy path?";
    }

    @Override
    public String source() {
        return "Xpand §5.4, Fig. 8";
    }

    @Override
    public Findings run(Plan plan) {
        WanProfile profile = WanProfile.load("ron");
        LinkModelSettings there = profile.link("Zikit1", "RON35");
        LinkModelSettings narrow = there.withLoss(0).withRate(NARROW).withQueuePackets(NARROW_QUEUE)
                .withJitterNanos(JITTER_NANOS);
        LinkModelSettings back = profile.link("RON35", "Zikit1").withLoss(0);
        LongFunction<Run> onTable = seed -> run(plan, seed, there, back);
        LongFunction<Run> onBottleneck = seed -> run(plan, seed, narrow, back);
        List<Run> runs = plan.overSeeds(onTable);
        List<Run> narrowRuns = plan.overSeeds(onBottleneck);
        List<Finding> numbers = new ArrayList<>();
        add(numbers, ", loss of Table 2", runs, 0.6, 1.1);
        add(numbers, ", bottleneck of 1 Mbit/s", narrowRuns, 1, 1.7);
        return new Findings(numbers, List.of(
                figure("table", "Zikit1 to RON35 with Table 2's loss, alone and against TCP (Fig. 8)", runs.get(0)),
                figure("bottleneck", "The same over a bottleneck of 1 Mbit/s in place of the loss", narrowRuns.get(0))));
    }

    private static void add(List<Finding> numbers, String where, List<Run> runs, double least, double most) {
        numbers.add(Finding.of("sites alone" + where, "Mbit/s", runs, each -> Line.megabits(each.alone())));
        numbers.add(Finding.of("sites beside TCP" + where, "Mbit/s", runs, each -> Line.megabits(each.oursJoint())));
        numbers.add(Finding.of("TCP beside the sites" + where, "Mbit/s", runs,
                each -> Line.megabits(each.theirsJoint())));
        numbers.add(Finding.of("sites over TCP" + where, "", runs, each -> each.oursJoint() / each.theirsJoint())
                .expect(least, most));
    }

    private static Figure figure(String name, String title, Run run) {
        return Figure.rates(name, title, List.of(Line.throughput("delivered at RON35", run.ours, 0, run.end()), run.tcpLine()));
    }

    private static Run run(Plan plan, long seed, LinkModelSettings there, LinkModelSettings back) {
        int cycles = plan.fullOrBrief(6, 3);
        long halfNanos = 60 * SECOND;
        SimulatedSites.Settings settings = SimulatedSites.Settings.defaults();
        RoutedNetwork network = new RoutedNetwork(new EventQueue(-settings.settlingNanos(),
                EventQueue.DEFAULT_EVENT_LIMIT), seed);
        Node zikit = network.node("Zikit1");
        Node ron = network.node("RON35");
        network.link(zikit, ron, there);
        network.link(ron, zikit, back);
        ThroughputRecorder ours = new ThroughputRecorder(0, BIN_NANOS);
        SimulatedSites sites = new SimulatedSites(network, List.of(zikit, ron), RateStrategies.create("tfrc",
                PAPER_EQUATION), settings, new Application(ours));
        sites.site(0).offer(new byte[MESSAGE_LENGTH]);
        List<ThroughputRecorder> tcp = new ArrayList<>();
        for (int cycle = 0; cycle < cycles; cycle++) {
            TcpFlow flow = new TcpFlow(network, zikit, ron, TcpSettings.DEFAULT.withSegmentSize(SEGMENT_SIZE)
                    .withDelayedAcks(true).withBinNanos(BIN_NANOS));
            flow.startAt((2L * cycle + 1) * halfNanos);
            flow.stopAt((2L * cycle + 2) * halfNanos);
            tcp.add(flow.throughput());
        }
        network.queue().runUntil(2L * cycles * halfNanos);
        return new Run(halfNanos, cycles, ours, tcp);
    }

    /** Has always another message to send, and records what arrives at the other site. */
    private record Application(ThroughputRecorder received) implements SimulatedProcess.Observer {
        @Override
        public void accepted(SimulatedProcess at, byte[] payload, long end) {
            at.offer(payload);
        }

        @Override
        public void delivered(SimulatedProcess at, SenderId sender, byte[] payload, long nowNanos) {
            if (at.site().value() == RECEIVING_SITE) {
                received.add(payload.length, nowNanos);
            }
        }
    }
}
