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
import org.xpand.simulator.net.Link;
import org.xpand.simulator.session.SessionSample;

/** The round-trip time of one receiver of many rises, and the source has to find out which. */
public final class RttChange implements Experiment {
    /** The report does not give these. */
    private static final LinkModelSettings TAIL = LinkModelSettings.PERFECT.withLoss(0.02).withDelayNanos(30_000_000);
    private static final long LONGER_NANOS = 150_000_000;
    private static final int MOST_SECONDS = 150;
    private static final double AT_FIRST_SECONDS = 20;
    private static final double LATER_SECONDS = 12;

    @Override
    public String name() {
        return "tfmcc-rtt-change";
    }

    @Override
    public String question() {
        return "How long until the receiver whose round-trip time rises limits the rate?";
    }

    @Override
    public String source() {
        return "TFMCC §4.3, Fig. 13";
    }

    @Override
    public Findings run(Plan plan) {
        List<Integer> counts = plan.fullOrBrief(List.of(40, 200, 1000), List.of(10, 40));
        List<Integer> changes = plan.fullOrBrief(List.of(10, 20, 40, 80, 160), List.of(10, 40));
        List<Finding> numbers = new ArrayList<>();
        List<Line> lines = new ArrayList<>();
        for (int count : counts) {
            List<Double> means = new ArrayList<>();
            for (int change : changes) {
                Finding delay = Finding.of("until the receiver of " + count + " is chosen, change at " + change + " s", "s",
                        plan.overSeeds(seed -> delay(seed, count, change)), each -> each);
                numbers.add(delay.atMost(change == changes.get(0) ? AT_FIRST_SECONDS : LATER_SECONDS).ifBrief(plan, 0, MOST_SECONDS - 1)
                        .wideBecause("single choices take from tenths of a second to seconds; what is claimed is a tenth of the report's times"));
                means.add(delay.value().mean());
            }
            lines.add(Line.over(count + " receivers", changes, means));
        }
        return new Findings(numbers, List.of(new Figure("delay", "From the rise of one receiver's RTT to its choice "
                + "(Fig. 13)", "time of the change (s)", "delay (s)", Figure.Style.POINTS_LOG_X, lines)));
    }

    private static double delay(long seed, int count, int changeSeconds) {
        TfmccGroup group = new TfmccGroup(seed, LinkModelSettings.PERFECT);
        List<Link> tails = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            tails.add(group.receiver(TAIL));
        }
        int changed = group.network.random("changed").nextInt(count);
        long change = changeSeconds * Flows.SECOND;
        tails.get(changed).changeAt(change, settings -> settings.withDelayNanos(LONGER_NANOS));
        long key = group.session.receivers().get(changed).key();
        for (int second = changeSeconds; second < changeSeconds + MOST_SECONDS; second += 2) {
            group.network.queue().runUntil((second + 2) * Flows.SECOND);
            for (SessionSample sample : group.session.samples()) {
                if (sample.nanos() > change && sample.limitingReceiver().orElse(-1) == key) {
                    return (sample.nanos() - change) / (double) Flows.SECOND;
                }
            }
        }
        return MOST_SECONDS;
    }
}
