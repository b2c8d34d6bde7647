package org.xpand.testbed.row;

import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;
import org.xpand.testbed.bed.Counters;
import org.xpand.testbed.bed.FlowKey;
import org.xpand.testbed.bed.Link;
import org.xpand.testbed.bed.Topology;

/** A tenth of the packets to one of two sites is lost for half a minute: how soon and how far the rate falls, and returns. */
final class LossStepRow implements Row {
    private static final double MEGABITS = 10;
    private static final double RTT_SECONDS = 0.04;
    private static final double NEAR_MILLIS = 1;
    private static final double LOSS = 0.1;
    private static final double BEFORE_SECONDS = 25;
    private static final double SETTLE_SECONDS = 10;
    private static final double LOSS_SECONDS = 30;
    private static final double OVER_SECONDS = 5;
    private static final double AFTER_SECONDS = 25;
    private static final double NEARLY_ALL = 0.9;
    private static final String HALVED = "halved after (s)";
    private static final String OVER_EQUATION = "5 to 30 s later over Eq. 1";
    private static final String LOWEST = "lowest second (Mbit/s)";
    private static final String BACK = "loss gone: 90 % after (s)";
    private static final List<Aim> AIMS = List.of(Aim.atMost(HALVED, 0.75), Aim.within(OVER_EQUATION, 0.7, 1.3),
            Aim.atLeast(LOWEST, 0.1), Aim.atMost(BACK, 3));
    private static final String WORSE = "r2";

    @Override
    public String name() {
        return "loss-step";
    }

    @Override
    public String title() {
        return "10 % loss for 30 s at one of two sites, 10 Mbit/s, RTT 40 ms";
    }

    @Override
    public Topology topology() {
        List<String> names = List.of("s1", "r1", WORSE);
        // The sender is near the hub, so that it has both others for neighbours on the tree.
        Link near = Link.perfect().rate(MEGABITS).delayMillis(NEAR_MILLIS).queueMillis(50);
        Link far = near.delayMillis(RTT_SECONDS * 1000 / 2 - NEAR_MILLIS);
        return Topology.star(names, List.of(near.rate(0), far.rate(0), far.rate(0)), List.of(near, far, far));
    }

    @Override
    public List<Aim> aims(String contender) {
        return contender.equals("tfrc") || contender.equals("tfmcc") ? AIMS : AIMS.stream().map(Aim::open).toList();
    }

    @Override
    public boolean takesPauses() {
        return false;
    }

    @Override
    public int maxSeconds() {
        return (int) (BEFORE_SECONDS + LOSS_SECONDS + AFTER_SECONDS) + Rows.START_SECONDS;
    }

    @Override
    public RowFigures measure(Run run) throws IOException, InterruptedException {
        Contender contender = run.contender("s1", List.of(WORSE, "r1"));
        String link = WORSE + "-in";
        String protocol = run.settings().contender().equals(RunSettings.TCP) ? "tcp" : "udp";
        Predicate<FlowKey> arriving = flow -> flow.link().equals(link) && flow.protocol().equals(protocol);
        Rates.Rate rate = run.rate(link, arriving);
        long start = contender.startedNanos();
        long settled = start + run.seconds(SETTLE_SECONDS);
        run.await(start + run.seconds(BEFORE_SECONDS));
        long lost = run.bed().set(link, Link.perfect().loss(LOSS));
        run.await(lost + run.seconds(LOSS_SECONDS));
        long gone = run.bed().set(link, Link.perfect().loss(0));
        long end = gone + run.seconds(AFTER_SECONDS);
        run.await(end);
        double before = rate.apply(settled, lost);
        long low = lost + run.seconds(OVER_SECONDS);
        // The rate offered to the link: what it lost counts too.
        double offered = rate.apply(low, gone) / (1 - LOSS);
        double bytes = run.counters().between(arriving, Counters.Count.BYTES, low, gone);
        double packets = run.counters().between(arriving, Counters.Count.PACKETS, low, gone);
        return new RowFigures().figure(HALVED, Rates.untilBelow(rate, lost, gone, before / 2))
                .figure(OVER_EQUATION, offered / Equation.megabits(bytes / packets, RTT_SECONDS, LOSS))
                .figure(LOWEST, Rates.lowestSecond(rate, low, gone))
                .figure(BACK, Rates.until(rate, gone, end, NEARLY_ALL * before))
                .series(run.settings().contender(), Rates.series(rate, start, end));
    }
}
