package org.xpand.experiments.tuf;

import java.util.ArrayList;
import java.util.List;
import org.xpand.experiments.Experiment;
import org.xpand.experiments.Finding;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Plan;

/** Five greedy groups to ever more nodes. */
public final class ManyReceivers implements Experiment {
    private static final int GROUPS = 5;
    private static final int NODES = 20;

    @Override
    public String name() {
        return "tuf-receivers";
    }

    @Override
    public String question() {
        return "Does every receiver get its max-min fair rate, however many there are?";
    }

    @Override
    public String source() {
        return "TUF §6, Fig. 5";
    }

    @Override
    public Findings run(Plan plan) {
        Findings sweep = ShareOfFair.sweep("receivers", "Rate over max-min fair rate, 5 groups (Fig. 5)", "receivers",
                plan.fullOrBrief(List.of(4, 12, 20, 36, 52, 76), List.of(NODES)),
                nodes -> ShareOfFair.ofGreedy(plan, nodes / TwoBottlenecks.TYPES, GROUPS,
                        TwoBottlenecks.SHORT_QUEUE_SECONDS));
        List<ShareOfFair> longQueues = ShareOfFair.ofGreedy(plan, NODES / TwoBottlenecks.TYPES, GROUPS,
                TwoBottlenecks.ANY_QUEUE_SECONDS);
        List<Finding> numbers = new ArrayList<>(sweep.numbers());
        numbers.add(Finding.of("mean with queues of 50 packets on the slow links too, 20 receivers", "of the fair rate",
                longQueues, ShareOfFair::mean).expect(0.88, 0.98));
        numbers.add(Finding.of("worst with queues of 50 packets on the slow links too, 20 receivers", "of the fair rate",
                longQueues, ShareOfFair::least).expect(0.6, 0.76).ifBrief(plan, 0.5, 0.8));
        return new Findings(numbers, sweep.figures());
    }
}
