package org.xpand.testbed.row;

import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;
import org.xpand.testbed.bed.Counters;
import org.xpand.testbed.bed.FlowKey;
import org.xpand.testbed.bed.Link;
import org.xpand.testbed.bed.Topology;

/**
 * TCP beside UDP packets at a constant rate: how far it drives them out shows how strong it is. The simulator's TCP is compared
 * with the kernel's by it, since the neighbour is the same in both.
 */
final class ConstantRow implements Row {
    private static final double MEGABITS = 10;
    private static final int PACKET = 1500;
    private static final double SETTLE_SECONDS = 10;
    private static final double MEASURE_SECONDS = 50;
    private static final String HAD = "TCP (Mbit/s)";
    private static final String LOST = "UDP lost (%)";

    private final double megabits;

    ConstantRow(double megabits) {
        this.megabits = megabits;
    }

    @Override
    public String name() {
        return "constant-" + text();
    }

    private String text() {
        return String.valueOf(megabits).replaceAll("\\.0$", "");
    }

    @Override
    public String title() {
        return "TCP beside constant " + text() + " Mbit/s of UDP, 10 Mbit/s, RTT 40 ms";
    }

    @Override
    public Topology topology() {
        Link link = Link.perfect().rate(MEGABITS).delayMillis(20).queueMillis(50);
        return Topology.dumbbell(2, 2, link, link);
    }

    @Override
    public List<Aim> aims(String contender) {
        return contender.equals(RunSettings.TCP) ? List.of(Aim.none(HAD), Aim.none(LOST)) : List.of();
    }

    @Override
    public int maxSeconds() {
        return (int) (SETTLE_SECONDS + MEASURE_SECONDS) + Rows.START_SECONDS;
    }

    @Override
    public RowFigures measure(Run run) throws IOException, InterruptedException {
        run.bed().startTool("s2", "udp", "udp-send", run.bed().address("r2"), "9", text(), String.valueOf(PACKET));
        Contender contender = run.contender("s1", List.of("r1"));
        long start = contender.startedNanos();
        long settled = start + run.seconds(SETTLE_SECONDS);
        long end = settled + run.seconds(MEASURE_SECONDS);
        run.await(end);
        Predicate<FlowKey> constant = flow -> flow.link().equals("forward") && flow.protocol().equals("udp");
        double lost = run.counters().between(constant, Counters.Count.DROPPED, settled, end);
        double passed = run.counters().between(constant, Counters.Count.PACKETS, settled, end);
        Rates.Rate rate = run.rate("forward", contender.fromSource());
        return new RowFigures().figure(HAD, rate.apply(settled, end)).figure(LOST, 100 * lost / (lost + passed))
                .series(run.settings().contender(), Rates.series(rate, start, end));
    }
}
