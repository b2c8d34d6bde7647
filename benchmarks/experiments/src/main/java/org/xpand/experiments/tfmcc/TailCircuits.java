package org.xpand.experiments.tfmcc;

import java.util.List;
import org.xpand.experiments.Experiment;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Plan;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.net.Dumbbell;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.tcp.TcpSettings;

/** A session to sixteen receivers, each behind a link of 1 Mbit/s of its own that it shares with one TCP flow. */
public final class TailCircuits implements Experiment {
    private static final int RECEIVERS = 16;
    private static final LinkModelSettings BACKBONE = LinkModelSettings.PERFECT.withRate(125_000_000).withDelayNanos(20_000_000);
    /** The report gives neither delay nor queue: 60 ms with the backbone, and two bandwidth-delay products. */
    private static final LinkModelSettings TAIL = LinkModelSettings.PERFECT.withRate(125_000).withDelayNanos(10_000_000)
            .withQueuePackets(15);

    @Override
    public String name() {
        return "tfmcc-tails";
    }

    @Override
    public String question() {
        return "What does a session lose when each of its receivers shares a bottleneck of its own with TCP?";
    }

    @Override
    public String source() {
        return "TFMCC §4.1, Fig. 10";
    }

    @Override
    public Findings run(Plan plan) {
        List<Flows> runs = plan.overSeeds(seed -> {
            Dumbbell dumbbell = new Dumbbell(seed, BACKBONE);
            Flows flows = new Flows(dumbbell, TcpSettings.DEFAULT, plan.fullOrBrief(200L, 80L) * Flows.SECOND);
            for (int i = 0; i < RECEIVERS; i++) {
                Node node = dumbbell.receiver("receiver" + i, TAIL);
                flows.receiver(node).joinAt(0);
                flows.tcp(node);
            }
            return flows.run();
        });
        return new Findings(Flows.findings("", runs, 0.45, 0.72), List.of(runs.get(0).figure("rates",
                "One session to 16 tails of 1 Mbit/s, each shared with a TCP flow (Fig. 10)")));
    }
}
