package org.xpand.testbed.row;

import java.io.IOException;
import java.util.List;
import org.xpand.testbed.bed.Link;
import org.xpand.testbed.bed.Topology;

/** A link falls to a fifth of its rate and comes back: how much of it is used, and how soon again. */
final class RateStepRow implements Row {
    private static final double MEGABITS = 10;
    private static final double LOW_MEGABITS = 2;
    private static final double BEFORE_SECONDS = 20;
    private static final double SETTLE_SECONDS = 5;
    private static final double LOW_SECONDS = 30;
    private static final double AFTER_SECONDS = 25;
    private static final double NEARLY_ALL = 0.9;
    private static final String USED = "used at 2 Mbit/s";
    private static final String BACK = "back at 10: 90 % after (s)";
    private static final List<Aim> AIMS = List.of(Aim.shareFrom(USED, 0.95), Aim.atMost(BACK, 3));

    @Override
    public String name() {
        return "rate-step";
    }

    @Override
    public String title() {
        return "alone on 10 Mbit/s, 2 for 30 s, 10 again, RTT 40 ms";
    }

    @Override
    public Topology topology() {
        Link link = Link.perfect().rate(MEGABITS).delayMillis(20).queueMillis(50);
        return Topology.dumbbell(1, 1, link, link);
    }

    @Override
    public List<Aim> aims(String contender) {
        return contender.equals("tfrc") || contender.equals("tfmcc") ? AIMS : AIMS.stream().map(Aim::open).toList();
    }

    @Override
    public int maxSeconds() {
        return (int) (BEFORE_SECONDS + LOW_SECONDS + AFTER_SECONDS) + Rows.START_SECONDS;
    }

    @Override
    public RowFigures measure(Run run) throws IOException, InterruptedException {
        Contender contender = run.contender("s1", List.of("r1"));
        long start = contender.startedNanos();
        run.await(start + run.seconds(BEFORE_SECONDS));
        long slow = run.bed().set("forward", Link.perfect().rate(LOW_MEGABITS));
        run.await(slow + run.seconds(LOW_SECONDS));
        long fast = run.bed().set("forward", Link.perfect().rate(MEGABITS));
        long end = fast + run.seconds(AFTER_SECONDS);
        run.await(end);
        Rates.Rate rate = run.rate("forward", contender.fromSource());
        return new RowFigures().figure(USED, rate.apply(slow + run.seconds(SETTLE_SECONDS), fast) / LOW_MEGABITS)
                .figure(BACK, Rates.until(rate, fast, end, NEARLY_ALL * MEGABITS))
                .series(run.settings().contender(), Rates.series(rate, start, end));
    }
}
