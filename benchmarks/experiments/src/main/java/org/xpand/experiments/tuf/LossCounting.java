package org.xpand.experiments.tuf;

import static org.xpand.experiments.tuf.FilteredNetwork.SECOND;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.xpand.experiments.Experiment;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Finding;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Line;
import org.xpand.experiments.Plan;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.net.Link;
import org.xpand.simulator.tcp.TcpFlow;

/**
 * N greedy groups and N TCP flows over a link with 200 packets/s for each of them. A hop cannot distinguish flows: if it
 * counts all losses of a round-trip time as one event, it counts one where N flows of TCP see one each, and the more flows,
 * the less it sees of what they see.
 */
public final class LossCounting implements Experiment {
    private static final double PACKETS_EACH = 200;
    private static final double QUEUE_SECONDS = 0.1;
    private static final long SETTLED = 60;
    /** The share if losses of a round-trip time count once, about. */
    private static final List<Double> TOGETHER = List.of(0.59, 0.55, 0.72, 0.82, 0.91);
    /** The share if each loss counts, about. */
    private static final List<Double> EACH = List.of(0.54, 0.41, 0.46, 0.71, 0.75);
    private static final double BESIDE = 0.1;

    @Override
    public String name() {
        return "tuf-loss-counting";
    }

    @Override
    public String question() {
        return "Does the share that groups get beside TCP depend on how many there are?";
    }

    @Override
    public String source() {
        return "TUF §3.2; beyond the paper";
    }

    @Override
    public Findings run(Plan plan) {
        List<Integer> counts = plan.fullOrBrief(List.of(1, 2, 5, 10, 20), List.of(2, 8));
        List<Finding> numbers = new ArrayList<>();
        List<Line> lines = new ArrayList<>();
        for (boolean events : List.of(true, false)) {
            String what = events ? "losses of a round-trip time count once" : "each loss counts";
            List<Double> means = new ArrayList<>();
            for (int count : counts) {
                Finding share = Finding.of("the groups' share beside as many TCP flows, " + what + ", N = " + count, "of the link",
                        plan.overSeeds(seed -> share(plan, seed, count, events)), each -> each);
                int at = means.size();
                double about = (events ? TOGETHER : EACH).get(at);
                numbers.add(share.expect(about - BESIDE, Math.min(1, about + BESIDE)).ifBrief(plan, 0.3, 1));
                means.add(share.value().mean());
            }
            lines.add(Line.over(what, counts, means));
        }
        lines.add(Line.constant("fair", counts.get(0), counts.get(counts.size() - 1), 0.5));
        return new Findings(numbers, List.of(new Figure("share", "N groups beside N TCP flows", "N", "the groups' share",
                Figure.Style.POINTS, lines)));
    }

    private static double share(Plan plan, long seed, int count, boolean events) {
        FilteredNetwork network = new FilteredNetwork(seed, Map.of("threshold", "tcp", "lossEvents",
                Boolean.toString(events)));
        double capacity = 2 * PACKETS_EACH * count;
        HopEnd end = network.link(network.router("near"), network.router("far"), LinkModelSettings.PERFECT
                .withDelayNanos(50_000_000).withRate(capacity * FilteredNetwork.SIZE)
                .withQueuePackets((int) (capacity * QUEUE_SECONDS)));
        Link link = end.link();
        List<TcpFlow> flows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            TufGroup group = network.group();
            group.join(List.of(end));
            group.sendAt(2 * PACKETS_EACH * Math.min(count, 5) * FilteredNetwork.SIZE);
            flows.add(network.tcp(link.from(), link.to(), (long) (SECOND / capacity)));
        }
        long until = (SETTLED + plan.fullOrBrief(200L, 40L)) * SECOND;
        network.run(until);
        double groups = network.members().stream().mapToDouble(member -> member.throughput()
                .mean(SETTLED * SECOND, until)).sum();
        return groups / (groups + flows.stream().mapToDouble(flow -> flow.throughput().mean(SETTLED * SECOND, until)).sum());
    }
}
