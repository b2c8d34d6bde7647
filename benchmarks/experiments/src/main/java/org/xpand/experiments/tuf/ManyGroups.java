package org.xpand.experiments.tuf;

import java.util.List;
import org.xpand.experiments.Experiment;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Plan;

/** Ever more greedy groups to twenty nodes. */
public final class ManyGroups implements Experiment {
    private static final int PER_TYPE = 5;

    @Override
    public String name() {
        return "tuf-groups";
    }

    @Override
    public String question() {
        return "Does every receiver get its max-min fair rate, however many groups share the links?";
    }

    @Override
    public String source() {
        return "TUF §6, Fig. 6";
    }

    @Override
    public Findings run(Plan plan) {
        return ShareOfFair.sweep("groups", "Rate over max-min fair rate, 5 nodes of each type (Fig. 6)", "groups",
                plan.fullOrBrief(List.of(1, 3, 5, 8, 11, 15), List.of(5)),
                groups -> ShareOfFair.ofGreedy(plan, PER_TYPE, groups, TwoBottlenecks.SHORT_QUEUE_SECONDS));
    }
}
