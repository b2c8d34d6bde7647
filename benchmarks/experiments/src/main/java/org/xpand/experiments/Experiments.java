package org.xpand.experiments;

import java.util.List;
import java.util.stream.Collectors;
import org.xpand.experiments.mca.Dynamic;
import org.xpand.experiments.mca.LinearNetwork;
import org.xpand.experiments.mca.OneBottleneck;
import org.xpand.experiments.mca.SharingWithTcp;
import org.xpand.experiments.mca.Star;
import org.xpand.experiments.mca.Tracking;
import org.xpand.experiments.sharing.AgainstTcp;
import org.xpand.experiments.sharing.ManyFlows;
import org.xpand.experiments.sites.ChangingMembership;
import org.xpand.experiments.sites.LocalSenders;
import org.xpand.experiments.sites.Sequential;
import org.xpand.experiments.sites.TenByTen;
import org.xpand.experiments.steps.Step;
import org.xpand.experiments.tfmcc.DelayLevels;
import org.xpand.experiments.tfmcc.FeedbackBias;
import org.xpand.experiments.tfmcc.FeedbackCount;
import org.xpand.experiments.tfmcc.FeedbackTimers;
import org.xpand.experiments.tfmcc.FirstRtts;
import org.xpand.experiments.tfmcc.LateJoin;
import org.xpand.experiments.tfmcc.LossEvents;
import org.xpand.experiments.tfmcc.LossLevels;
import org.xpand.experiments.tfmcc.MoreFlows;
import org.xpand.experiments.tfmcc.ReturnPaths;
import org.xpand.experiments.tfmcc.RttChange;
import org.xpand.experiments.tfmcc.Scaling;
import org.xpand.experiments.tfmcc.SingleBottleneck;
import org.xpand.experiments.tfmcc.SlowStartPeak;
import org.xpand.experiments.tfmcc.TailCircuits;
import org.xpand.experiments.tuf.BesideTcp;
import org.xpand.experiments.tuf.Completion;
import org.xpand.experiments.tuf.LossCounting;
import org.xpand.experiments.tuf.ManyGroups;
import org.xpand.experiments.tuf.ManyReceivers;
import org.xpand.experiments.tuf.ModestGroups;
import org.xpand.experiments.tuf.Redundancy;
import org.xpand.experiments.tuf.TagDensity;
import org.xpand.experiments.tuf.ThresholdRules;

/** The experiments there are. */
public final class Experiments {
    private static final List<Experiment> ALL = List.of(new Sequential(), new ChangingMembership(), new LocalSenders(),
            new AgainstTcp(), new ManyFlows(), Step.ofLoss(), Step.ofRtt(), new TenByTen(),
            new FeedbackTimers(), new FeedbackCount(), new FeedbackBias(),
            new LossEvents(), new Scaling(), new SingleBottleneck(), new TailCircuits(), new LossLevels(),
            new FirstRtts(), new RttChange(), new SlowStartPeak(), new LateJoin(),
            new ReturnPaths(), new DelayLevels(), new MoreFlows(),
            new ManyReceivers(), new ManyGroups(), new ModestGroups(), new TagDensity(), new BesideTcp(),
            new Redundancy(), new Completion(), new ThresholdRules(), new LossCounting(),
            new OneBottleneck(), new LinearNetwork(), new Star(), new Tracking(),
            new Dynamic(), new SharingWithTcp());

    private Experiments() {
    }

    /** All experiments, the Xpand paper's first. */
    public static List<Experiment> all() {
        return ALL;
    }

    /**
     * The experiment of this name.
     *
     * @throws IllegalArgumentException if there is none; the message lists those there are
     */
    public static Experiment find(String name) {
        return ALL.stream().filter(each -> each.name().equals(name)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("experiment '" + name + "': accepted are "
                        + ALL.stream().map(Experiment::name).collect(Collectors.joining(", "))));
    }
}
